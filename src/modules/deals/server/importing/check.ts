import type { Kysely } from 'kysely';
import { type MatchedCustomer, matchCustomers } from '../../../customers/server/public.ts';
import {
  type Checked,
  type FileRecord,
  type ImportContext,
  type RowNote,
  staffOf,
} from '../../../imports/server/public.ts';
import type { SoldCar } from '../../../vehicles/server/public.ts';
import type { DealTables } from '../tables.ts';
import { carsOf } from './cars.ts';
import { numberOf, type ReadDeal, readRow } from './row/read.ts';
import { factsOf, findKnown } from './same.ts';

/** A valid deal that the store does not have yet. */
export interface NewDeal {
  deal: ReadDeal;
  customer: MatchedCustomer;
}

/** Checks rows: whether each is valid, its customer, and whether the store already has the deal. */
export async function checkDeals(
  tx: Kysely<DealTables>,
  records: readonly FileRecord[],
  context: ImportContext,
): Promise<Checked<NewDeal>[]> {
  const findStaff = await staffOf(tx, context.store);
  const now = new Date();
  const files = records.map(([file]) => file);
  const customers = await matchCustomers(tx, context.actor, files);
  const numbers = files.map(({ cell }) => numberOf(cell('number')));
  const known = await findKnown(tx, context.store, numbers);
  const read = files.map((file) => readRow(file, { context, findStaff, now }));
  const cars = await carsOf(
    tx,
    context.store,
    read.map(({ deal }) => deal),
  );
  return files.map(({ row }, at): Checked<NewDeal> => {
    const { deal, problems = [] } = read[at] ?? {};
    const number = numbers[at] ?? '';
    const customer = customers[at];
    if (customer && 'problems' in customer) problems.push(...customer.problems);
    const earlier = number === '' ? row : (context.seen.get(number) ?? row);
    context.seen.set(number, earlier);
    if (earlier !== row) problems.push({ field: 'number', error: `Same as row ${earlier}` });
    const here = known.get(number);
    if (here !== undefined) {
      if (deal && customer && 'id' in customer && here === factsOf(deal, customer.id))
        return { isHere: true };
      problems.push({ field: 'number', error: 'This store already has a deal with this number' });
    }
    if (problems.length > 0 || !deal || !customer || 'problems' in customer)
      return { problems: problems.map((one) => ({ row, ...one })) };
    return { fact: { deal, customer }, notes: notesOf(cars[at] ?? null, deal, { row, context }) };
  });
}

/** Warnings about the vehicle of an imported deal. */
function notesOf(
  car: SoldCar | null,
  { vin }: ReadDeal,
  { row, context: { seen } }: { row: number; context: ImportContext },
): RowNote[] {
  if (car === null || vin === null) return [];
  const warn = (note: string) => [{ row, field: 'vin', note }];
  if ('note' in car) return warn(car.note);
  const earlier = seen.get(`car ${vin}`) ?? row;
  seen.set(`car ${vin}`, earlier);
  return earlier === row ? [] : warn(`The vehicle belongs to the deal in row ${earlier}`);
}
