import type { answers, LeadType, outcomes } from '../../../src/modules/leads/contract/lead.ts';
import { dueAt, openSeconds } from '../../../src/modules/leads/contract/open-hours.ts';
import type { LostReason, Status } from '../../../src/modules/leads/contract/status.ts';
import type { Store } from '../../../src/platform/contract/access.ts';
import { type Random, stream } from '../random.ts';
import { uuidv7 } from '../uuid.ts';
import { demoMembers, demoSources, limitMinutes, showroomHours } from './sources.ts';
import { interests, lostReasons, notes } from './texts.ts';

export interface Prospect {
  customer: number;
  store: Store;
}
/** A sale that began with a lead. */
export interface Sale extends Prospect {
  signedAt: Date;
}

export interface DemoLead extends Prospect {
  clientId: string;
  type: LeadType;
  /** Place among `demoSources`. */
  source: number | null;
  status: Status;
  lostReason: LostReason | null;
  assignee: string;
  comments: string;
  note: string;
  receivedAt: Date;
  dueAt: Date;
  /** The first attempt, where the response clock of the demo group stops. */
  attemptedAt: Date | null;
  attemptSeconds: number | null;
  contactedAt: Date | null;
  contactSeconds: number | null;
  lateAt: Date | null;
  appointmentAt: Date | null;
  noShowAt: Date | null;
  isRemote: boolean;
  /** What was done to reach the customer, from the first attempt to the first contact. */
  responses: { clientId: string; how: How; outcome: Outcome; at: Date }[];
  /** Each status after the last of those, with its time. */
  steps: Step[];
}

type How = (typeof answers)[number];
type Outcome = (typeof outcomes)[number];

interface Step {
  from: Status;
  to: Status;
  at: Date;
  /** The appointment was missed. */
  isNoShow?: true;
}

/** How far a lead came, and whether it is over. */
type Course = readonly [
  reached: Status,
  end: 'open' | 'sold' | 'lost' | 'duplicate',
  count: number,
];

/**
 * 700: 97 % were attempted and 78 % contacted; 42 % set an appointment, 27 % showed, 13 % bought.
 * Forty are open, three of those without an attempt.
 */
const courses: readonly Course[] = [
  ['new', 'open', 3],
  ['attempted', 'open', 5],
  ['contacted', 'open', 11],
  ['appointment', 'open', 12],
  ['showed', 'open', 9],
  ['sold', 'sold', 91],
  ['showed', 'lost', 89],
  ['appointment', 'lost', 93],
  ['contacted', 'lost', 233],
  ['contacted', 'duplicate', 6],
  ['attempted', 'lost', 128],
  ['new', 'lost', 12],
  ['new', 'duplicate', 8],
];

const dayMs = 86_400_000;
const minuteMs = 60_000;
const order: readonly Status[] = ['contacted', 'appointment', 'showed', 'sold'];
/** One of thirty buyers never comes in. */
const remoteEvery = 30;

interface LeadInput {
  prospects: readonly Prospect[];
  sales: readonly Sale[];
  asOf: Date;
  timezone: string;
}

/** The leads of the last year, the oldest first. */
export function demoLeads({ prospects, sales, asOf, timezone }: LeadInput): DemoLead[] {
  const routing = { hours: showroomHours, timezone };
  const some = stream('leads').shuffle(prospects);
  const sold = stream('leads-sold').shuffle(sales);
  const leads = courses.flatMap(([reached, end, count]) =>
    Array.from({ length: count }, (_, at) => {
      const random = stream(`leads-${reached}-${end}`, at);
      const sale = end === 'sold' ? sold.pop() : undefined;
      const prospect = sale ?? take(some, random, reached === 'new' && end === 'open' ? at : null);
      const receivedAt = receiveAt({ random, at, reached, end, sale, asOf, routing });
      const isRemote = reached === 'sold' && at % remoteEvery === 7;
      const isMissed = isMissedAt({ reached, end, at });
      const course = { reached, end, isRemote, isMissed };
      return leadOf({ random, prospect, ...course, receivedAt, sale, asOf, routing });
    }),
  );
  return leads.toSorted((a, b) => a.receivedAt.getTime() - b.receivedAt.getTime());
}

/** Half of the appointments without a visit were missed, and two customers of these are still open. */
function isMissedAt({
  reached,
  end,
  at,
}: {
  reached: Status;
  end: Course[1];
  at: number;
}): boolean {
  if (end === 'open') return reached === 'contacted' && at < 2;
  return reached === 'appointment' && at % 2 === 0;
}

