import { sql } from 'kysely';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { notFound } from '../../../../platform/server/http/errors.ts';
import { historyMaxSize, type OrderEvent } from '../../contract.ts';
import { storesOf } from '../policy.ts';
import type { OrdersDb } from '../tables.ts';
import { inStores } from './rows.ts';

type EventData = OrderEvent['data'];

/** Appends to the order’s history, in the transaction of the change itself. */
export async function addEvent(
  tx: OrdersDb,
  orderId: number,
  authorId: number,
  { kind, ...data }: EventData,
): Promise<void> {
  await tx
    .insertInto('repair_order_events')
    .values({ repair_order_id: orderId, author_id: authorId, kind, data: JSON.stringify(data) })
    .execute();
}

interface EventRow {
  id: number;
  at: Date;
  by: string;
  kind: EventData['kind'];
  data: object;
}

/** One page, newest first. Throws 404 if the actor may not see the order. */
export async function listOrderEvents(
  db: OrdersDb,
  actor: Actor,
  orderId: number,
  before = 2_147_483_647,
): Promise<OrderEvent[]> {
  const { rows: visible } = await sql`select from repair_orders r
    where r.id = ${orderId} and ${inStores(storesOf(actor))}`.execute(db);
  if (visible.length === 0) throw notFound();
  const { rows } = await sql<EventRow>`
    select e.id, e.at, e.kind, e.data, u.shown_name as by
    from repair_order_events e join users u on u.id = e.author_id
    where e.repair_order_id = ${orderId} and e.id < ${before}
    order by e.id desc limit ${historyMaxSize}`.execute(db);
  return rows.map(({ id, at, by, kind, data }) => ({
    id,
    at: at.toISOString(),
    by,
    data: { kind, ...data } as EventData,
  }));
}
