import { sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import { getTimezone } from '../../../organization/server/public.ts';
import { dueAt, type OpenHours } from '../../contract/open-hours.ts';
import type { Hours } from '../../contract/settings.ts';
import type { LeadsDb } from '../tables.ts';

/** The routing settings of a store that its response clock uses. */
export interface StoreRouting extends OpenHours {
  store: Store;
  limitMinutes: number;
  inTurn: boolean;
  version: number;
}

interface RoutingRow {
  store: Store;
  limit_minutes: number;
  in_turn: boolean;
  hours: Hours;
  version: number;
}

const toRouting = (
  { limit_minutes, in_turn, ...row }: RoutingRow,
  timezone: string,
): StoreRouting => ({
  ...row,
  limitMinutes: limit_minutes,
  inTurn: in_turn,
  timezone,
});

export async function readRouting(db: LeadsDb): Promise<Map<Store, StoreRouting>> {
  const timezone = await getTimezone(db);
  const rows = await db.selectFrom('lead_routing').selectAll().execute();
  return new Map(rows.map((row) => [row.store, toRouting(row, timezone)]));
}

/** Locks the routing of a store until the transaction ends; serializes incoming leads. */
export async function lockRouting(tx: LeadsDb, store: Store): Promise<StoreRouting> {
  const row = await tx
    .selectFrom('lead_routing')
    .selectAll()
    .where('store', '=', store)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return toRouting(row, await getTimezone(tx));
}

/**
 * Recalculates the due times of leads without a response: opening hours, limit or the group time zone may
 * have changed.
 */
export async function moveDueTimes(tx: LeadsDb): Promise<void> {
  const routings = await readRouting(tx);
  const waiting = await tx
    .selectFrom('leads')
    .select(['id', 'store', 'received_at', 'due_at'])
    .where('is_waiting', '=', true)
    .execute();
  const moved = waiting.flatMap(({ id, store, received_at, due_at }) => {
    const routing = routings.get(store);
    const due = routing && dueAt(routing, received_at.getTime(), routing.limitMinutes);
    return due && due.getTime() !== due_at.getTime() ? [{ id, due: due.toISOString() }] : [];
  });
  if (moved.length === 0) return;
  await sql`update leads l set due_at = m.due
    from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as m (id integer, due timestamptz)
    where l.id = m.id and l.is_waiting`.execute(tx);
}
