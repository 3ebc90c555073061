import { type Kysely, sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import { type MatchedCustomer, matchCustomers } from '../../../customers/server/public.ts';
import {
  type Checked,
  type FileRecord,
  type ImportContext,
  type RowNote,
  staffOf,
} from '../../../imports/server/public.ts';
import { findLockedThrough, lockedProblem } from '../../../month-locks/server/public.ts';
import type { SoldCar } from '../../../vehicles/server/public.ts';
import type { DealTables } from '../tables.ts';
import { carsOf } from './cars.ts';
import { numberOf, type ReadDeal, readRow } from './row/read.ts';

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
  const lockedThrough = await findLockedThrough(tx, context.store);
  const known = await findKnown(tx, context.store, numbers);
  const read = files.map((file) => readRow(file, { context, findStaff, now }));
  const cars = await carsOf(
    tx,
    context.store,
    read.map(({ deal }, at) => {
      const customer = customers[at];
      return { deal, customerId: customer && 'id' in customer ? customer.id : null };
    }),
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
    for (const field of ['signedOn', 'deliveredOn', 'fundedOn'] as const) {
      const error = lockedProblem(lockedThrough, [deal?.[field] ?? null]);
      if (error) problems.push({ field, error });
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

/** Stored deals as comparable text: every field a file can contain except costs and gross. */
async function findKnown(
  tx: Kysely<DealTables>,
  store: Store,
  numbers: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ number: string; facts: unknown[] }>`
    select d.number, jsonb_build_array(d.number, c.root_id, d.type, d.condition, d.status,
      d.signed_on::text, d.delivered_on::text, d.funded_on::text, d.vehicle, d.vin, d.stock_number,
      d.salesperson_id, d.second_salesperson_id, d.closer_id, d.finance_manager_id, d.method,
      d.lender, d.price_cents, d.fees_cents, d.tax_cents, d.rebate_cents, d.down_cents, d.products_cents,
      d.trade_vehicle, d.trade_vin, d.trade_allowance_cents, d.trade_payoff_cents,
      d.miles_at_delivery, d.note) as facts
    from deals d join customers c on c.id = d.customer_id
    where d.store = ${store} and d.number = any(${numbers}::text[])`.execute(tx);
  return new Map(rows.map(({ number, facts }) => [number, JSON.stringify(facts)]));
}

/** The same text for a deal read from a file; keep the order in sync with `findKnown`. */
const factsOf = (deal: ReadDeal, customerId: number): string =>
  JSON.stringify([
    deal.number,
    customerId,
    deal.type,
    deal.condition,
    deal.status,
    deal.signedOn,
    deal.deliveredOn,
    deal.fundedOn,
    deal.vehicle,
    deal.vin,
    deal.stockNumber,
    deal.salespersonId,
    deal.secondSalespersonId,
    deal.closerId,
    deal.financeManagerId,
    deal.method,
    deal.lender,
    deal.priceCents,
    deal.feesCents,
    deal.taxCents,
    deal.rebateCents,
    deal.downCents,
    deal.products.reduce((sum, { priceCents }) => sum + priceCents, 0),
    deal.trade?.vehicle ?? null,
    deal.trade?.vin ?? null,
    deal.trade?.allowanceCents ?? null,
    deal.trade?.payoffCents ?? null,
    deal.milesAtDelivery,
    deal.note,
  ]);
