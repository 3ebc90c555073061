import { sql } from 'kysely';
import type { Store } from '../../../../../platform/contract/access.ts';
import { storeNames } from '../../../../../platform/contract/names.ts';
import { earlier, lastOfMonth } from '../../../contract/period.ts';
import type { Report } from '../../report.ts';
import { byMonth, byStore, calledBy, storeIn } from '../../tally/facts.ts';
import { isBehind, pageOf } from '../../tally/pages.ts';
import { filterConditions, type TalliedGrouping } from '../../tally/tally.ts';
import { conditions } from '../vehicles.ts';
import { ageOn, countedAs, stoodOn } from './facts.ts';
import { byAge, byGroup, byMake, byModel } from './groupings.ts';

interface Row {
  id: number;
  acquired_on: string;
  stock_number: string;
  title: string;
  store: Store;
  condition: string;
  age: number;
  counted_as: string;
  list_cents: number | null;
  cost_cents: number | null;
}

/** The groupings of the report, on columns of `vehicles`. */
const groupings = (day: string): readonly TalliedGrouping[] => [
  byStore('v.store'),
  byMake('v.make'),
  byModel(sql`v.make || ' ' || v.model`),
  { ...conditions, key: sql`v.condition` },
  byAge(ageOn(sql`${day}::date`)),
  byGroup(countedAs(sql`${day}::date`)),
  byMonth(sql`${day}::date`, 'date'),
];

const columns = [
  { label: 'Acquired', kind: 'day' },
  { label: 'Stock number', kind: 'text' },
  { label: 'Vehicle', kind: 'text' },
  { label: 'Store', kind: 'text' },
  { label: 'Condition', kind: 'text' },
  { label: 'Counted as', kind: 'text' },
  { label: 'Days in stock', kind: 'count' },
  { label: 'List price', kind: 'cents' },
  { label: 'Cost', kind: 'cents', isMoney: true },
] as const;

/** Vehicles in stock at the end of the last day, newest acquisition first. */
export const inventoryRecords: Report['records'] = {
  columns,
  async read(db, query, { after, limit }) {
    const day = dayOf(query);
    const { where: filtered } = filterConditions(groupings(day), query);
    const { rows } = await sql<Row>`
      select v.id, v.acquired_on::text as acquired_on, v.stock_number, v.store,
        concat_ws(' ', v.year, v.make, v.model, nullif(v.trim, '')) as title,
        ${calledBy(conditions, sql`v.condition`)} as condition,
        ${calledBy(byGroup(sql`v`), countedAs(sql`${day}::date`))} as counted_as,
        ${day}::date - v.acquired_on as age, v.list_cents, v.cost_cents
      from stock_vehicles v
      where ${storeIn('v.store', query)} and ${stoodOn(sql`${day}::date`)} and ${filtered}
        and ${isBehind(after, sql`v.acquired_on`, sql`v.id`)}
      order by v.acquired_on desc, v.id desc limit ${limit + 1}`.execute(db);
    const { page, next } = pageOf(rows, limit, (row) => ({ moment: row.acquired_on, id: row.id }));
    return {
      records: page.map((row) => ({
        id: String(row.id),
        href: query.scope.stock ? `/fleet?vehicle=${row.id}` : null,
        cells: [
          ...[row.acquired_on, row.stock_number, row.title, storeNames[row.store], row.condition],
          ...[row.counted_as, row.age, row.list_cents, row.cost_cents],
        ],
      })),
      next,
    };
  },
};

/** Filtered by a month, the state at the end of that month. */
function dayOf({ span, only }: Parameters<Report['records']['read']>[1]): string {
  const month = only.find(({ by }) => by === 'month')?.key;
  if (!month) return span.to;
  return earlier(lastOfMonth(`${month}-01`), span.to);
}
