import type { Kysely } from 'kysely';
import { dateAt } from '../../../../platform/contract/wallTime.ts';
import { type MatchedCustomer, matchCustomers } from '../../../customers/server/public.ts';
import {
  type Checked,
  type FileRecord,
  type ImportContext,
  staffOf,
} from '../../../imports/server/public.ts';
import { findLockedThrough, lockedProblem } from '../../../month-locks/server/public.ts';
import { numberOf } from '../record/number.ts';
import type { RepairOrderTables } from '../tables.ts';
import { type ReadOrder, readRows } from './read.ts';
import { findKnown, isSame } from './same.ts';

/** A valid order that its store does not have yet. */
export interface NewOrder {
  order: ReadOrder;
  customer: MatchedCustomer;
}

/** Validates a batch of orders, matches their customers, and detects those the store already has. */
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
    read.map(({ shared }) => shared),
  );
  const numbers = records.map(([first]) => numberOf(first.cell('number')));
  const lockedThrough = await findLockedThrough(tx, context.store);
  const known = await findKnown(tx, context.store, numbers);
  return read.map(({ shared, order, problems }, at): Checked<NewOrder> => {
    const customer = customers[at];
    const customerProblems = customer && 'problems' in customer ? customer.problems : [];
    const all = [
      ...problems,
      ...customerProblems.map((problem) => ({ row: shared.rowOf(problem.field), ...problem })),
    ];
    const existing = known.get(numbers[at] ?? '');
    if (existing !== undefined) {
      if (order && customer && !('problems' in customer) && isSame(existing, order, customer))
        return { isHere: true };
      const error = 'This store already has a repair order with this number';
      all.push({ row: shared.rowOf('number'), field: 'number', error });
    }
    const closedAt = order?.closedAt;
    const locked =
      closedAt && lockedProblem(lockedThrough, [dateAt(context.timezone, closedAt.getTime())]);
    if (locked) all.push({ row: shared.rowOf('closedAt'), field: 'closedAt', error: locked });
    if (all.length > 0 || !order || !customer || 'problems' in customer) return { problems: all };
    return { fact: { order, customer } };
  });
}
