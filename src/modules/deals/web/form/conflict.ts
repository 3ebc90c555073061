import {
  rebased as rebasedFields,
  relinked,
  type ValueTexts,
} from '../../../../platform/web/forms/changes.ts';
import type { Values } from './values.ts';

/** Names of the fields in the list of what someone else changed. */
export const fieldNames: Partial<Record<keyof Values, string>> = {
  customer: 'Customer',
  type: 'Deal type',
  condition: 'Condition',
  car: 'Vehicle',
  vehicle: 'Vehicle',
  vin: 'VIN',
  stockNumber: 'Stock number',
  salespersonId: 'Salesperson',
  secondSalespersonId: 'Second salesperson',
  closerId: 'Closer',
  financeManagerId: 'F&I',
  method: 'Payment method',
  lender: 'Lender',
  rate: 'Rate',
  termMonths: 'Term',
  price: 'Price',
  fees: 'Fees',
  tax: 'Tax',
  rebate: 'Rebate',
  down: 'Down payment',
  trade: 'Trade-in',
  products: 'Products',
  dueBills: 'Due bills',
  cost: 'Cost',
  recon: 'Reconditioning',
  pack: 'Pack',
  reserve: 'Reserve',
  note: 'Note',
};
/** Of the fields listed with both values. */
export const valueTexts: ValueTexts<Values> = {
  price: String,
  fees: String,
  tax: String,
  rebate: String,
  down: String,
  cost: String,
  recon: String,
  pack: String,
  reserve: String,
  lender: String,
  rate: String,
  termMonths: String,
};

/** Their version with the local changes on top. Lines get new ids with each save. */
export function rebased(mine: Values, base: Values, theirs: Values): Values {
  const merged = rebasedFields(mine, base, theirs);
  const versionsOf = <L extends 'products' | 'dueBills'>(list: L) => ({
    mine: mine[list],
    base: base[list],
    theirs: theirs[list],
  });
  if (merged.products !== theirs.products) {
    const nameOf = ({ kind, provider }: Values['products'][number]) => `${kind} ${provider}`;
    merged.products = relinked(versionsOf('products'), nameOf);
  }
  if (merged.dueBills !== theirs.dueBills) {
    merged.dueBills = relinked(versionsOf('dueBills'), ({ what }) => what);
  }
  return merged;
}