/** Those nobody has answered wait at Hyundai and Chevrolet. */
function take(some: readonly Prospect[], random: Random, waiting: number | null): Prospect {
  if (waiting === null) return random.pick(some);
  const store = waiting === 0 ? 'hyundai' : 'chevrolet';
  return random.pick(some.filter((one) => one.store === store));
}

interface Arrival {
  random: Random;
  at: number;
  reached: Status;
  end: Course[1];
  sale: Sale | undefined;
  asOf: Date;
  routing: { hours: typeof showroomHours; timezone: string };
}

function receiveAt({ random, at, reached, end, sale, asOf, routing }: Arrival): Date {
  const now = asOf.getTime();
  if (sale)
    return new Date(sale.signedAt.getTime() - random.int(3, 11) * dayMs - random.int(0, dayMs));
  if (end === 'open' && reached === 'new') {
    if (at > 0) return new Date(now - at * 4 * minuteMs);
    // Long enough ago for an answer to be late, by the hours the store was open.
    let received = now - 40 * minuteMs;
    while (openSeconds(routing, received, now) < 35 * 60) received -= 10 * minuteMs;
    return new Date(received);
  }
  if (end === 'open') return new Date(now - 3.2 * dayMs - random.int(0, 9 * dayMs));
  // All through the year, and any day of the week.
  return new Date(now - 6 * dayMs - Math.floor(random.next() * 354 * dayMs));
}

interface Making extends Omit<Arrival, 'at'> {
  prospect: Prospect;
  receivedAt: Date;
  isRemote: boolean;
  isMissed: boolean;
}

function leadOf(making: Making): DemoLead {
  const { random, reached, end, receivedAt, routing, isRemote } = making;
  const { store, customer } = making.prospect;
  const type = typeOf(making);
  const own = demoSources.flatMap((source, at) =>
    source.store === store && source.type === type ? [at] : [],
  );
  const due = dueAt(routing, receivedAt.getTime(), limitMinutes);
  const clientId = uuidv7(receivedAt, random);
  const responses = responsesOf(making, type, clientId);
  const attemptedAt = responses[0]?.at ?? null;
  const contactedAt = responses.find(({ outcome }) => outcome === 'reached')?.at ?? null;
  const seconds = (at: Date | null) =>
    at && openSeconds(routing, receivedAt.getTime(), at.getTime());
  const isLate = (attemptedAt ?? making.asOf) > due;
  const steps = stepsOf(making, type, responses.at(-1)?.at ?? receivedAt);
  return {
    clientId,
    customer,
    store,
    type,
    isRemote,
    source: own.length > 0 ? random.pick(own) : null,
    status: steps.at(-1)?.to ?? firstStatus(reached, type),
    lostReason: end !== 'lost' ? null : contactedAt ? random.pick(lostReasons) : 'no_answer',
    assignee: random.pick(demoMembers[store]),
    comments: random.pick(interests),
    note: random.pick(notes),
    receivedAt,
    dueAt: due,
    lateAt: isLate ? due : null,
    responses,
    steps,
    attemptedAt,
    attemptSeconds: seconds(attemptedAt),
    contactedAt,
    contactSeconds: seconds(contactedAt),
    appointmentAt: appointmentOf(making, steps),
    noShowAt: steps.find(({ isNoShow }) => isNoShow)?.at ?? null,
  };
}

/** A walk-in has showed, and a caller has been reached; the others wrote. */
function typeOf({ random, reached, end, isRemote }: Making): LeadType {
  const at = random.next();
  if (end === 'open' && reached === 'new') return 'internet';
  const isReached = reached !== 'new' && reached !== 'attempted';
  const hasCome = !isRemote && (reached === 'showed' || reached === 'sold');
  // One of three who come to the store walk in without an inquiry.
  const [internet, phone] = hasCome ? [0.45, 0.55] : [0.62, 0.76];
  if (at < internet) return 'internet';
  if (at < phone) return isReached ? 'phone' : 'internet';
  if (at < 0.88) return hasCome ? 'walk_in' : 'internet';
  if (at < 0.92) return 'service';
  return at < 0.97 ? 'referral' : 'previous';
}

/** The status before the first step: what the responses made of it. */
function firstStatus(reached: Status, type: LeadType): Status {
  if (reached === 'new' || reached === 'attempted') return reached;
  return type === 'walk_in' ? 'showed' : 'contacted';
}

