import { vinPattern } from '../../../vin/contract.ts';
import type { Interest, Trade } from '../tables.ts';
import { attributeOf, lineOf, type Node, nodeOf } from './tree.ts';

const kmPerMile = 1.609344;

/** The customer’s trade-in, as opposed to a vehicle of interest. */
export const isTrade = (vehicle: Node) =>
  ['trade-in', 'tradein', 'sell'].includes(attributeOf(vehicle, 'interest'));

const carOf = (vehicle: Node) => ({
  year: yearOf(lineOf(nodeOf(vehicle, 'year'), 20)),
  make: lineOf(nodeOf(vehicle, 'make'), 60),
  model: lineOf(nodeOf(vehicle, 'model'), 60),
  trim: lineOf(nodeOf(vehicle, 'trim'), 60),
  vin: vinOf(lineOf(nodeOf(vehicle, 'vin'), 40)),
});

/** The standard defaults to new; we leave it open, because a matched stock vehicle knows better. */
export function interestOf(vehicle: Node): Interest {
  const status = attributeOf(vehicle, 'status');
  const condition = status === 'new' || status === 'used' ? status : null;
  const stockNumber = lineOf(nodeOf(vehicle, 'stock'), 20);
  return { vehicleId: null, condition, ...carOf(vehicle), stockNumber };
}

export function tradeOf(vehicle: Node): Trade {
  const odometer = nodeOf(vehicle, 'odometer');
  const read = Number(lineOf(odometer, 20).replace(/[,\s]|\.\d+$/g, '') || Number.NaN);
  const isKm = attributeOf(odometer, 'units') === 'km';
  const miles = Math.round(isKm ? read / kmPerMile : read);
  const isMiles = miles >= 0 && miles <= 2_000_000;
  return { ...carOf(vehicle), miles: isMiles ? miles : null };
}

function yearOf(typed: string): number | null {
  const year = /^\d{4}$/.test(typed) ? Number(typed) : 0;
  return year >= 1900 && year <= 2100 ? year : null;
}

function vinOf(typed: string): string {
  const vin = typed.toUpperCase().replace(/[\s-]/g, '');
  return vinPattern.test(vin) ? vin : '';
}
