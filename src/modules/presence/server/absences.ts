import { sql } from 'kysely';
import type { Platform } from '../../../platform/server/platform.ts';
import { type PersonRow, peopleTouched, trueState } from '../../people/server/public.ts';
import { announceChanges } from './changes.ts';
import { findConnected } from './sightings.ts';
import type { Stored } from './status.ts';

interface Absence {
  userId: number;
  until: Date;
  /** Until when the same absence was shown before; null if it was not. */
  previous: Date | null;
}

/**
 * Shows these people as on vacation until then, if they are simply online or already shown so until `previous`. A
 * status that someone chose stays.
 */
export async function showAbsences(
  platform: Platform,
  absences: readonly Absence[],
): Promise<void> {
  if (absences.length === 0) return;
  await changeStatuses(
    platform,
    sql`select * from jsonb_to_recordset(${JSON.stringify(absences)}::jsonb)
      as absence ("userId" integer, until timestamptz, previous timestamptz)`,
    sql`(u.status = 'online' and u.status_message is null and u.status_until is null
      or u.status = 'on-vacation' and u.status_until = change.previous)`,
    sql`'on-vacation'`,
    sql`change.until`,
  );
}

/** Shows these people as online again, if they are still shown as on vacation until then. */
export async function endAbsences(
  platform: Platform,
  absences: readonly Omit<Absence, 'previous'>[],
): Promise<void> {
  if (absences.length === 0) return;
  await changeStatuses(
    platform,
    sql`select * from jsonb_to_recordset(${JSON.stringify(absences)}::jsonb)
      as absence ("userId" integer, until timestamptz)`,
    sql`(u.status = 'on-vacation' and u.status_until = change.until)`,
    sql`'online'`,
    sql`null::timestamptz`,
  );
}

type Sql = ReturnType<typeof sql>;

async function changeStatuses(
  platform: Platform,
  changes: Sql,
  condition: Sql,
  status: Sql,
  until: Sql,
): Promise<void> {
  const { rows } = await sql<{ before: PersonRow; after: PersonRow }>`
    with change as (${changes}),
      before as (select u.* from users u join change on change."userId" = u.id
        where ${condition} and u.deleted_at is null order by u.id for no key update of u),
      after as (update users u set status = ${status}, status_message = null, status_until = ${until}
        from change, before where before.id = u.id and change."userId" = u.id returning u.*)
    select to_jsonb(before) as before, to_jsonb(after) as after
    from before join after using (id)`.execute(platform.db);
  if (rows.length === 0) return;
  const stored = rows.map(
    ({ before, after }): Stored => ({
      before: withDates(before),
      after: withDates(after),
    }),
  );
  const ids = stored.map(({ after }) => after.id);
  platform.bus.publish(peopleTouched, { userIds: ids });
  const connected = await findConnected(platform.db, ids);
  announceChanges(
    platform,
    stored.map(({ before, after: row }) => {
      const isConnected = connected.has(row.id);
      return { row, before: trueState(before, isConnected), after: trueState(row, isConnected) };
    }),
  );
}

/** JSON has dates as text. */
const withDates = (row: PersonRow): PersonRow => ({
  ...row,
  status_until: row.status_until && new Date(row.status_until),
});
