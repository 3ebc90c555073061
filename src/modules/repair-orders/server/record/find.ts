import { sql } from 'kysely';
import { notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { lockVisible } from '../../../../platform/server/records/stores.ts';
import { assertVersion } from '../../../../platform/server/records/versions.ts';
import type { OrderPage } from '../../contract/order.ts';
import { canEdit, canSeeCost, statusChangesFor, storesOf } from '../policy.ts';
import type { OrdersDb } from '../tables.ts';
import { findCloseDays, findCorrectableDay } from './days.ts';
import { type LineRow, type OrderRow, selectOrders, toLine, toOrder, visibleTo } from './rows.ts';

/** Throws 404 if the order does not exist or the actor may not see it. */
async function getRow(db: OrdersDb, actor: Actor, id: number): Promise<OrderRow> {
  const { rows } = await sql<OrderRow>`${selectOrders}
    where r.id = ${id} and ${visibleTo(actor)}`.execute(db);
  if (!rows[0]) throw notFound();
  return rows[0];
}

/** Locks the order’s row; throws 404, or 409 if it is no longer at `version`. */
export async function lockOrder(
  tx: OrdersDb,
  actor: Actor,
  id: number,
  version: number,
): Promise<OrderRow> {
  await lockVisible(tx, { table: 'repair_orders', id, stores: storesOf(actor) });
  const row = await getRow(tx, actor, id);
  assertVersion(row, version, 'this repair order', 'load');
  return row;
}

export async function findLines(db: OrdersDb, id: number): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`
    select l.*, u.shown_name as technician
    from repair_order_lines l left join users u on u.id = l.technician_id
    where l.repair_order_id = ${id} order by l.position`.execute(db);
  return rows;
}

/** The order with everything its page shows. Throws 404 if the actor may not see it. */
export async function getOrder(db: OrdersDb, actor: Actor, id: number): Promise<OrderPage> {
  const row = await getRow(db, actor, id);
  const lines = await findLines(db, id);
  const dayFor = await findCloseDays(db, actor, row);
  return {
    ...toOrder(row, actor),
    milesIn: row.miles_in,
    milesOut: row.miles_out,
    note: row.note,
    lines: lines.map((line) => toLine(line, actor)),
    may: {
      edit: canEdit(actor, row.status),
      seeCost: canSeeCost(actor),
      become: statusChangesFor(actor, row.status).map((change) => ({
        ...change,
        day: dayFor(change.status),
      })),
      correct: await findCorrectableDay(db, actor, row),
    },
  };
}
