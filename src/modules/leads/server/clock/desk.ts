import { sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import { getTimezone } from '../../../organization/server/public.ts';
import type { Hours } from '../../contract/settings.ts';
import type { LeadsDb } from '../tables.ts';
import { dueAt, type OpenHours } from './open-hours.ts';

/** What the clock of a store goes by. */
export interface Desk extends OpenHours {
  store: Store;
  limitMinutes: number;
  inTurn: boolean;
  version: number;
}

interface DeskRow {
  store: Store;
  limit_minutes: number;
  in_turn: boolean;
  hours: Hours;
  version: number;
}

const toDesk = ({ limit_minutes, in_turn, ...row }: DeskRow, timezone: string): Desk => ({
  ...row,
  limitMinutes: limit_minutes,
  inTurn: in_turn,
  timezone,
});

export async function readDesks(db: LeadsDb): Promise<Map<Store, Desk>> {
  const timezone = await getTimezone(db);
  const rows = await db.selectFrom('lead_desks').selectAll().execute();
  return new Map(rows.map((row) => [row.store, toDesk(row, timezone)]));
}

/** Held until the transaction ends: whoever takes a lead in takes turns by this row. */
export async function lockDesk(tx: LeadsDb, store: Store): Promise<Desk> {
  const row = await tx
    .selectFrom('lead_desks')
    .selectAll()
    .where('store', '=', store)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return toDesk(row, await getTimezone(tx));
}

/**
 * Brings the times by which answers are due up to date, of those nobody has answered: hours, limit or the
 * zone of the group may have changed.
 */
export async function moveDueTimes(tx: LeadsDb): Promise<void> {
  const desks = await readDesks(tx);
  const waiting = await tx
    .selectFrom('leads')
    .select(['id', 'store', 'received_at', 'due_at'])
    .where('is_waiting', '=', true)
    .execute();
  const moved = waiting.flatMap(({ id, store, received_at, due_at }) => {
    const desk = desks.get(store);
    const due = desk && dueAt(desk, received_at.getTime(), desk.limitMinutes);
    return due && due.getTime() !== due_at.getTime() ? [{ id, due: due.toISOString() }] : [];
  });
  if (moved.length === 0) return;
  await sql`update leads l set due_at = m.due
    from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as m (id integer, due timestamptz)
    where l.id = m.id and l.is_waiting`.execute(tx);
}
