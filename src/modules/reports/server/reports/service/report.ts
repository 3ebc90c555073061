import { sql } from 'kysely';
import type { Report } from '../../report.ts';
import { firstDays } from '../../tally/tally.ts';
import { measures } from './measures.ts';
import { groupings, readService } from './read.ts';
import { records } from './records.ts';

/** Repair orders by the day they were closed. */
export const serviceReport: Report = {
  id: 'service',
  title: 'Service and parts',
  about: 'Closed repair orders: hours, labor and parts, by pay type, advisor and technician.',
  measures,
  leading: ['orders', 'hours', 'laborSales', 'laborRate', 'partsSales', 'gross', 'hoursPerOrder'],
  groupings: groupings.map(({ key: _, side: __, ...grouping }) => grouping),
  read: readService,
  since: (db, query) =>
    firstDays(
      db,
      query,
      (store) => sql`select (o.closed_at at time zone ${query.timezone})::date from repair_orders o
        where o.store = ${store} and o.status = 'closed' and o.closed_at is not null
        order by o.closed_at limit 1`,
    ),
  records,
};
