import { type RawBuilder, sql } from 'kysely';
import { permits, type Store } from '../../../platform/contract/access.ts';
import type { ValidOf } from '../../../platform/contract/endpoint.ts';
import { conflict, notFound } from '../../../platform/server/errors.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import type { Handler } from '../../../platform/server/http/routes.ts';
import type { Limit } from '../../../platform/server/limits/limits.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import { inStores } from '../../../platform/server/records/stores.ts';
import { assertVersion } from '../../../platform/server/records/versions.ts';
import { recordActivity } from '../../activity/server/public.ts';
import { type Work, type WorkLine, workAccess } from '../contract/order.ts';
import { isDone, type Status, statusNames } from '../contract/status.ts';
import type * as calls from '../contract.ts';
import { workStoresOf } from './policy.ts';
import { publishChanged, publishToTechnicians } from './publish.ts';
import { addEvent } from './record/events.ts';
import type { OrdersDb } from './tables.ts';

const ordersShown = 100;
const daysKept = 30;

interface WorkRow {
  id: number;
  store: Store;
  number: string;
  status: Status;
  vehicle: string;
  vin: string | null;
  miles_in: number | null;
  advisor: string;
  opened_at: Date;
  promised_at: Date | null;
  closed_at: Date | null;
  note: string;
  lines: LineRow[];
}

interface LineRow {
  id: number;
  position: number;
  pay_type: WorkLine['payType'];
  op_code: string;
  complaint: string;
  cause: string;
  correction: string;
  hours_flagged: number;
  hours_actual: number;
  declined: boolean;
  version: number;
}

/** Condition on a line `l` of the order `r`. */
const isMine = ({ userId }: Actor) => sql`l.repair_order_id = r.id and l.technician_id = ${userId}`;

/** The orders with lines that name the actor, with these lines only; `where` is a condition on `repair_orders r`. */
async function findWork(db: OrdersDb, actor: Actor, where: RawBuilder<unknown>): Promise<Work[]> {
  const order = sql`r.is_open desc, r.closed_at desc nulls first, r.promised_at nulls last,
    r.opened_at, r.id`;
  // Only the lines of these orders are put together: a technician has tens of thousands.
  const { rows } = await sql<WorkRow>`
    with shown as (
      select r.* from repair_orders r
      where ${inStores('r.store', workStoresOf(actor))} and ${where}
        and exists (select from repair_order_lines l where ${isMine(actor)})
      order by ${order} limit ${ordersShown})
    select r.id, r.store, r.number, r.status, r.vehicle, r.vin, r.miles_in, a.shown_name as advisor,
      r.opened_at, r.promised_at, r.closed_at, r.note, mine.lines
    from shown r
    join users a on a.id = r.advisor_id
    cross join lateral (
      select jsonb_agg(to_jsonb(l) order by l.position) as lines
      from repair_order_lines l where ${isMine(actor)}) mine
    order by ${order}`.execute(db);
  return rows.map((row) => toWork(row, actor));
}

const iso = (at: Date | null) => at?.toISOString() ?? null;

const toWork = (row: WorkRow, actor: Actor): Work => ({
  id: row.id,
  store: row.store,
  number: row.number,
  status: row.status,
  vehicle: row.vehicle,
  vin: row.vin,
  milesIn: row.miles_in,
  advisor: row.advisor,
  openedAt: row.opened_at.toISOString(),
  promisedAt: iso(row.promised_at),
  closedAt: iso(row.closed_at),
  note: row.note,
  lines: row.lines.map((line) => ({
    id: line.id,
    position: line.position,
    payType: line.pay_type,
    opCode: line.op_code,
    complaint: line.complaint,
    cause: line.cause,
    correction: line.correction,
    hoursFlagged: line.hours_flagged,
    hoursActual: line.hours_actual,
    declined: line.declined,
    version: line.version,
    may: {
      edit: permits(workAccess.write, actor) && !isDone(row.status) && !line.declined,
    },
  })),
});

