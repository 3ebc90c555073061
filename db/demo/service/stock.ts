import type { Store } from '../../../src/platform/contract/access.ts';
import { soldCars } from '../sales/deals.ts';
import { findReturned } from '../sales/returned.ts';
import { demoCars } from '../stock/cars.ts';
import type { Visitor } from './orders.ts';

/** A car of the stock, which the service works on for its own store. */
export interface StockVisitor extends Visitor {
  isNew: boolean;
  /** In stock from this day up to this one. */
  from: string;
  to: string;
}

/** Every car that was in a store’s stock within a year, on the account of its store. */
export function stockVisitors(today: string, accounts: Record<Store, number>): StockVisitor[] {
  const stock = demoCars(today);
  const here = stock
    .filter(({ place }) => place !== 'in_transit')
    .map((car) => ({ ...car, to: today }));
  const sold = soldCars(today);
  const returned = findReturned(sold, stock);
  const gone = sold.map((car) => ({
    ...car,
    ...(car.vin === returned?.soldVin && returned.facts),
    to: car.deliveredOn,
  }));
  return [...here, ...gone].map((car) => ({
    customer: accounts[car.store],
    store: car.store,
    vehicle: `${car.year} ${car.make} ${car.model} ${car.trim}`,
    vin: car.vin,
    mileage: car.mileage,
    isNew: car.condition === 'new',
    from: car.acquiredOn,
    to: car.to,
  }));
}
