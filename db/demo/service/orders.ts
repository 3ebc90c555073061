import type { Status } from '../../../src/modules/repair-orders/contract/status.ts';
import type { Store } from '../../../src/platform/contract/access.ts';
import { addDays } from '../../../src/platform/contract/wallTime.ts';
import { type Random, stream } from '../random.ts';
import { rooftops } from '../talk/stockroom.ts';
import { uuidv7 } from '../uuid.ts';
import type { StockVisitor } from './stock.ts';
import { declinable, type Job, jobs } from './work.ts';

/** A car that comes, and whose it is. */
export interface Visitor {
  customer: number;
  store: Store;
  vehicle: string;
  vin: string;
  mileage: number;
}

export interface DemoOrder {
  clientId: string;
  number: string;
  visitor: Visitor;
  status: Status;
  advisor: string;
  technician: string;
  openedAt: Date;
  promisedAt: Date;
  closedAt: Date | null;
  milesIn: number;
  /** Each state after the first, with its time. */
  steps: { from: Status; to: Status; at: Date }[];
  lines: DemoLine[];
}

interface DemoLine {
  job: Job;
  hoursActual: number;
  laborSaleCents: number;
  laborCostCents: number;
  partsCostCents: number;
  declined: boolean;
}

const orderCount = 900;
const openCount = 70;
/** Within how many days of its arrival a car of the stock is inspected, repaired or fitted with accessories. */
const internalDays = 16;
const dayMs = 86_400_000;
const hourMs = 3_600_000;
/** So many the stores write up together in a day; the group of the demo keeps only a few of them. */
const numbersADay = 43;

const crews: Record<Store, { advisors: string[]; technician: string; laborRateCents: number }> = {
  ford: {
    advisors: ['maria.lopez', 'walt.jankowski'],
    technician: 'deshawn.pruitt',
    laborRateCents: 15_200,
  },
  hyundai: {
    advisors: ['aisha.coleman', 'curtis.yoder'],
    technician: 'viktor.dragan',
    laborRateCents: 13_600,
  },
  chevrolet: {
    advisors: ['trevor.mills', 'renee.dubois'],
    technician: 'hiro.tanabe',
    laborRateCents: 14_500,
  },
};

/** Of a hundred cars 46 come to Ford, 33 to Chevrolet and 21 to Hyundai. */
const visitsUpTo: [Store, number][] = [
  ['ford', 46],
  ['chevrolet', 79],
  ['hyundai', 100],
];

function storeOf(random: Random): Store {
  const at = random.int(0, 99);
  return visitsUpTo.find(([, until]) => at < until)?.[0] ?? 'ford';
}

/** The repair orders of the last year, the oldest first; some of the last days are still open. */
export function demoOrders(
  visitors: readonly Visitor[],
  stock: readonly StockVisitor[],
  asOf: Date,
): DemoOrder[] {
  const taken = new Set<string>();
  const orders = Array.from({ length: orderCount }, (_, index) => {
    const random = stream('repair-orders', index);
    // A little denser towards the present, up to today, so that a month is as far as its day; the open ones
    // came within the last four days.
    const left = (orderCount - 1 - index) / (orderCount - 1);
    const isOpen = index >= orderCount - openCount;
    const done = (orderCount - openCount - 1 - index) / (orderCount - openCount - 1);
    const daysAgo = isOpen ? 0.2 + left * 45 : 0.3 + 363 * done ** 1.1;
    const store = storeOf(random);
    const openedAt = atWork(asOf, daysAgo, random);
    const comes = comesIn(random, store, openedAt, { visitors, stock, taken });
    return orderOf({ random, ...comes, openedAt, daysAgo, isOpen, asOf, taken });
  });
  return orders.toSorted((a, b) => a.openedAt.getTime() - b.openedAt.getTime());
}

interface Coming {
  visitors: readonly Visitor[];
  stock: readonly StockVisitor[];
  taken: Set<string>;
}

/** A job and its car: internal work is done on a car of the stock, once, soon after it came. */
function comesIn(random: Random, store: Store, at: Date, { visitors, stock, taken }: Coming) {
  const job = weighted(random, jobs);
  const isOwn = <V extends Visitor>(one: V) => one.store === store;
  if (job.payType === 'internal') {
    const day = at.toISOString().slice(0, 10);
    const car = stock
      .filter(isOwn)
      .find(
        ({ vin, isNew, from, to }) =>
          isNew === (job.opCode !== 'RECON') &&
          from <= day &&
          day <= to &&
          day <= addDays(from, internalDays) &&
          !taken.has(`${vin} ${job.opCode}`),
      );
    if (car) {
      taken.add(`${car.vin} ${job.opCode}`);
      const { customer, vehicle, vin, mileage } = car;
      return { job, visitor: { customer, store, vehicle, vin, mileage } };
    }
  }
  const own = visitors.filter(isOwn);
  const paid = jobs.filter(({ payType }) => payType !== 'internal');
  return {
    job: job.payType === 'internal' ? weighted(random, paid) : job,
    visitor: random.pick(own.length > 0 ? own : visitors),
  };
}

