import { type RawBuilder, sql } from 'kysely';
import type { Store } from '../../../../../platform/contract/access.ts';
import { storeNames } from '../../../../../platform/contract/names.ts';
import type { ReportRecord } from '../../../contract/report.ts';
import type { ReadQuery, RecordColumn, Report } from '../../report.ts';
import { isBehind, pageOf } from '../../tally/pages.ts';
import { filterConditions, type TalliedGrouping } from '../../tally/tally.ts';
import { dealsFor, delivered } from './sold.ts';

/** An extra column of a deal record. */
export interface DealCell extends RecordColumn {
  value: RawBuilder<unknown>;
}

const deal: readonly RecordColumn[] = [
  { label: 'Delivered', kind: 'day' },
  { label: 'Deal', kind: 'text' },
  { label: 'Store', kind: 'text' },
  { label: 'Vehicle', kind: 'text' },
  { label: 'Customer', kind: 'text', customerOf: 'deals' },
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

interface DealRecordsOptions {
  groupings: readonly TalliedGrouping[];
  /** Restricts the delivered deals. */
  where: RawBuilder<unknown>;
  cells: readonly DealCell[];
}

/** The deals behind the figures, with extra columns for the report; filtered by salesperson, their share of each. */
export function dealRecords({ groupings, where, cells }: DealRecordsOptions): Report['records'] {
  return {
    columns: [...deal, ...cells.map(({ value: _, ...column }) => column)],
    async read(db, query, { after, limit }) {
      const { joins, where: filtered } = filterConditions(groupings, query);
      const behind = isBehind(after, sql`d.delivered_on`, sql`d.id`);
      const { rows } = await sql<Row>`
        select d.id, d.delivered_on::text as delivered_on, d.number, d.store, d.vehicle,
          c.name as customer,
          coalesce(s.shown_name || coalesce(' and ' || two.shown_name, ''), 'House deal') as salesperson,
          jsonb_build_array(${sql.join(cells.map(({ value }) => value))}) as cells
        from ${dealsFor(query)}
          join customers linked on linked.id = d.customer_id
          join customers c on c.id = linked.root_id
          left join users s on s.id = d.salesperson_id
          left join users two on two.id = d.second_salesperson_id
          ${joins}
        where ${delivered(query)} and ${where} and ${filtered} and ${behind}
        order by d.delivered_on desc, d.id desc limit ${limit + 1}`.execute(db);
      const { page, next } = pageOf(rows, limit, (row) => ({
        moment: row.delivered_on,
        id: row.id,
      }));
      return { records: page.map((row) => toRecord(row, query)), next };
    },
  };
}

const toRecord = (row: Row, { scope }: ReadQuery): ReportRecord => ({
  id: String(row.id),
  href: scope.customers ? `/customers/deals?deal=${row.id}` : null,
  cells: [
    ...[row.delivered_on, row.number, storeNames[row.store], row.vehicle],
    ...[row.customer, row.salesperson],
    ...row.cells,
  ],
});
