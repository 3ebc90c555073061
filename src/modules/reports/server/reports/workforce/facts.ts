import { sql } from 'kysely';
import { stores } from '../../../../../platform/contract/access.ts';
import { jobAt } from '../../../../employees/server/public.ts';
import { earlier, lastOfMonth, later, monthsIn, type Span } from '../../../contract/period.ts';
import type { ReadQuery } from '../../report.ts';

/**
 * A row per employee and month of the query, also for months without employment: `days` employed, and the job they
 * had at the end of the month, or when they left. Employees without a hire date are left out, and so are days to come.
 */
export function workforceFacts(query: ReadQuery, by: string) {
  const parts = partsOf(query);
  const isByMonth = by === 'month' || query.only.some((only) => only.by === 'month');
  return sql`(
    select e.user_id, s.first, s.last, e.hired_on, e.left_on,
      ${isByMonth ? null : daysIn(parts)}::integer as period_days,
      greatest(0, least(s.last, e.left_on) - greatest(s.first, e.hired_on) + 1) as days,
      e.hired_on between s.first and s.last as is_hired,
      coalesce(e.left_on between s.first and s.last, false) as has_left,
      coalesce((select sum(d.minutes) from time_off_requests r join time_off_days d on d.request_id = r.id
        where r.user_id = e.user_id and r.state = 'approved' and d.day between s.first and s.last), 0)
        as absent_minutes,
      case when j.id is null then e.store else j.store end as store,
      case when j.id is null then e.department else j.department end as department
    from employees e
    cross join unnest(${parts.map(({ from }) => from)}::date[], ${parts.map(({ to }) => to)}::date[]) s (first, last)
    left join lateral ${jobAt(sql`least(s.last, e.left_on)`)} j on true
    where e.hired_on is not null) f`;
}

/** Employees of the whole group are for those who read every store. */
export const isOfStores = ({ stores: among }: ReadQuery) =>
  sql`(f.store = any(${among}::text[]) or (f.store is null and ${among.length === stores.length}))`;

/** The query’s days up to today, month by month. */
function partsOf({ span, today }: ReadQuery): Span[] {
  const to = earlier(span.to, today);
  if (span.from > to) return [];
  return monthsIn({ from: span.from, to }).map((month) => ({
    from: later(span.from, `${month}-01`),
    to: earlier(to, lastOfMonth(`${month}-01`)),
  }));
}

const daysIn = (parts: readonly Span[]) =>
  parts.reduce(
    (all, { from, to }) => all + (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1,
    0,
  );
