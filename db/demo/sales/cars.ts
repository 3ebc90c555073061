import type { EventData } from '../../../src/modules/vehicles/contract/history.ts';
import type { Store } from '../../../src/platform/contract/access.ts';
import { addDays } from '../../../src/platform/contract/wallTime.ts';
import type { Random } from '../random.ts';
import {
  bodies,
  crews,
  exteriors,
  interiors,
  type Kind,
  mileageOf,
  modelsFor,
  vinOf,
  yearOf,
} from '../stock/cars.ts';
import { demoModels } from '../stock/models.ts';

const stores = Object.keys(crews) as Store[];
// Beyond the numbers of the stock and of what customers drive.
const serialOf = (store: Store, at: number) => 930_000 + stores.indexOf(store) * 10_000 + at * 13;
const tradeSerialOf = (store: Store, at: number) =>
  960_000 + stores.indexOf(store) * 10_000 + at * 13;

export type SoldCar = ReturnType<typeof soldCar>;

interface Sale {
  random: Random;
  store: Store;
  /** How many the store has sold before it. */
  at: number;
  kind: Exclude<Kind, 'loaner'>;
  deliveredOn: string;
}

/** A car that was in the stock of a store until it was sold. */
export function soldCar({ random, store, at, kind, deliveredOn }: Sale) {
  const acquiredOn = addDays(deliveredOn, -random.int(9, 75));
  const thisYear = Number(acquiredOn.slice(0, 4));
  const model = random.pick(modelsFor(store, kind, thisYear));
  const year = yearOf(model, kind, random);
  const msrp = random.int(model[8][0], model[8][1]);
  const worth = kind === 'new' ? msrp : Math.round(msrp * usedShare(thisYear - year));
  const letter = kind === 'new' ? 'N' : 'U';
  return {
    vin: vinOf(model, year, random.pick([...model[6]]), serialOf(store, at)),
    store,
    year,
    make: model[0],
    model: model[2],
    trim: model[4],
    stockNumber: `${crews[store].letter}${letter}${acquiredOn.slice(2, 4)}${String(100 + at).padStart(4, '0')}`,
    body: bodies[model[7]] ?? model[7],
    exterior: random.pick(exteriors.split(',')),
    interior: random.pick(interiors.split(',')),
    mileage: mileageOf(kind, year, thisYear, random),
    condition: kind === 'new' ? ('new' as const) : random.pick(['used', 'used', 'cpo'] as const),
    acquiredOn,
    acquiredFrom: kind === 'new' ? ('factory' as const) : ('trade' as const),
    msrpCents: msrp * 100,
    costCents: Math.round(worth * (kind === 'new' ? 0.955 : 0.885)) * 100,
    reconCents: kind === 'new' ? 0 : random.int(30, 190) * 1_000,
    packCents: 40_000,
  };
}

const usedShare = (age: number) => Math.max(0.3, 0.78 - 0.09 * Math.max(0, age));

/** What happened to it: it came, was made ready, was sold and driven home. */
export function soldHistory(
  car: SoldCar,
  deal: { number: string; signedAt: Date; deliveredAt: Date },
): { at: Date; data: EventData }[] {
  const first = car.condition === 'new' ? 'in_transit' : 'acquired';
  const second = car.condition === 'new' ? 'received' : 'recon';
  const came = (days: number) => new Date(`${addDays(car.acquiredOn, days)}T17:00:00Z`);
  const status = (from: typeof first | typeof second, to: typeof second | 'frontline') => ({
    kind: 'status' as const,
    from,
    to,
    reason: null,
  });
  const reason = `Deal ${deal.number}`;
  return [
    { at: came(0), data: { kind: 'added', status: first, stockNumber: car.stockNumber } },
    { at: came(1), data: status(first, second) },
    { at: came(3), data: status(second, 'frontline') },
    { at: deal.signedAt, data: { kind: 'status', from: 'frontline', to: 'sold', reason } },
    { at: deal.deliveredAt, data: { kind: 'status', from: 'sold', to: 'delivered', reason } },
  ];
}

export type TradedCar = ReturnType<typeof tradedCar>;

/** What a buyer drove here in: words, and mostly the VIN. */
export function tradedCar(random: Random, store: Store, at: number, thisYear: number) {
  const model = random.pick(demoModels);
  const year = Math.min(model[5][1], thisYear - 1);
  const vin = vinOf(model, year, random.pick([...model[6]]), tradeSerialOf(store, at));
  return {
    vehicle: `${year} ${model[0]} ${model[2]} ${model[4]}`,
    vin: random.next() < 0.7 ? vin : null,
    miles: (thisYear - year) * random.int(9_000, 15_000),
    acvCents: Math.round(random.int(model[8][0], model[8][1]) * usedShare(thisYear - year)) * 80,
  };
}
