import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { dateAt } from '../../../../platform/contract/wallTime.ts';
import { settleCustomers, takeCustomersBack } from '../../../customers/server/public.ts';
import { deleteUntouched, type ImportContext } from '../../../imports/server/public.ts';
import { assertUnlocked, findLockedThrough } from '../../../month-locks/server/public.ts';
import { isDone } from '../../contract/status.ts';
import { toLines } from '../record/lines.ts';
import type { RepairOrderTables } from '../tables.ts';
import type { NewOrder } from './check.ts';

type Tx = Kysely<RepairOrderTables>;

/** Inserts imported orders, and the customers that are new. */
export async function createOrders(
  tx: Tx,
  facts: readonly NewOrder[],
  context: ImportContext,
): Promise<void> {
  const { timezone } = context;
  await assertUnlocked(
    tx,
    context.store,
    facts.map(({ order: { closedAt } }) => closedAt && dateAt(timezone, closedAt.getTime())),
  );
  const visits = facts.map(({ customer, order }) => ({ customer, at: order.openedAt }));
  const customers = await settleCustomers(tx, visits, context);
  const { importId, store, actor } = context;
  const inserted = await tx
    .insertInto('repair_orders')
    .values(
      facts.map(({ order }, at) => ({
        client_id: randomUUID(),
        import_id: importId,
        store,
        created_by: actor.userId,
        number: order.number,
        customer_id: customers[at] ?? 0,
        vehicle: order.vehicle,
        vin: order.vin,
        advisor_id: order.advisorId,
        status: order.status,
        note: order.note,
        opened_at: order.openedAt,
        promised_at: order.promisedAt,
        closed_at: order.closedAt,
        miles_in: order.milesIn,
        miles_out: order.milesOut,
      })),
    )
    .returning(['id', 'number'])
    .execute();
  const idOf = new Map(inserted.map(({ id, number }) => [number, id]));
  const orders = facts.map(({ order }) => ({ order, id: idOf.get(order.number) ?? 0 }));
  const lines = orders.flatMap(({ id, order }) => toLines(id, order.lines));
  if (lines.length > 0) await tx.insertInto('repair_order_lines').values(lines).execute();
  await tx
    .insertInto('repair_order_events')
    .values(
      orders.flatMap(({ id, order }) =>
        eventsOf(order).map((event) => ({
          ...event,
          author_id: actor.userId,
          repair_order_id: id,
        })),
      ),
    )
    .execute();
}

/** The history a file can provide: opened, and closed or voided. */
function eventsOf({ number, status, openedAt, closedAt }: NewOrder['order']) {
  const opened = { kind: 'opened' as const, at: openedAt, data: JSON.stringify({ number }) };
  if (!isDone(status) || !closedAt) return [opened];
  const change = { from: 'open', to: status, reason: null };
  return [opened, { kind: 'status' as const, at: closedAt, data: JSON.stringify(change) }];
}

/**
 * Undoes an import: deletes its orders that no one changed since and that no locked month counts, then the customers
 * it added.
 */
export async function undoOrderImport(
  tx: Tx,
  { importId, store, timezone }: ImportContext,
  reportProgress: (done: number) => Promise<void>,
): Promise<number> {
  const through = await findLockedThrough(tx, store, { lock: true });
  const and = sql<boolean>`(closed_at is null or ${through}::date is null
    or (closed_at at time zone ${timezone})::date > ${through}::date)`;
  const keptCount = await deleteUntouched(tx, {
    table: 'repair_orders',
    importId,
    reportProgress,
    and,
  });
  await takeCustomersBack(tx, importId, async () => {});
  return keptCount;
}
