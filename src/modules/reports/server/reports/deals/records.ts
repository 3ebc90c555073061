import { type RawBuilder, sql } from 'kysely';
import type { Store } from '../../../../../platform/contract/access.ts';
import { storeNames } from '../../../../../platform/contract/names.ts';
import type { ReportRecord } from '../../../contract/report.ts';
import type { RecordColumn, Report, ReportQuery } from '../../report.ts';
import { isBehind, pageOf } from '../../tally/pages.ts';
import { narrowedTo, type TalliedGrouping } from '../../tally/tally.ts';
import { deals, delivered } from './sold.ts';

/** What a line tells beside which deal it was. */
export interface DealCell extends RecordColumn {
  value: RawBuilder<unknown>;
}

const deal: readonly RecordColumn[] = [
  { label: 'Delivered', kind: 'day' },
  { label: 'Deal', kind: 'text' },
  { label: 'Store', kind: 'text' },
  { label: 'Car', kind: 'text' },
  { label: 'Customer', kind: 'text', isCustomer: true },
  { label: 'Salesperson', kind: 'text', isPersonal: true },
];

interface Row {
  id: number;
  delivered_on: string;
  number: string;
  store: Store;
  vehicle: string;
  customer: string;
  salesperson: string;
  cells: (string | number | null)[];
}

interface Of {
  groupings: readonly TalliedGrouping[];
  /** Which of the deals delivered count. */
  where: RawBuilder<unknown>;
  cells: readonly DealCell[];
}

/** The deals figures are made of, each with a few columns of its report. */
export function dealRecords({ groupings, where, cells }: Of): Report['records'] {
  return {
    columns: [...deal, ...cells.map(({ value: _, ...column }) => column)],
    async read(db, asked, { after, limit }) {
      const { joins, where: narrowed } = narrowedTo(groupings, asked);
      const behind = isBehind(after, sql`d.delivered_on`, sql`d.id`);
      const { rows } = await sql<Row>`
        select d.id, d.delivered_on::text as delivered_on, d.number, d.store, d.vehicle,
          c.name as customer, s.shown_name as salesperson,
          jsonb_build_array(${sql.join(cells.map(({ value }) => value))}) as cells
        from ${deals}
          join customers named on named.id = d.customer_id
          join customers c on c.id = named.root_id
          join users s on s.id = d.salesperson_id
          ${joins}
        where ${delivered(asked)} and ${where} and ${narrowed} and ${behind}
        order by d.delivered_on desc, d.id desc limit ${limit + 1}`.execute(db);
      const { page, next } = pageOf(rows, limit, (row) => ({
        moment: row.delivered_on,
        id: row.id,
      }));
      return { records: page.map((row) => toRecord(row, asked)), next };
    },
  };
}

const toRecord = (row: Row, { sight }: ReportQuery): ReportRecord => ({
  id: String(row.id),
  href: sight.customers ? `/customers/deals?deal=${row.id}` : null,
  cells: [
    ...[row.delivered_on, row.number, storeNames[row.store], row.vehicle],
    ...[row.customer, row.salesperson],
    ...row.cells,
  ],
});
