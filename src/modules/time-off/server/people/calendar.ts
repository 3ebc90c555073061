import { sql } from 'kysely';
import type { AnswerOf, ValidOf } from '../../../../platform/contract/endpoint.ts';
import { addDays } from '../../../../platform/contract/wallTime.ts';
import { invalid } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { inStores, ownStores } from '../../../../platform/server/records/stores.ts';
import type * as calls from '../../contract/calendar.ts';
import { type Absence, type CalendarPerson, calendarMaxDays } from '../../contract/calendar.ts';
import { blackoutSpans } from '../counting/count.ts';
import { findToday, visibleTo } from '../policy.ts';
import { findBlackouts } from '../requests/conflicts.ts';
import type { TimeOffDb } from '../tables.ts';

interface Row extends Omit<CalendarPerson, 'absences'> {
  absences: Absence[];
}

/** Who is away at the actor’s stores. What is pending, and the kinds, only of those whose balances they see. */
export async function getCalendar(
  db: TimeOffDb,
  actor: Actor,
  { from, to, store, department }: ValidOf<typeof calls.getCalendar>['query'],
): Promise<AnswerOf<typeof calls.getCalendar>> {
  if (to < from || to > addDays(from, calendarMaxDays)) {
    throw invalid('Choose at most three months.', { to: 'Choose at most three months' });
  }
  const stores = ownStores(actor);
  const shown = store === undefined ? stores : stores.filter((one) => one === store);
  // Employees of the whole group are shown as well, unless one store was chosen.
  const isShown = sql`(${inStores('e.store', shown)} or (${store === undefined} and e.store is null))`;
  const { rows } = await sql<Row>`
    select e.user_id as id, u.shown_name as name, coalesce(e.job_title, '') as "jobTitle", e.store, e.department,
      coalesce(away.absences, '[]') as absences
    from employees e join users u on u.id = e.user_id
    left join lateral (select jsonb_agg(jsonb_build_object(
        'requestId', case when sees.it then r.id end, 'startsOn', r.starts_on, 'endsOn', r.ends_on,
        'portion', r.portion, 'fromMinute', r.from_minute, 'toMinute', r.to_minute,
        'kindId', case when sees.it then r.kind_id end, 'isPending', r.state = 'pending')
        order by r.starts_on, r.from_minute) as absences
      from (select ${visibleTo(actor)} as it) sees
      join time_off_requests r on r.user_id = e.user_id and r.starts_on <= ${to}::date
        and r.ends_on >= ${from}::date and (r.state = 'approved' or r.state = 'pending' and sees.it)) away on true
    where u.is_active and not u.pending and u.deleted_at is null and ${isShown}
      and coalesce(e.hired_on <= ${to}::date, true) and coalesce(e.left_on >= ${from}::date, true)
      and (${department ?? null}::text is null or e.department = ${department ?? null})
    order by u.last_name, u.first_name, u.id`.execute(db);
  const isOfStore = (one: { store: string | null }) =>
    one.store === null || shown.some((own) => own === one.store);
  const blackouts = (await findBlackouts(db, from, to)).filter(
    (one) =>
      isOfStore(one) &&
      (department === undefined || one.department === null || one.department === department),
  );
  return {
    today: await findToday(db),
    people: rows,
    holidays: (await findHolidays(db, from, to)).filter(isOfStore),
    blackouts: blackouts.flatMap((one) =>
      blackoutSpans(one, from, to).map((span) => ({
        name: one.name,
        ...span,
        store: one.store,
        department: one.department,
        refuses: one.refuses,
      })),
    ),
  };
}

async function findHolidays(db: TimeOffDb, from: string, to: string) {
  const { rows } = await sql<{ day: string; name: string; store: CalendarPerson['store'] }>`
    select day::text as day, name, store from time_off_holidays
    where day between ${from}::date and ${to}::date order by day, store nulls first`.execute(db);
  return rows;
}