interface OrderInput {
  random: Random;
  job: Job;
  visitor: Visitor;
  openedAt: Date;
  daysAgo: number;
  isOpen: boolean;
  asOf: Date;
  taken: Set<string>;
}

function orderOf(given: OrderInput): DemoOrder {
  const { random, job: first, visitor, openedAt, daysAgo, isOpen, asOf, taken } = given;
  const { store } = visitor;
  const lines = linesOf(random, store, first);
  const hours = lines.reduce((sum, { job }) => sum + job.hours, 0) / 100;
  const steps = stepsOf(random, isOpen, openedAt, asOf);
  const last = steps.at(-1);
  return {
    clientId: uuidv7(openedAt, random),
    number: numberOf(store, daysAgo, taken),
    visitor,
    status: last?.to ?? 'open',
    advisor: random.pick(crews[store].advisors),
    technician: crews[store].technician,
    openedAt,
    steps,
    lines,
    promisedAt: promiseOf({ random, openedAt, asOf, hours, isOpen }),
    closedAt: last?.to === 'closed' ? last.at : null,
    milesIn: visitor.mileage + (first.payType === 'internal' ? 1 : random.int(20, 900)),
  };
}

/** Between half past seven and four of that day, by the clocks of Larkfield, not on a Sunday; never after the present. */
function atWork(asOf: Date, daysAgo: number, random: Random): Date {
  const day = new Date(asOf.getTime() - daysAgo * dayMs);
  const opening = Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate(), 13, 30);
  const at = opening + random.int(0, 8 * 60) * 60_000;
  const past = at < asOf.getTime() - hourMs ? at : at - dayMs;
  return new Date(new Date(past).getUTCDay() === 0 ? past - dayMs : past);
}

interface Promised {
  random: Random;
  openedAt: Date;
  asOf: Date;
  hours: number;
  isOpen: boolean;
}

/** The same afternoon for little work; of what is being worked on most is still to come. */
function promiseOf({ random, openedAt, asOf, hours, isOpen }: Promised): Date {
  if (!isOpen || random.next() < 0.2) {
    const closing = Math.floor(openedAt.getTime() / dayMs) * dayMs + 23 * hourMs;
    return new Date(
      Math.min(openedAt.getTime() + Math.max(4, Math.ceil(hours * 3)) * hourMs, closing),
    );
  }
  const day = new Date(asOf.getTime() + random.int(1, 3) * dayMs);
  const fourOClock = Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate(), 22);
  return new Date(fourOClock - random.int(0, 4) * hourMs);
}

function numberOf(store: Store, daysAgo: number, taken: Set<string>): string {
  let number = rooftops[store].roNow - Math.round(daysAgo * numbersADay);
  while (taken.has(`${store} ${number}`)) number -= 1;
  taken.add(`${store} ${number}`);
  return String(number);
}

function linesOf(random: Random, store: Store, first: Job): DemoLine[] {
  const more = jobs.filter(
    ({ payType, opCode }) => payType === 'customer' && opCode !== first.opCode,
  );
  const count = first.payType === 'internal' ? 0 : random.pick([0, 0, 1, 1, 2]);
  const rate = crews[store].laborRateCents;
  return [first, ...random.shuffle(more).slice(0, count)].map((job, at) => ({
    job,
    hoursActual: Math.max(10, Math.round(job.hours * (0.7 + random.next() * 0.6))),
    laborSaleCents: Math.round((rate * job.hours) / 100),
    laborCostCents: Math.round((2_900 * job.hours) / 100),
    partsCostCents: Math.round(job.partsCents * 0.62),
    declined: at > 0 && declinable.includes(job.opCode) && random.next() < 0.16,
  }));
}

function weighted(random: Random, some: readonly Job[]): Job {
  const total = some.reduce((sum, { weight }) => sum + weight, 0);
  let at = random.next() * total;
  for (const job of some) {
    at -= job.weight;
    if (at < 0) return job;
  }
  return some[0] as Job;
}

function stepsOf(random: Random, isOpen: boolean, openedAt: Date, asOf: Date) {
  const whole: Status[] = ['in_work', 'completed', 'closed'];
  const detour = random.pick<Status[]>([[], [], [], ['waiting_parts'], ['waiting_approval']]);
  const way: Status[] = ['in_work', ...detour.flatMap((one): Status[] => [one, 'in_work'])];
  const full = [...way, ...whole.slice(1)];
  const states = isOpen ? full.slice(0, random.int(0, full.length - 1)) : full;
  // All of it in opening hours.
  const spaceMs = Math.min(
    1.2 * hourMs,
    (asOf.getTime() - openedAt.getTime()) / (states.length + 1),
  );
  let from: Status = 'open';
  return states.map((to, at) => {
    const step = { from, to, at: new Date(openedAt.getTime() + Math.round((at + 1) * spaceMs)) };
    from = to;
    return step;
  });
}