const firstTries: readonly (readonly [How, Outcome])[] = [
  ['call', 'left_message'],
  ['call', 'no_answer'],
  ['email', 'sent'],
  ['text', 'sent'],
];

/**
 * Callers and walk-ins are reached at once. Of the others three of four wait less than the limit for a first attempt;
 * four of ten of those that are reached at all need a second one.
 */
function responsesOf(making: Making, type: LeadType, clientId: string): DemoLead['responses'] {
  const { random, reached, receivedAt, routing } = making;
  if (reached === 'new' || type === 'walk_in') {
    return type === 'walk_in'
      ? [{ clientId, how: 'visit', outcome: 'reached', at: receivedAt }]
      : [];
  }
  if (type === 'phone') return [{ clientId, how: 'call', outcome: 'reached', at: receivedAt }];
  const minutes = random.next() < 0.76 ? random.int(2, 14) : random.int(16, 140);
  const at = dueAt(routing, receivedAt.getTime(), minutes);
  const [how, outcome] = random.pick(firstTries);
  if (reached === 'attempted') return [{ clientId, how, outcome, at }];
  if (random.next() < 0.6) return [{ clientId, how: 'call', outcome: 'reached', at }];
  const later = dueAt(routing, at.getTime(), random.int(20, 240));
  // Nothing happens after a sale, or after now.
  const end = (making.sale?.signedAt ?? making.asOf).getTime() - dayMs / 2;
  if (later.getTime() >= end) return [{ clientId, how: 'call', outcome: 'reached', at }];
  const second = { clientId: uuidv7(later, random), how: 'call', outcome: 'reached' } as const;
  return [
    { clientId, how, outcome, at },
    { ...second, at: later },
  ];
}

/** From the last response to where it stands, evenly over what time there was. */
function stepsOf(making: Making, type: LeadType, from: Date): DemoLead['steps'] {
  const { random, sale, asOf } = making;
  const states = statesOf(making, type);
  const left = asOf.getTime() - from.getTime();
  const span = sale
    ? sale.signedAt.getTime() - from.getTime()
    : Math.min(random.int(2, 18) * dayMs, left * 0.9);
  const even = states
    .slice(1)
    .map((_, at) => from.getTime() + (span * (at + 1)) / (states.length - 1));
  const times = sale
    ? [...atWork(making, from, even.slice(0, -1)), sale.signedAt]
    : atWork(making, from, even);
  return states.slice(1).map((to, at): Step => {
    const before = states[at] as Status;
    const step = { from: before, to, at: times[at] as Date };
    return before === 'appointment' && to === 'contacted' ? { ...step, isNoShow: true } : step;
  });
}

/** Every status from the first to the last. */
function statesOf({ reached, end, isRemote, isMissed }: Making, of: LeadType): Status[] {
  const way = isRemote ? (['sold'] as const) : order.slice(1, order.indexOf(reached) + 1);
  return [
    firstStatus(reached, of),
    ...(isMissed && reached === 'contacted' ? (['appointment'] as const) : way),
    ...(isMissed ? (['contacted'] as const) : []),
    ...(end === 'lost' || end === 'duplicate' ? [end] : []),
  ];
}

/** While the store is open, as far as there is such a time between what was before and the end. */
function atWork({ random, routing, sale, asOf }: Making, from: Date, even: number[]): Date[] {
  const end = (sale?.signedAt ?? asOf).getTime();
  let before = from.getTime();
  return even.map((at) => {
    const open = dueAt(routing, at, random.int(5, 240)).getTime();
    before = open > before && open < end ? open : Math.max(Math.floor(at), before + minuteMs);
    return new Date(before);
  });
}

/** Ahead, of one that waits for it; else when they came, or should have. */
function appointmentOf({ random, end, asOf }: Making, steps: DemoLead['steps']): Date | null {
  const set = steps.find(({ to }) => to === 'appointment');
  if (!set) return null;
  const next = steps.find(({ from }) => from === 'appointment');
  const days = end === 'open' && !next ? random.int(1, 6) : 0;
  const day = new Date((days > 0 ? asOf.getTime() : (next?.at ?? set.at).getTime()) + days * dayMs);
  // A full hour while the showroom is open, by any clock of the country.
  return days > 0 ? new Date(day.setUTCHours(random.int(17, 22), 0, 0, 0)) : day;
}
