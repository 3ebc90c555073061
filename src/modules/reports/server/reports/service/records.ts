import { type RawBuilder, sql } from 'kysely';
import type { Store } from '../../../../../platform/contract/access.ts';
import { storeNames } from '../../../../../platform/contract/names.ts';
import { addDays } from '../../../../../platform/contract/wallTime.ts';
import type { ReportRecord } from '../../../contract/report.ts';
import type { ReadQuery, Report } from '../../report.ts';
import { startOfDay } from '../../tally/facts.ts';
import { isBehind, pageOf } from '../../tally/pages.ts';
import { groupings } from './read.ts';

interface Row {
  id: number;
  day: string;
  closed_at: Date;
  number: string;
  store: Store;
  customer: string;
  vehicle: string;
  advisor: string;
  days_open: number;
  hours: number;
  labor_cents: number;
  parts_cents: number;
  gross_cents: number;
}

/** Filter conditions on the order and on its lines. */
function filtersOf({ only }: ReadQuery) {
  const parts = only.flatMap(({ by, key }) => {
    const grouping = groupings.find(({ id }) => id === by);
    return grouping ? [{ side: grouping.side, is: sql`${grouping.key} = ${key}` }] : [];
  });
  const isOfLine = ({ side }: (typeof parts)[number]) =>
    side === 'technician' || side === 'payType';
  const all = (some: typeof parts) =>
    sql.join([sql`true`, ...some.map(({ is }) => is)], sql` and `);
  const lines = parts.filter(isOfLine);
  return {
    order: all(parts.filter((part) => !isOfLine(part))),
    line: all(lines),
    isByLine: lines.length > 0,
  };
}

/** Per store from its own index, newest first, so that a page reads only what it shows. */
const statement = (query: ReadQuery, page: { after: string | undefined; limit: number }) => {
  const { order, line, isByLine } = filtersOf(query);
  const { from, to } = query.span;
  const zone = query.timezone;
  const day = sql`(o.closed_at at time zone ${zone})::date`;
  return sql<Row>`
    with found as materialized (
      select near.* from unnest(${query.stores}::text[]) s (store)
      cross join lateral (
        select c.id, c.day, c.closed_at from (select o.*, ${day} as day from repair_orders o) c
        where c.store = s.store and c.status = 'closed'
          and c.closed_at >= ${startOfDay(zone, from)}::timestamptz
          and c.closed_at < ${startOfDay(zone, addDays(to, 1))}::timestamptz
          and ${isBehind(page.after, sql`c.closed_at`, sql`c.id`)} and ${order}
          ${isByLine ? hasLine(line) : sql``}
        order by c.closed_at desc, c.id desc limit ${page.limit + 1}) near
      order by near.closed_at desc, near.id desc limit ${page.limit + 1})
    select f.id, f.day::text as day, f.closed_at, o.number, o.store, o.vehicle, cu.name as customer,
      a.shown_name as advisor, sums.*,
      (extract(epoch from o.closed_at - o.opened_at) / 86400)::float8 as days_open
    from found f join repair_orders o on o.id = f.id
    join customers linked on linked.id = o.customer_id join customers cu on cu.id = linked.root_id
    join users a on a.id = o.advisor_id
    cross join lateral (
      select coalesce(sum(c.hours_flagged), 0)::float8 / 100 as hours,
        coalesce(sum(c.labor_sale_cents), 0) as labor_cents,
        coalesce(sum(c.parts_sale_cents), 0) as parts_cents,
        coalesce(sum(c.labor_sale_cents - c.labor_cost_cents
          + c.parts_sale_cents - c.parts_cost_cents), 0) as gross_cents
      from repair_order_lines c where c.repair_order_id = f.id and not c.declined and ${line}) sums
    order by f.closed_at desc, f.id desc`;
};

/** A declined line does not make the order match. */
const hasLine = (line: RawBuilder<unknown>) => sql`and exists (
  select from (select * from repair_order_lines l where l.repair_order_id = c.id and not l.declined) c
  where ${line})`;

export const records: Report['records'] = {
  columns: [
    { label: 'Order', kind: 'text' },
    { label: 'Closed', kind: 'day' },
    { label: 'Store', kind: 'text' },
    { label: 'Customer', kind: 'text', customerOf: 'repair_orders' },
    { label: 'Vehicle', kind: 'text' },
    { label: 'Advisor', kind: 'text', isPersonal: true },
    { label: 'Days open', kind: 'days' },
    { label: 'Hours', kind: 'hours' },
    { label: 'Labor', kind: 'cents' },
    { label: 'Parts', kind: 'cents' },
    { label: 'Gross', kind: 'cents', isMoney: true },
  ],
  async read(db, query, page) {
    const { rows } = await statement(query, page).execute(db);
    const place = ({ closed_at, id }: Row) => ({ moment: closed_at.toISOString(), id });
    const { page: shown, next } = pageOf(rows, page.limit, place);
    return { records: shown.map((row) => toRecord(row, query)), next };
  },
};

const toRecord = (row: Row, { scope }: ReadQuery): ReportRecord => ({
  id: String(row.id),
  href: scope.customers ? `/customers/repair-orders?order=${row.id}` : null,
  cells: [
    row.number,
    row.day,
    storeNames[row.store],
    row.customer,
    row.vehicle,
    row.advisor,
    row.days_open,
    row.hours,
    row.labor_cents,
    row.parts_cents,
    row.gross_cents,
  ],
});
