import { sql } from 'kysely';
import { departmentNames, storeNames } from '../../../platform/contract/names.ts';
import { dateAt } from '../../../platform/contract/wallTime.ts';
import { findManagers } from '../../employees/server/public.ts';
import { type Notice, notify, publishNotifications } from '../../notifications/server/public.ts';
import { getTimezone } from '../../organization/server/public.ts';
import type { AttendanceRow } from '../contract/week.ts';
import { listPlanners } from './planners.ts';
import { usualGraceMinutes } from './plans.ts';
import { findAttendance } from './reading/attendance.ts';
import type { ScheduleServices } from './services.ts';
import { spanText } from './shifts.ts';

/** Counted from the end of the grace period: a server that was off does not report the whole day at once. */
const reportedForMinutes = 60;

/** Notifies the manager of everyone who is not in after the grace period: once for each shift. */
export async function alertManagers(
  services: Pick<ScheduleServices, 'platform' | 'db' | 'awayAmong'>,
  now = Date.now(),
): Promise<void> {
  const { platform, db } = services;
  const timezone = await getTimezone(db);
  const rows = await findAttendance(services, {
    ...{ date: dateAt(timezone, now), timezone, now },
    condition: sql`s.starts_at < ${new Date(now)}
      and s.starts_at > ${new Date(now)}::timestamptz - make_interval(mins => ${reportedForMinutes}
        + coalesce((select p.grace_minutes from schedule_plans p
          where p.store = s.store and p.department = s.department), ${usualGraceMinutes}))
      and coalesce((select p.alerts_managers from schedule_plans p
        where p.store = s.store and p.department = s.department), true)`,
  });
  const missing = rows.filter(({ state }) => state === 'not_in');
  const notices: Notice[] = [];
  for (const row of missing) notices.push(await noticeOf(services, row, timezone));
  const stored = await notify(db, ...notices);
  await publishNotifications(platform, stored);
}

async function noticeOf(
  { db }: Pick<ScheduleServices, 'db'>,
  row: AttendanceRow,
  timezone: string,
): Promise<Notice> {
  const { shiftId, person, store, department, startAt, endAt } = row;
  const [manager] = await findManagers(db, person.id);
  const userIds = manager === undefined ? await listPlanners(db, store, department) : [manager];
  const span = spanText(timezone, { start: Date.parse(startAt), end: Date.parse(endAt) });
  return {
    userIds: userIds.filter((id) => id !== person.id),
    title: `${person.name} isn’t in`,
    message: `${span}, ${storeNames[store]} ${departmentNames[department]}. No clock-in yet.`,
    type: 'warning',
    actionUrl: '/people/schedule?view=now',
    actionLabel: 'View team',
    key: `shift-late:${shiftId}:${startAt}`,
    deliver: { push: true, digest: false },
  };
}
