import { sql } from 'kysely';
import type { Department, Store } from '../../../../../platform/contract/access.ts';
import { departmentNames, homeStoreName } from '../../../../../platform/contract/names.ts';
import { jobAt } from '../../../../employees/server/public.ts';
import type { Report } from '../../report.ts';
import { dayIn } from '../../tally/facts.ts';
import { isBehind, pageOf } from '../../tally/pages.ts';
import { filterConditions, type TalliedGrouping } from '../../tally/tally.ts';
import { isOfStores } from './facts.ts';

interface Row {
  id: number;
  employee_id: number;
  first: string;
  name: string;
  kind: 'hired' | 'left';
  job_title: string | null;
  department: Department | null;
  store: Store | null;
  tenure_days: number | null;
}

/** Who was hired and who left, newest first. */
export const workforceRecords = (groupings: readonly TalliedGrouping[]): Report['records'] => ({
  columns: [
    { label: 'Date', kind: 'day' },
    { label: 'Employee', kind: 'text', isPersonal: true },
    { label: 'Change', kind: 'text' },
    { label: 'Job title', kind: 'text' },
    { label: 'Department', kind: 'text' },
    { label: 'Store', kind: 'text' },
    { label: 'Days employed', kind: 'count' },
  ],
  async read(db, query, { after, limit }) {
    const { joins, where } = filterConditions(groupings, query);
    const { rows } = await sql<Row>`
      select f.id, f.user_id as employee_id, f.first::text, u.shown_name as name, f.kind, f.job_title,
        f.department, f.store, f.tenure_days
      from (
        select e.user_id, moved.kind, moved.day as first, moved.tenure_days,
          e.user_id::bigint * 2 + case moved.kind when 'left' then 1 else 0 end as id,
          case when j.id is null then e.store else j.store end as store,
          case when j.id is null then e.department else j.department end as department,
          case when j.id is null then e.job_title else j.job_title end as job_title
        from employees e
        cross join lateral (values ('hired', e.hired_on, null::integer),
          ('left', e.left_on, e.left_on - e.hired_on)) moved (kind, day, tenure_days)
        left join lateral ${jobAt(sql`moved.day`)} j on true
        where e.hired_on is not null and moved.day <= ${query.today}::date) f
      join users u on u.id = f.user_id ${joins}
      where ${dayIn('f.first', query)} and ${isOfStores(query)} and ${where}
        and ${isBehind(after, sql`f.first`, sql`f.id`)}
      order by f.first desc, f.id desc limit ${limit + 1}`.execute(db);
    const place = ({ first, id }: Row) => ({ moment: first, id });
    const { page, next } = pageOf(rows, limit, place);
    return {
      records: page.map((row) => ({
        id: String(row.id),
        href: `/people?employee=${row.employee_id}`,
        cells: [
          row.first,
          row.name,
          row.kind === 'hired' ? 'Hired' : 'Left',
          row.job_title,
          row.department && departmentNames[row.department],
          homeStoreName(row.store),
          row.tenure_days,
        ],
      })),
      next,
    };
  },
});
