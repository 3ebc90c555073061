import { sql } from 'kysely';
import { dayStart, weekStartOf } from '../../../../platform/contract/wallTime.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { recordActivity, userSubject } from '../../../activity/server/public.ts';
import { getTimezone } from '../../../organization/server/public.ts';
import type * as calls from '../../contract/rules.ts';
import type { OvertimeBasis } from '../../contract/rules.ts';
import { lockHours } from '../lock.ts';
import { getManagedPerson } from '../managed-people.ts';
import type { HoursLocks } from '../periods.ts';
import { publishHours } from '../publish.ts';
import type { ClockDb } from '../tables.ts';
import { readPolicy } from './payPolicy.ts';

/** The overtime basis of these people in the week starting on `weekStart`; missing people are non-exempt. */
export async function findBases(
  db: ClockDb,
  userIds: readonly number[],
  weekStart: string,
): Promise<Map<number, OvertimeBasis>> {
  const { rows } = await sql<{ user_id: number; basis: OvertimeBasis }>`
    select distinct on (user_id) user_id, basis from time_overtime_bases
    where user_id = any(${userIds}::integer[]) and from_week <= ${weekStart}::date
    order by user_id, from_week desc, id desc`.execute(db);
  return new Map(rows.map(({ user_id, basis }) => [user_id, basis]));
}

export function setOvertimeBasis(
  platform: Platform,
  locks: HoursLocks,
): Handler<typeof calls.setOvertimeBasis> {
  const db: ClockDb = platform.db;
  return async ({ actor, params, body: { basis, fromWeek }, ip }) => {
    await db.transaction().execute(async (tx) => {
      const person = await getManagedPerson(tx, actor, params.id);
      await lockHours(tx, person.id);
      const { weekStartsOn } = await readPolicy(tx);
      const week = weekStartOf(fromWeek, weekStartsOn);
      const before = (await findBases(tx, [person.id], week)).get(person.id) ?? 'non_exempt';
      if (before === basis) return;
      const timezone = await getTimezone(tx);
      const instants = [dayStart(timezone, week), Date.now()];
      const reason = 'Overtime basis changed';
      await locks.guard(
        tx,
        { userId: person.id, instants, author: actor, reason, adjust: 'never' },
        () =>
          tx
            .insertInto('time_overtime_bases')
            .values({ user_id: person.id, basis, from_week: week, decided_by: actor.userId })
            .execute(),
      );
      await recordActivity(tx, {
        actor,
        action: 'hours.basis_changed',
        subject: userSubject(person),
        before: { basis: before },
        after: { basis, fromWeek: week },
        ip,
      });
    });
    publishHours(platform, params.id);
    return { basis };
  };
}
