import type { DemoCar } from '../stock/cars.ts';
import type { DemoDeal } from './deal.ts';

/** What a year of driving adds. */
const driven = 9_000;

/**
 * The deals, one of which sold a car that came back in trade and is in stock again: one vehicle, two stays. The car in
 * stock decides what it is.
 */
export function withReturned(deals: readonly DemoDeal[], stock: readonly DemoCar[]): DemoDeal[] {
  const back = stock.find(
    (car) =>
      car.store === 'ford' &&
      car.condition !== 'new' &&
      car.acquiredFrom === 'trade' &&
      car.status === 'frontline',
  );
  if (!back) return [...deals];
  const [first] = deals
    .filter(
      ({ store, sold, deliveredOn }) =>
        store === back.store &&
        sold !== null &&
        sold.condition !== 'new' &&
        deliveredOn !== null &&
        deliveredOn < back.acquiredOn,
    )
    .toSorted((a, b) => (a.deliveredOn ?? '').localeCompare(b.deliveredOn ?? ''));
  if (!first?.sold) return [...deals];
  const { vin, year, make, model, trim, body, exterior, interior } = back;
  const mileage = Math.max(100, back.mileage - driven);
  const facts = { vin, year, make, model, trim, body, exterior, interior, mileage };
  const returned: DemoDeal = {
    ...first,
    sold: { ...first.sold, ...facts },
    car: { ...first.car, vin, title: `${year} ${make} ${model} ${trim}` },
    miles: mileage + 6,
  };
  return deals.map((deal) => (deal === first ? returned : deal));
}
