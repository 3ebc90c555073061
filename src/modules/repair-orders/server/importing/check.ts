import type { Kysely } from 'kysely';
import { type MatchedCustomer, matchCustomers } from '../../../customers/server/public.ts';
import {
  type Checked,
  type FileRecord,
  type ImportContext,
  staffOf,
} from '../../../imports/server/public.ts';
import type { RepairOrderTables } from '../tables.ts';
import { numberOf, type ReadOrder, readRows } from './read.ts';
import { findKnown, isSame } from './same.ts';

/** An order that is right and new to its store. */
export interface NewOrder {
  order: ReadOrder;
  customer: MatchedCustomer;
}

/** Looks at some orders: whether each is right, whose it is, and whether the store has it already. */
export async function checkOrders(
  tx: Kysely<RepairOrderTables>,
  records: readonly FileRecord[],
  context: ImportContext,
): Promise<Checked<NewOrder>[]> {
  const findStaff = await staffOf(tx, context.store);
  const now = new Date();
  const read = records.map((record) => readRows(record, { context, findStaff, now }));
  const customers = await matchCustomers(
    tx,
    context.actor,
    read.map(({ said }) => said),
  );
  const numbers = records.map(([first]) => numberOf(first.cell('number')));
  const known = await findKnown(tx, context.store, numbers);
  return read.map(({ said, order, problems }, at): Checked<NewOrder> => {
    const customer = customers[at];
    const wrong = customer && 'problems' in customer ? customer.problems : [];
    const all = [...problems, ...wrong.map((one) => ({ row: said.rowOf(one.field), ...one }))];
    const here = known.get(numbers[at] ?? '');
    if (here !== undefined) {
      if (order && customer && !('problems' in customer) && isSame(here, order, customer))
        return { isHere: true };
      const error = 'This store has an order of this number already';
      all.push({ row: said.rowOf('number'), field: 'number', error });
    }
    if (all.length > 0 || !order || !customer || 'problems' in customer) return { problems: all };
    return { fact: { order, customer } };
  });
}
