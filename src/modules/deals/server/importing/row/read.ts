import * as z from 'zod/mini';
import { AppError } from '../../../../../platform/server/errors.ts';
import { parse } from '../../../../../platform/server/http/validation.ts';
import {
  type CellProblem,
  centsOf,
  countOf,
  type FileRow,
  type FindStaff,
  type ImportContext,
  isStore,
  type ParsedCell,
} from '../../../../imports/server/public.ts';
import { number } from '../../../contract/deal.ts';
import { dealFacts, maxCents } from '../../../contract/facts.ts';
import type { ImportedDeal } from '../importDeals.ts';
import { conditionOf, methodOf, typeOf } from './texts.ts';
import { timesOf } from './times.ts';

const { vehicle, vin, stockNumber, lender, trade, note } = dealFacts;
const readDeal = z.strictObject({ number, vehicle, vin, stockNumber, lender, trade, note });

/** A deal read from a row, without its customer. */
export type ReadDeal = Omit<ImportedDeal, 'clientId' | 'authorId' | 'customerId'>;

export const numberOf = (text: string) => text.toUpperCase().replace(/^DEAL\s*#?\s*|^#|[\s-]/g, '');

interface ReadOptions {
  context: Pick<ImportContext, 'store' | 'timezone'>;
  findStaff: FindStaff;
  now: Date;
}

/** Reads a deal from a row, with all problems found. */
export function readRow(
  file: FileRow,
  { context, findStaff, now }: ReadOptions,
): { deal?: ReadDeal; problems: CellProblem[] } {
  const { cell } = file;
  const { times, problems } = timesOf(file, context.timezone, now);
  const cells = cellsOf(file, findStaff, problems);
  const store = cell('store');
  if (store && !isStore(store, context.store))
    problems.push({ field: 'store', error: 'This row is for another store' });
  for (const field of ['condition', 'salesperson']) {
    if (cell(field) === '') problems.push({ field, error: 'Required' });
  }
  const facts = {
    ...staffOf(file, cells, problems),
    ...amountsOf(cells),
    type: cells.choice('type', 'retail', typeOf, 'Enter a type such as retail'),
    condition: cells.choice('condition', 'new', conditionOf, 'Enter new, used or CPO'),
    method: cells.choice('method', 'cash', methodOf, 'Enter cash, finance or lease'),
    products: productsOf(cells),
    milesAtDelivery: cells.miles('miles'),
  };
  const texts = textsOf(file, tradeOf(file, cells), problems);
  if (!texts || problems.length > 0) return { problems };
  const none = { vehicleId: null, rate: null, termMonths: null, dueBills: [] };
  return { problems, deal: { store: context.store, ...none, ...times, ...facts, ...texts } };
}

const mostMiles = 2_000_000;

/** Reads the cells of a row; an invalid cell adds a problem and counts as blank. */
function cellsOf({ cell }: FileRow, findStaff: FindStaff, problems: CellProblem[]) {
  const read = <T>(field: string, blank: T, readCell: (text: string) => ParsedCell<T>): T => {
    const text = cell(field);
    if (text === '') return blank;
    const parsed = readCell(text);
    if ('value' in parsed) return parsed.value;
    problems.push({ field, error: parsed.error });
    return blank;
  };
  return {
    cents: (field: string) => read(field, 0, (text) => centsOf(text, maxCents)),
    /** Null if the cell is blank. */
    knownCents: (field: string) =>
      read<number | null>(field, null, (text) => centsOf(text, maxCents)),
    miles: (field: string) => read<number | null>(field, null, (text) => countOf(text, mostMiles)),
    person: (field: string) => read<number | null>(field, null, findStaff),
    choice: <T>(field: string, blank: T, find: (text: string) => T | undefined, error: string): T =>
      read<T>(field, blank, (text): ParsedCell<T> => {
        const value = find(text);
        return value === undefined ? { error } : { value };
      }),
  };
}
type Cells = ReturnType<typeof cellsOf>;

/** How other systems write that no salesperson sold it. */
const isHouseDeal = (text: string) => /^house( (deal|account))?$/i.test(text);

function staffOf({ cell }: FileRow, { person }: Cells, problems: CellProblem[]) {
  const staff = {
    salespersonId: isHouseDeal(cell('salesperson')) ? null : person('salesperson'),
    secondSalespersonId: person('secondSalesperson'),
    closerId: person('closer'),
    financeManagerId: person('financeManager'),
  };
  if (staff.secondSalespersonId !== null && staff.secondSalespersonId === staff.salespersonId)
    problems.push({ field: 'secondSalesperson', error: 'Already the first salesperson' });
  if (staff.secondSalespersonId !== null && isHouseDeal(cell('salesperson')))
    problems.push({ field: 'secondSalesperson', error: 'A house deal has no second salesperson' });
  const sellers = [staff.salespersonId, staff.secondSalespersonId];
  if (staff.closerId !== null && sellers.includes(staff.closerId))
    problems.push({ field: 'closer', error: 'Already a salesperson of this deal' });
  return staff;
}

const amountsOf = ({ cents }: Cells) => ({
  priceCents: cents('price'),
  feesCents: cents('fees'),
  taxCents: cents('tax'),
  rebateCents: cents('rebate'),
  downCents: cents('down'),
  costCents: cents('cost'),
  reconCents: cents('recon'),
  packCents: cents('pack'),
  reserveCents: cents('reserve'),
});

/** All F&I products as one. */
function productsOf({ cents, knownCents }: Cells) {
  const priceCents = cents('products');
  const costCents = knownCents('productsCost');
  if (priceCents === 0 && !costCents) return [];
  return [{ kind: 'other' as const, provider: '', priceCents, costCents }];
}

/** Null if the row has no trade-in. */
function tradeOf({ cell }: FileRow, { cents, knownCents }: Cells) {
  const allowanceCents = cents('tradeAllowance');
  const payoffCents = cents('tradePayoff');
  const acvCents = knownCents('tradeAcv');
  const isNamed = cell('tradeVehicle') || cell('tradeVin');
  if (!isNamed && !allowanceCents && !payoffCents && !acvCents) return null;
  return {
    vehicle: cell('tradeVehicle') || 'Trade-in',
    vin: cell('tradeVin') || null,
    allowanceCents,
    payoffCents,
    ...(acvCents !== null && { acvCents }),
  };
}

/** Validates the text cells with the schema of a deal. */
function textsOf({ cell }: FileRow, trade: object | null, problems: CellProblem[]) {
  const car = cell('vehicle') || ['year', 'make', 'model'].map(cell).filter(Boolean).join(' ');
  if (car === '') problems.push({ field: 'vehicle', error: 'Required' });
  try {
    const deal = parse(readDeal, {
      number: numberOf(cell('number')),
      vehicle: car,
      vin: cell('vin') || null,
      trade,
      stockNumber: cell('stockNumber'),
      lender: cell('lender'),
      note: cell('note'),
    });
    return {
      ...deal,
      trade: deal.trade && { ...deal.trade, acvCents: deal.trade.acvCents ?? null },
    };
  } catch (error) {
    // Validation errors become problems of the row; anything else is a bug.
    if (!(error instanceof AppError)) throw error;
    const fields = Object.entries(error.fields ?? { number: error.message });
    problems.push(
      ...fields.map(([path, message]) => ({ field: tradeCells[path] ?? path, error: message })),
    );
    return undefined;
  }
}

const tradeCells: Record<string, string> = {
  'trade.vehicle': 'tradeVehicle',
  'trade.vin': 'tradeVin',
};
