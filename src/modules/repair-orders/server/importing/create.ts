import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { settleCustomers, takeCustomersBack } from '../../../customers/server/public.ts';
import { deleteUntouched, type ImportContext } from '../../../imports/server/public.ts';
import { isDone } from '../../contract/status.ts';
import { toLines } from '../record/lines.ts';
import type { RepairOrderTables } from '../tables.ts';
import type { NewOrder } from './check.ts';

type Tx = Kysely<RepairOrderTables>;

/** Writes orders down as another system had them, with the customers who are new. */
export async function createOrders(
  tx: Tx,
  facts: readonly NewOrder[],
  context: ImportContext,
): Promise<void> {
  const visits = facts.map(({ customer, order }) => ({ customer, at: order.openedAt }));
  const customers = await settleCustomers(tx, visits, context);
  const { importId, store, actor } = context;
  const made = await tx
    .insertInto('repair_orders')
    .values(
      facts.map(({ order }, at) => ({
        ...{ client_id: randomUUID(), import_id: importId, store, created_by: actor.userId },
        ...{ number: order.number, customer_id: customers[at] ?? 0, vehicle: order.vehicle },
        ...{ vin: order.vin, advisor_id: order.advisorId, status: order.status, note: order.note },
        ...{ opened_at: order.openedAt, promised_at: order.promisedAt, closed_at: order.closedAt },
        ...{ miles_in: order.milesIn, miles_out: order.milesOut },
      })),
    )
    .returning(['id', 'number'])
    .execute();
  const idOf = new Map(made.map(({ id, number }) => [number, id]));
  const written = facts.map(({ order }) => ({ order, id: idOf.get(order.number) ?? 0 }));
  const lines = written.flatMap(({ id, order }) => toLines(id, order.lines));
  if (lines.length > 0) await tx.insertInto('repair_order_lines').values(lines).execute();
  const by = { author_id: actor.userId };
  await tx
    .insertInto('repair_order_events')
    .values(
      written.flatMap(({ id, order }) =>
        eventsOf(order).map((one) => ({ ...one, ...by, repair_order_id: id })),
      ),
    )
    .execute();
}

/** Its past as far as the file tells: opened, and brought to where it stands. */
function eventsOf({ number, status, openedAt, closedAt }: NewOrder['order']) {
  const opened = { kind: 'opened' as const, at: openedAt, data: JSON.stringify({ number }) };
  if (!isDone(status) || !closedAt) return [opened];
  const moved = { from: 'open', to: status, reason: null };
  return [opened, { kind: 'status' as const, at: closedAt, data: JSON.stringify(moved) }];
}

/** Takes the orders of an import back that nobody has touched, and then the customers who came with it. */
export async function takeOrdersBack(
  tx: Tx,
  { importId }: ImportContext,
  tell: (done: number) => Promise<void>,
): Promise<number> {
  const kept = await deleteUntouched(tx, { room: 'repair_orders', importId, tell });
  await takeCustomersBack(tx, importId, async () => {});
  return kept;
}
