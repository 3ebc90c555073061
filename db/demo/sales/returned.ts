import type { DemoCar } from '../stock/cars.ts';
import type { SoldCar } from './cars.ts';
import type { DemoDeal } from './deal.ts';

/** What a year of driving adds. */
const driven = 9_000;

interface Gone extends SoldCar {
  deliveredOn: string;
}

/**
 * Which of the sold cars came back in trade and is in stock again: one vehicle, two stays. The car in stock decides
 * what it is; `facts` are those of its first stay.
 */
export function findReturned(gone: readonly Gone[], stock: readonly DemoCar[]) {
  const back = stock.find(
    (car) =>
      car.store === 'ford' &&
      car.condition !== 'new' &&
      car.acquiredFrom === 'trade' &&
      car.status === 'frontline',
  );
  if (!back) return null;
  const [first] = gone
    .filter(
      ({ store, condition, deliveredOn }) =>
        store === back.store && condition !== 'new' && deliveredOn < back.acquiredOn,
    )
    .toSorted((a, b) => `${a.deliveredOn} ${a.vin}`.localeCompare(`${b.deliveredOn} ${b.vin}`));
  if (!first) return null;
  const { vin, year, make, model, trim, body, exterior, interior } = back;
  const mileage = Math.max(100, back.mileage - driven);
  return {
    soldVin: first.vin,
    facts: { vin, year, make, model, trim, body, exterior, interior, mileage },
  };
}

/** The deals, one of which sold a car that came back. */
export function withReturned(deals: readonly DemoDeal[], stock: readonly DemoCar[]): DemoDeal[] {
  const gone = deals.flatMap(({ sold, deliveredOn }) =>
    sold && deliveredOn ? [{ ...sold, deliveredOn }] : [],
  );
  const returned = findReturned(gone, stock);
  if (!returned) return [...deals];
  const { vin, year, make, model, trim, mileage } = returned.facts;
  return deals.map((deal) =>
    deal.sold?.vin === returned.soldVin
      ? {
          ...deal,
          sold: { ...deal.sold, ...returned.facts },
          car: { ...deal.car, vin, title: `${year} ${make} ${model} ${trim}` },
          miles: mileage + 6,
        }
      : deal,
  );
}
