import { sql } from 'kysely';
import type { Report } from '../../report.ts';
import { firstDays } from '../../tally/tally.ts';
import { measures } from './measures.ts';
import { groupings, readService } from './read.ts';
import { records } from './records.ts';

/** Repair orders by the day they were closed: what was done, for whom, and what it brought. */
export const serviceReport: Report = {
  id: 'service',
  title: 'Service and parts',
  about:
    'Repair orders closed: hours, labor and parts, by who pays, who wrote them up and who did them.',
  measures,
  leading: ['orders', 'hours', 'laborSales', 'laborRate', 'partsSales', 'gross', 'hoursPerOrder'],
  groupings: groupings.map(({ key: _, side: __, ...grouping }) => grouping),
  read: readService,
  since: (db, asked) =>
    firstDays(
      db,
      asked,
      (store) => sql`select (o.closed_at at time zone ${asked.timezone})::date from repair_orders o
        where o.store = ${store} and o.status = 'closed' and o.closed_at is not null
        order by o.closed_at limit 1`,
    ),
  records,
};
