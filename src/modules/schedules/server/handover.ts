import { type RawBuilder, sql } from 'kysely';
import type { Department, Store } from '../../../platform/contract/access.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import type { HandoverSource } from '../../../platform/server/records/handover.ts';
import { integerIds } from '../../../platform/server/records/sources.ts';
import { recordActivity } from '../../activity/server/public.ts';
import { publishNotifications } from '../../notifications/server/public.ts';
import { getTimezone } from '../../organization/server/public.ts';
import { scheduleSubject } from './plans.ts';
import { publishSchedule } from './publish.ts';
import { intervalOf, spanText } from './shifts.ts';
import type { SchedulesDb } from './tables.ts';
import { endOffers } from './writing/offers.ts';

interface Row {
  id: number;
  store: Store;
  department: Department;
  starts_at: Date;
  ends_at: Date;
  role: string;
}

interface Search {
  userId: number;
  timezone: string;
  lock?: RawBuilder<unknown>;
}

/** Shifts after someone’s last day: they are canceled, which leaves gaps in the coverage for those who plan. */
export function shiftHandover(platform: Platform): HandoverSource {
  const db: SchedulesDb = platform.db;
  const isAfterLastDay = (timezone: string) => sql<boolean>`
    (s.removed_at is null and s.starts_at > now() and (not u.is_active
      or (s.starts_at at time zone ${timezone})::date > e.left_on))`;
  const find = async (from: SchedulesDb, { userId, timezone, lock = sql`` }: Search) => {
    const { rows } = await sql<Row>`
      select s.id, s.store, s.department, s.starts_at, s.ends_at, s.role
      from work_shifts s join users u on u.id = s.user_id
      left join employees e on e.user_id = s.user_id
      where s.user_id = ${userId} and ${isAfterLastDay(timezone)}
      order by s.starts_at, s.id ${lock}`.execute(from);
    return rows;
  };
  return {
    key: 'shifts',
    title: 'Shifts after the last day',
    act: 'cancel',
    async list(userId) {
      const timezone = await getTimezone(db);
      const rows = await find(db, { userId, timezone });
      return rows.map(({ id, store, starts_at, ends_at, role }) => ({
        id: String(id),
        title: spanText(timezone, intervalOf({ starts_at, ends_at })),
        detail: role,
        store,
        href: '/people/schedule',
      }));
    },
    async move({ actor, from, ids, ip }) {
      const timezone = await getTimezone(db);
      const chosen = new Set(integerIds(ids));
      const { rows, people, stored } = await db.transaction().execute(async (tx) => {
        const open = await find(tx, { userId: from.id, timezone, lock: sql`for update of s` });
        const found = open.filter(({ id }) => chosen.has(id));
        const shiftIds = found.map(({ id }) => id);
        await sql`update work_shifts set removed_at = now(), removed_by = ${actor.userId},
            version = version + 1
          where id = any(${shiftIds}::integer[])`.execute(tx);
        const reason = `${from.name} no longer works the shift.`;
        const offers = await endOffers(tx, shiftIds, { actor, reason });
        await recordActivity(
          tx,
          ...found.map(({ store, department, starts_at }) => ({
            actor,
            action: 'schedule.shift_removed',
            subject: scheduleSubject(store, department),
            before: { employee: from.name, start: starts_at.toISOString() },
            ip,
          })),
        );
        return { rows: found, people: offers.people, stored: offers.stored };
      });
      await publishNotifications(platform, stored);
      for (const store of new Set(rows.map((row) => row.store))) {
        publishSchedule(platform, store, [from.id, ...people]);
      }
      return { moved: rows.map(({ id }) => String(id)), problems: [] };
    },
  };
}
