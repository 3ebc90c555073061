import { sql } from 'kysely';
import { addDays, instantOf } from '../../../../platform/contract/wallTime.ts';
import { getTimezone } from '../../../organization/server/public.ts';
import { endAbsences, showAbsences } from '../../../presence/server/public.ts';
import { workMinutesOn } from '../counting/count.ts';
import { findPatterns } from '../ledger/inputs.ts';
import { findToday } from '../policy.ts';
import type { Services } from '../services.ts';
import { findAwayNow } from './away.ts';

/**
 * Shows people who are away as on vacation until they are back. It is set once for each absence, so a status that they
 * choose themselves stays. It ends with the absence, also if that is canceled.
 */
export async function syncStatuses({
  db,
  platform,
}: Pick<Services, 'platform' | 'db'>): Promise<void> {
  const now = new Date();
  const wanted = await findWanted(db, now);
  const { rows: shown } = await sql<{ user_id: number; until: Date }>`
    select user_id, until from time_off_statuses`.execute(db);
  const before = new Map(shown.map(({ user_id, until }) => [user_id, until]));
  const begun = [...wanted].filter(
    ([userId, until]) => before.get(userId)?.getTime() !== until.getTime(),
  );
  const ended = shown.filter(({ user_id }) => !wanted.has(user_id));
  if (begun.length === 0 && ended.length === 0) return;
  // In the table first: a failure after it loses a status instead of setting one twice.
  await db.transaction().execute(async (tx) => {
    await sql`delete from time_off_statuses
      where user_id = any(${ended.map(({ user_id }) => user_id)}::integer[])`.execute(tx);
    if (begun.length === 0) return;
    await sql`insert into time_off_statuses (user_id, until)
      select * from unnest(${begun.map(([id]) => id)}::integer[],
        ${begun.map(([, until]) => until.toISOString())}::timestamptz[])
      on conflict (user_id) do update set until = excluded.until, set_at = now()`.execute(tx);
  });
  await showAbsences(
    platform,
    begun.map(([userId, until]) => ({ userId, until, previous: before.get(userId) ?? null })),
  );
  await endAbsences(
    platform,
    ended.map(({ user_id, until }) => ({ userId: user_id, until })),
  );
}

async function findWanted(db: Services['db'], now: Date): Promise<Map<number, Date>> {
  const timezone = await getTimezone(db);
  const today = await findToday(db);
  const { rows } = await sql<{ id: number }>`
    select distinct r.user_id as id from time_off_requests r
    where r.state = 'approved' and ${today}::date between r.starts_on and r.ends_on`.execute(db);
  const patterns = await findPatterns(
    db,
    rows.map(({ id }) => id),
  );
  const until = await findAwayNow(
    db,
    now,
    (userId, day) => workMinutesOn(patterns.get(userId) ?? [], day) > 0,
  );
  return new Map(
    [...until].map(([userId, { day, minute }]) => [
      userId,
      new Date(instantOf(timezone, wallTimeOf(day, minute))),
    ]),
  );
}

function wallTimeOf(day: string, minute: number): string {
  if (minute >= 1440) return `${addDays(day, 1)}T00:00`;
  const two = (number: number) => String(number).padStart(2, '0');
  return `${day}T${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}
