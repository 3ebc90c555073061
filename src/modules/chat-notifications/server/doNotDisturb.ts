import { sql } from 'kysely';
import type { Db } from '../../../platform/server/db/database.ts';
import type { ChatTables } from '../../chat/server/public.ts';
import { createShiftSource } from '../../time-clock/server/public.ts';
import { type DoNotDisturb, dndOf } from './decision/dnd.ts';
import { findOffShift, offShiftOf } from './offShift.ts';
import { toSettings } from './settings/rows.ts';
import type { NotifyTables } from './tables.ts';

/** Who of these must not be interrupted now, by settings and shifts, with the reason and end. */
export async function findDoNotDisturb(
  anyDb: Db<ChatTables>,
  ids: readonly number[],
  now: Date,
): Promise<Map<number, DoNotDisturb>> {
  const db = anyDb as Db<NotifyTables>;
  const among = (column: string) => sql<boolean>`${sql.ref(column)} = any(${ids}::int[])`;
  const people = await db
    .selectFrom('users')
    .select(['id', 'status', 'status_until'])
    .where(among('id'))
    .execute();
  const saved = await db.selectFrom('chat_settings').selectAll().where(among('user_id')).execute();
  const shifts = await createShiftSource(db).shiftsAmong(ids);
  const quiet = saved.filter((row) => row.quiet_off_shift).map((row) => row.user_id);
  const offShifts = await findOffShift(db, quiet, now);
  const settings = new Map(saved.map((row) => [row.user_id, row]));
  const found = new Map<number, DoNotDisturb>();
  for (const { id, status, status_until } of people) {
    const preferences = { ...toSettings(settings.get(id), now), isMuted: false, level: null };
    const state = { value: status, until: status_until };
    const onShift = shifts.get(id) ?? null;
    const offShift = offShiftOf(offShifts, id);
    const dnd = dndOf({ preferences, status: state, onShift, offShift, now });
    if (dnd) found.set(id, dnd);
  }
  return found;
}
