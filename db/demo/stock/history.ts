import type { EventData } from '../../../src/modules/vehicles/contract/history.ts';
import { type Stage, stages } from '../../../src/modules/vehicles/contract/recon/stages.ts';
import type { OutingKind } from '../../../src/modules/vehicles/contract/vehicle.ts';
import { stream } from '../random.ts';
import { uuidv7 } from '../uuid.ts';
import { crews, type DemoCar } from './cars.ts';

export interface DemoEvent {
  at: Date;
  by: string;
  data: EventData;
}

export interface DemoStep {
  stage: Stage;
  enteredAt: Date;
  leftAt: Date | null;
  by: string;
  owner: string | null;
  estimateCents: number | null;
  actualCents: number | null;
}

export interface DemoOuting {
  clientId: string;
  kind: OutingKind;
  plate: string | null;
  holder: string;
  phone: string;
  outAt: Date;
  dueAt: Date;
  inAt: Date | null;
  milesOut: number;
  milesIn: number | null;
  fuelOut: number;
  by: string;
}

const hourMs = 3_600_000;
const minuteMs = 60_000;
const dayMs = 24 * hourMs;

/** What has happened to a car until `asOf`; nothing of it lies ahead. */
export function eventsOf(car: DemoCar, asOf: Date): DemoEvent[] {
  const random = stream('stock-story', car.vin);
  const { sales: by } = crews[car.store];
  const first = car.condition === 'new' ? 'in_transit' : 'acquired';
  const began = asOf.getTime() - car.daysInStock * dayMs - 2 * hourMs;
  const at = (part: number) => new Date(began + part * (asOf.getTime() - hourMs - began));
  const events: DemoEvent[] = [
    { at: at(0), by, data: { kind: 'added', status: first, stockNumber: car.stockNumber } },
  ];
  if (car.status === first) return events;
  const way = wayTo(car);
  way.forEach((to, index) => {
    const from = index === 0 ? first : (way[index - 1] ?? first);
    const reason = to === 'hold' ? 'Open recall, parts are on order' : null;
    const data = { kind: 'status', from, to, reason } as const;
    events.push({ at: at(0.02 + (0.1 * (index + 1)) / way.length), by, data });
  });
  if (car.listCents !== null) events.push(...pricesOf(car, at, random.int(3, 9) * 10_000));
  return atWork(
    events.toSorted((a, b) => a.at.getTime() - b.at.getTime()),
    asOf,
  );
}

/** The same days, in working hours of an American day, in the same order and none of them ahead. */
function atWork(events: readonly DemoEvent[], asOf: Date): DemoEvent[] {
  let last = 0;
  return events.map((event, index) => {
    const noon = Math.floor(event.at.getTime() / dayMs) * dayMs + 17 * hourMs;
    const latest = asOf.getTime() - (events.length - index) * minuteMs;
    last = Math.max(last + minuteMs, Math.min(noon + index * 31 * minuteMs, latest));
    return { ...event, at: new Date(last) };
  });
}

function wayTo({ condition, status, place }: DemoCar) {
  if (place === 'in_transit') return [status];
  if (condition === 'new') {
    if (status === 'received') return ['received'] as const;
    return ['received', 'frontline', ...(status === 'frontline' ? [] : [status])] as const;
  }
  if (status === 'recon') return ['recon'] as const;
  return ['recon', 'frontline', ...(status === 'frontline' ? [] : [status])] as const;
}

/** Priced when it reached the line, and brought down as it got older. */
function pricesOf(car: DemoCar, at: (part: number) => Date, step: number): DemoEvent[] {
  const { sales: by } = crews[car.store];
  const now = car.listCents ?? 0;
  const drops = [45, 60, 90].filter((days) => car.daysInStock > days);
  return [...drops.map((_, index) => index), drops.length].map((index) => {
    const to = now + (drops.length - index) * step;
    const from = index === 0 ? null : to + step;
    const days = drops[index - 1];
    const reason = days === undefined ? null : `${days} days in stock`;
    const part = days === undefined ? 0.14 : Math.min(0.99, days / car.daysInStock);
    return { at: at(part), by, data: { kind: 'price', from, to, reason } };
  });
}

