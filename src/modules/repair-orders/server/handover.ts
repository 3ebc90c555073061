import { type RawBuilder, sql } from 'kysely';
import type { Store } from '../../../platform/contract/access.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import {
  findStoresOf,
  type HandoverSource,
  splitByStore,
} from '../../../platform/server/records/handover.ts';
import { integerIds } from '../../../platform/server/records/sources.ts';
import { recordActivity } from '../../activity/server/public.ts';
import { storesOf } from './policy.ts';
import { publishChanged, publishToTechnicians } from './publish.ts';
import { addEvent } from './record/events.ts';
import type { OrdersDb } from './tables.ts';

interface Row {
  id: number;
  store: Store;
  number: string;
  vehicle: string;
  /** Of lines: their positions. */
  lines: number[];
}

interface Part {
  key: string;
  title: string;
  /** Condition on `repair_orders r`: this user has a part in it. */
  isOf: (userId: number) => RawBuilder<unknown>;
  set: (tx: OrdersDb, orderIds: readonly number[], from: number, to: number) => Promise<void>;
}

/** A line with a correction was worked, and stays credited to who did it. */
const isToDo = (userId: number) =>
  sql`l.technician_id = ${userId} and l.correction = '' and not l.declined`;

const advisor: Part = {
  key: 'repair_orders',
  title: 'Repair orders',
  isOf: (userId) => sql`r.advisor_id = ${userId}`,
  async set(tx, orderIds, _, to) {
    await sql`update repair_orders set advisor_id = ${to}
      where id = any(${orderIds}::integer[])`.execute(tx);
  },
};

const technician: Part = {
  key: 'repair_order_lines',
  title: 'Service work',
  isOf: (userId) => sql`exists (select from repair_order_lines l
    where l.repair_order_id = r.id and ${isToDo(userId)})`,
  async set(tx, orderIds, from, to) {
    await sql`update repair_order_lines l set technician_id = ${to}, version = l.version + 1
      where l.repair_order_id = any(${orderIds}::integer[]) and ${isToDo(from)}`.execute(tx);
  },
};

/** Open repair orders of an advisor, and lines that a technician has not worked yet. */
export const orderHandovers = (platform: Platform): HandoverSource[] =>
  [advisor, technician].map((part) => partHandover(platform, part));

function partHandover(platform: Platform, part: Part): HandoverSource {
  const db: OrdersDb = platform.db;
  const { key, title, isOf, set } = part;
  const isAdvisor = part === advisor;
  const find = async (from: OrdersDb, userId: number, also = sql``) => {
    const { rows } = await sql<Row>`
      select r.id, r.store, r.number, r.vehicle,
        array(select l.position from repair_order_lines l
          where l.repair_order_id = r.id and ${isToDo(userId)} order by l.position) as lines
      from repair_orders r where r.is_open and ${isOf(userId)} order by r.id ${also}`.execute(from);
    return rows;
  };
  return {
    key,
    title,
    act: 'move',
    async list(userId, actor) {
      const visible = storesOf(actor);
      return (await find(db, userId)).map((row) => ({
        id: String(row.id),
        title: `RO ${row.number}`,
        detail: isAdvisor
          ? row.vehicle
          : `${row.vehicle}, ${row.lines.length === 1 ? 'line' : 'lines'} ${row.lines.join(', ')}`,
        store: row.store,
        href: visible.includes(row.store) ? `/customers/repair-orders?order=${row.id}` : null,
      }));
    },
    async move({ actor, from, to, ids, ip }) {
      const chosen = integerIds(ids);
      const done = await db.transaction().execute(async (tx) => {
        const rows = (await find(tx, from.id, sql`for update of r`)).filter(({ id }) =>
          chosen.includes(id),
        );
        const refusal = `${to.name} doesn’t work at this store.`;
        const { fit, problems } = splitByStore(rows, await findStoresOf(tx, to.id), refusal);
        const orderIds = fit.map(({ id }) => id);
        await set(tx, orderIds, from.id, to.id);
        await sql`update repair_orders set version = version + 1
          where id = any(${orderIds}::integer[])`.execute(tx);
        for (const { id, lines } of fit) {
          const events = isAdvisor
            ? [
                {
                  kind: 'changed' as const,
                  fields: [{ name: 'advisor', from: from.id, to: to.id }],
                },
              ]
            : lines.map((position) => ({
                kind: 'line' as const,
                position,
                fields: [{ name: 'technician', from: from.name, to: to.name }],
              }));
          for (const event of events) await addEvent(tx, id, actor.userId, event);
        }
        const field = isAdvisor ? 'advisorId' : 'technicianId';
        await recordActivity(
          tx,
          ...fit.map(({ id, number, lines }) => ({
            actor,
            action: 'repair_order.changed',
            subject: { type: 'repair_order', id, name: number },
            before: { [field]: from.id },
            after: { [field]: to.id, ...(!isAdvisor && { lines }) },
            ip,
          })),
        );
        return { fit, problems };
      });
      for (const order of done.fit) {
        publishChanged(platform, order);
        await publishToTechnicians(platform, order, [from.id]);
      }
      return { moved: done.fit.map(({ id }) => String(id)), problems: done.problems };
    },
  };
}