/** The actor’s work: open orders by promised time, or those of the last 30 days that are done. */
export const listMyWork = (db: OrdersDb, actor: Actor, scope: 'open' | 'done'): Promise<Work[]> =>
  findWork(
    db,
    actor,
    scope === 'open'
      ? sql`r.is_open`
      : sql`not r.is_open and r.closed_at > now() - make_interval(days => ${daysKept})`,
  );

/** How much there is to do, and whether the actor has such work at all. */
export async function countMyWork(
  db: OrdersDb,
  actor: Actor,
): Promise<{ open: number; isTechnician: boolean }> {
  const isOwn = inStores('r.store', workStoresOf(actor));
  const { rows } = await sql<{ open: number; isTechnician: boolean }>`
    select (select count(*)::integer from repair_orders r where r.is_open and ${isOwn}
        and exists (select from repair_order_lines l where ${isMine(actor)})) as open,
      exists (select from repair_order_lines l join repair_orders r on ${isMine(actor)}
        where ${isOwn}) as "isTechnician"`.execute(db);
  return rows[0] ?? { open: 0, isTechnician: false };
}

type Body = ValidOf<typeof calls.saveMyLine>['body'];

/** Saves what the actor wrote on a line that names them. */
export function saveMyLine(platform: Platform, writes: Limit): Handler<typeof calls.saveMyLine> {
  const db: OrdersDb = platform.db;
  return async ({ actor, params: { lineId }, body, ip }) => {
    await writes.consume(String(actor.userId));
    const { order, isChanged } = await db
      .transaction()
      .execute((tx) => save(tx, actor, { lineId, body, ip }));
    if (isChanged) {
      publishChanged(platform, order);
      await publishToTechnicians(platform, order);
    }
    const [saved] = await findWork(db, actor, sql`r.id = ${order.id}`);
    if (!saved) throw notFound();
    return saved;
  };
}

interface SaveCommand {
  lineId: number;
  body: Body;
  ip: string;
}

interface LockedOrder {
  id: number;
  store: Store;
  number: string;
  status: Status;
  version: number;
}

async function save(
  tx: OrdersDb,
  actor: Actor,
  { lineId, body, ip }: SaveCommand,
): Promise<{ order: LockedOrder; isChanged: boolean }> {
  // The order first, as everyone who writes its lines locks it.
  const { rows: orders } = await sql<LockedOrder>`
    select r.id, r.store, r.number, r.status, r.version from repair_orders r
    where r.id = (select repair_order_id from repair_order_lines where id = ${lineId})
      and ${inStores('r.store', workStoresOf(actor))} for update`.execute(tx);
  const [order] = orders;
  const line = await tx
    .selectFrom('repair_order_lines')
    .selectAll()
    .where('id', '=', lineId)
    .where('technician_id', '=', actor.userId)
    .executeTakeFirst();
  if (!order || !line) throw notFound();
  if (isDone(order.status)) {
    const is = statusNames[order.status].toLowerCase();
    throw conflict(`This repair order is ${is}. Ask its advisor to reopen it.`);
  }
  if (line.declined) throw conflict('The customer declined this line.');
  assertVersion(line, body.version, 'this line', 'load');
  const fields = [
    { name: 'cause', from: line.cause, to: body.cause },
    { name: 'correction', from: line.correction, to: body.correction },
    { name: 'hoursActual', from: line.hours_actual, to: body.hoursActual },
  ].filter(({ from, to }) => from !== to);
  if (fields.length === 0) return { order, isChanged: false };
  await tx
    .updateTable('repair_order_lines')
    .set({
      cause: body.cause,
      correction: body.correction,
      hours_actual: body.hoursActual,
      version: line.version + 1,
    })
    .where('id', '=', lineId)
    .execute();
  // A form that shows the whole order must get a conflict.
  await tx
    .updateTable('repair_orders')
    .set({ version: order.version + 1 })
    .where('id', '=', order.id)
    .execute();
  await addEvent(tx, order.id, actor.userId, { kind: 'line', position: line.position, fields });
  await recordActivity(tx, {
    actor,
    action: 'repair_order.line_worked',
    subject: { type: 'repair_order', id: order.id, name: order.number },
    after: { line: line.position, changed: fields.map(({ name }) => name) },
    ip,
  });
  return { order, isChanged: true };
}