/** The way of a car in recon: `place` of a store's decides where it stands now and how late it is. */
export function stepsOf(car: DemoCar, place: number, asOf: Date): DemoStep[] {
  const random = stream('stock-recon', car.vin);
  const { service: by } = crews[car.store];
  const stands = [6, 3, 2, 4, 0][place % 5] ?? 0;
  const hours = Array.from({ length: stands + 1 }, (_, at) =>
    at === stands ? random.int(2, place === 2 ? 40 : 20) : random.int(5, 26),
  );
  let enteredAt = asOf.getTime() - hours.reduce((sum, one) => sum + one, 0) * hourMs;
  return hours.map((spent, at) => {
    const entered = enteredAt;
    enteredAt += spent * hourMs;
    const isHere = at === stands;
    const costs = (['mechanical', 'body', 'detail'] as const).find((one) => one === stages[at]);
    const estimateCents = costs ? random.int(90, costs === 'detail' ? 240 : 1_400) * 100 : null;
    return {
      stage: stages[at] ?? 'intake',
      enteredAt: new Date(entered),
      leftAt: isHere ? null : new Date(enteredAt),
      by,
      owner: at > 0 || place > 0 ? by : null,
      estimateCents,
      actualCents:
        isHere || estimateCents === null ? null : estimateCents + random.int(-20, 60) * 100,
    };
  });
}

/** The way of a used car that reached the line, between two moments of its history; of others none. */
export function wayToLine(car: DemoCar, events: readonly DemoEvent[]): DemoStep[] {
  const became = (status: string) =>
    events.find(({ data }) => data.kind === 'status' && data.to === status)?.at.getTime();
  const [began, ended] = [became('recon'), became('frontline')];
  if (car.isLoaner || began === undefined || ended === undefined) return [];
  const random = stream('stock-line', car.vin);
  const { service: by } = crews[car.store];
  const way = stages.filter((stage) => stage !== 'frontline');
  const parts = way.map(() => random.int(2, 12));
  const whole = parts.reduce((sum, part) => sum + part, 0);
  let at = began;
  const steps = way.map((stage, index): DemoStep => {
    const entered = at;
    at = index === way.length - 1 ? ended : at + ((parts[index] ?? 0) / whole) * (ended - began);
    const costs = stage === 'mechanical' ? 900 : stage === 'detail' ? 240 : 0;
    const cents = costs === 0 ? null : random.int(90, costs) * 100;
    return {
      stage,
      enteredAt: new Date(entered),
      leftAt: new Date(at),
      by,
      owner: by,
      estimateCents: cents,
      actualCents: cents,
    };
  });
  const line = new Date(ended);
  const arrived = { stage: 'frontline', enteredAt: line, leftAt: line, by, owner: null } as const;
  return [...steps, { ...arrived, estimateCents: null, actualCents: null }];
}

const borrowers = [
  'Dana Whitfield',
  'Marcus Ellery',
  'June Castellano',
  'Theo Branson',
  'Ivy Marsh',
];

/** Who has had a lent car; `place` of a store's decides whether it is out now, and one of those is late. */
export function outingsOf(car: DemoCar, place: number, asOf: Date): DemoOuting[] {
  const random = stream('stock-out', car.vin);
  const { service: by, letter } = crews[car.store];
  const plate = place < 2 ? `${letter}D-10${place + 1}` : null;
  const noon = Math.floor(asOf.getTime() / dayMs) * dayMs + 18 * hourMs;
  let miles = Math.max(0, car.mileage - 900);
  const past = [26, 19, 12, 6].map((daysAgo) => {
    const milesOut = miles;
    miles += random.int(40, 210);
    const outAt = new Date(noon - daysAgo * dayMs - random.int(0, 3) * hourMs);
    return {
      ...outing({ outAt, dueAt: new Date(outAt.getTime() + 2 * dayMs) }),
      milesOut,
      milesIn: miles,
      inAt: new Date(outAt.getTime() + random.int(1, 2) * dayMs + random.int(0, 4) * hourMs),
    };
  });
  if (place > 2) return past;
  const isLate = place === 0 && car.store !== 'chevrolet';
  const outAt = new Date(noon - (isLate ? 2 : 1) * dayMs - place * hourMs);
  const dueAt = new Date(noon + (isLate ? -1 : 1) * dayMs + 4 * hourMs);
  return [...past, { ...outing({ outAt, dueAt }), milesOut: car.mileage }];

  function outing({ outAt, dueAt }: { outAt: Date; dueAt: Date }): DemoOuting {
    return {
      clientId: uuidv7(outAt, random),
      kind: place === 2 ? 'demo' : 'loaner',
      plate,
      holder: random.pick(borrowers),
      phone: `316-555-01${String(random.int(0, 99)).padStart(2, '0')}`,
      outAt,
      dueAt,
      inAt: null,
      milesOut: miles,
      milesIn: null,
      fuelOut: random.int(5, 8),
      by,
    };
  }
}
