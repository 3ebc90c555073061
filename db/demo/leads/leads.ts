import type { LeadType } from '../../../src/modules/leads/contract/lead.ts';
import type { LostReason, Status } from '../../../src/modules/leads/contract/status.ts';
import { dueAt, openSeconds } from '../../../src/modules/leads/server/routing/open-hours.ts';
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
  answeredAt: Date | null;
  answerSeconds: number | null;
  lateAt: Date | null;
  appointmentAt: Date | null;
  /** Each state after the first answer, with its time. */
  steps: { from: Status; to: Status; at: Date }[];
}

/** How far a lead came, and whether it is over. */
type Course = readonly [
  reached: Status,
  end: 'open' | 'sold' | 'lost' | 'duplicate',
  count: number,
];

/**
 * 700: of them 78 % were talked to, 42 % set an appointment, 27 % came, 13 % bought. Forty are open, three
 * of those without an answer.
 */
const courses: readonly Course[] = [
  ['new', 'open', 3],
  ['contacted', 'open', 16],
  ['appointment', 'open', 12],
  ['showed', 'open', 9],
  ['sold', 'sold', 91],
  ['showed', 'lost', 89],
  ['appointment', 'lost', 93],
  ['contacted', 'lost', 230],
  ['contacted', 'duplicate', 6],
  ['new', 'lost', 143],
  ['new', 'duplicate', 8],
];

const dayMs = 86_400_000;
const minuteMs = 60_000;
const order: readonly Status[] = ['contacted', 'appointment', 'showed', 'sold'];

interface LeadInput {
  prospects: readonly Prospect[];
  sales: readonly Sale[];
  asOf: Date;
  timezone: string;
}

/** The leads of the last year, the oldest first. */
export function demoLeads({ prospects, sales, asOf, timezone }: LeadInput): DemoLead[] {
  const desk = { hours: showroomHours, timezone };
  const some = stream('leads').shuffle(prospects);
  const sold = stream('leads-sold').shuffle(sales);
  const leads = courses.flatMap(([reached, end, count]) =>
    Array.from({ length: count }, (_, at) => {
      const random = stream(`leads-${reached}-${end}`, at);
      const sale = end === 'sold' ? sold.pop() : undefined;
      const prospect = sale ?? take(some, random, reached === 'new' && end === 'open' ? at : null);
      const receivedAt = receiveAt({ random, at, reached, end, sale, asOf, desk });
      return leadOf({ random, prospect, reached, end, receivedAt, sale, asOf, desk });
    }),
  );
  return leads.toSorted((a, b) => a.receivedAt.getTime() - b.receivedAt.getTime());
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
  desk: { hours: typeof showroomHours; timezone: string };
}

function receiveAt({ random, at, reached, end, sale, asOf, desk }: Arrival): Date {
  const now = asOf.getTime();
  if (sale)
    return new Date(sale.signedAt.getTime() - random.int(3, 11) * dayMs - random.int(0, dayMs));
  if (end === 'open' && reached === 'new') {
    if (at > 0) return new Date(now - at * 4 * minuteMs);
    // Long enough ago for an answer to be late, by the hours the store was open.
    let received = now - 40 * minuteMs;
    while (openSeconds(desk, received, now) < 35 * 60) received -= 10 * minuteMs;
    return new Date(received);
  }
  if (end === 'open') return new Date(now - 3.2 * dayMs - random.int(0, 9 * dayMs));
  // All through the year, and any day of the week.
  return new Date(now - 6 * dayMs - Math.floor(random.next() * 354 * dayMs));
}

interface Making extends Omit<Arrival, 'at'> {
  prospect: Prospect;
  receivedAt: Date;
}

function leadOf(making: Making): DemoLead {
  const { random, prospect, reached, end, receivedAt, desk } = making;
  const { store, customer } = prospect;
  const type = end === 'open' && reached === 'new' ? 'internet' : typeOf(random);
  const own = demoSources.flatMap((source, at) =>
    source.store === store && source.type === type ? [at] : [],
  );
  const due = dueAt(desk, receivedAt.getTime(), limitMinutes);
  const answeredAt = reached === 'new' ? null : answerAt(making, type);
  const isLate = (answeredAt ?? making.asOf) > due;
  const steps = stepsOf(making, answeredAt ?? receivedAt);
  const last = steps.at(-1);
  return {
    ...{ clientId: uuidv7(receivedAt, random), customer, store, type },
    source: own.length > 0 ? random.pick(own) : null,
    status: last?.to ?? (answeredAt ? 'contacted' : 'new'),
    lostReason: end !== 'lost' ? null : answeredAt ? random.pick(lostReasons) : 'no_answer',
    assignee: random.pick(demoMembers[store]),
    comments: random.pick(interests),
    note: random.pick(notes),
    ...{ receivedAt, dueAt: due, answeredAt, lateAt: isLate ? due : null, steps },
    answerSeconds: answeredAt && openSeconds(desk, receivedAt.getTime(), answeredAt.getTime()),
    appointmentAt: appointmentOf(making, steps),
  };
}

function typeOf(random: Random): LeadType {
  const at = random.next();
  if (at < 0.62) return 'internet';
  if (at < 0.76) return 'phone';
  if (at < 0.88) return 'walk_in';
  if (at < 0.92) return 'service';
  return at < 0.97 ? 'referral' : 'previous';
}

/** Who calls or walks in talks to somebody at once; three of four others wait less than the limit. */
function answerAt({ random, receivedAt, desk }: Making, type: LeadType): Date {
  if (type === 'phone' || type === 'walk_in') return receivedAt;
  const minutes = random.next() < 0.76 ? random.int(2, 14) : random.int(16, 140);
  return dueAt(desk, receivedAt.getTime(), minutes);
}

/** From the first answer to where it stands, evenly over what time there was. */
function stepsOf(making: Making, from: Date): DemoLead['steps'] {
  const { random, reached, end, sale, asOf } = making;
  const way = order.slice(1, order.indexOf(reached) + 1);
  const states: Status[] = [
    'contacted',
    ...way,
    ...(end === 'lost' || end === 'duplicate' ? [end] : []),
  ];
  if (reached === 'new') states[0] = 'new';
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
  return states
    .slice(1)
    .map((to, at) => ({ from: states[at] as Status, to, at: times[at] as Date }));
}

/** While the store is open, as far as there is such a time between what was before and the end. */
function atWork({ random, desk, sale, asOf }: Making, from: Date, even: number[]): Date[] {
  const end = (sale?.signedAt ?? asOf).getTime();
  let before = from.getTime();
  return even.map((at) => {
    const open = dueAt(desk, at, random.int(5, 240)).getTime();
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
