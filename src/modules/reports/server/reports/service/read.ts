import { type RawBuilder, sql } from 'kysely';
import { stores } from '../../../../../platform/contract/access.ts';
import { storeNames } from '../../../../../platform/contract/names.ts';
import type { AnyTables, Db } from '../../../../../platform/server/db/database.ts';
import { payTypeNames, payTypes } from '../../../../repair-orders/server/public.ts';
import type { Grouping, ReadQuery, ReadResult, ReadRow } from '../../report.ts';
import { type Amounts, amounts, noTechnician, type Side } from '../../rollup/cells.ts';
import { isKept, keptCells, keptTables, plainCells } from '../../rollup/cuts.ts';
import { figuresOf } from './measures.ts';

type Sql = RawBuilder<unknown>;

interface ServiceGrouping extends Grouping {
  /** As text; no person is ''. */
  key: Sql;
  /** The dimension it needs. */
  side?: Side;
}

const person = (column: string) =>
  sql`coalesce(nullif(${sql.ref(`c.${column}`)}, ${sql.lit(noTechnician)})::text, '')`;

export const groupings: readonly ServiceGrouping[] = [
  {
    id: 'store',
    label: 'Store',
    choices: stores.map((key) => ({ key, label: storeNames[key] })),
    key: sql`c.store`,
  },
  {
    id: 'advisor',
    label: 'Advisor',
    isPersonal: true,
    key: person('advisor_id'),
    side: 'advisor',
  },
  {
    id: 'technician',
    label: 'Technician',
    isPersonal: true,
    key: person('technician_id'),
    side: 'technician',
  },
  {
    id: 'payType',
    label: 'Pay type',
    choices: payTypes.map((key) => ({ key, label: payTypeNames[key] })),
    key: sql`c.pay_type`,
    side: 'payType',
  },
  { id: 'month', label: 'Month', key: sql`to_char(c.day, 'YYYY-MM')` },
];

interface Row extends Amounts {
  is_total: boolean;
  key: string;
  name: string | null;
  is_known: boolean;
}

/** From the rollup when it covers the query, otherwise from the orders themselves. */
export async function readService(
  db: Db<AnyTables>,
  query: ReadQuery,
  by: string,
): Promise<ReadResult> {
  const grouping = groupings.find(({ id }) => id === by);
  const filters = query.only.flatMap(({ by: id, key }) => {
    const found = groupings.find((one) => one.id === id);
    return found ? [{ ...found, key: sql<boolean>`${found.key} = ${key}` }] : [];
  });
  const sides = { total: sidesOf(filters), rows: sidesOf([...filters, grouping]) };
  const sumsQuery = { query, grouping, where: filters.map(({ key }) => key), sides };
  const isCovered = isKept(sides.total) && isKept(sides.rows);
  const kept = isCovered ? await keptSums(sumsQuery).execute(db) : undefined;
  // The total is always present, and shows whether the rollup was built for this time zone.
  const isBuilt = kept?.rows.some(({ is_known }) => is_known);
  const { rows } = kept && isBuilt ? kept : await plainSums(sumsQuery).execute(db);
  return toResult(rows, sumsQuery);
}

const sidesOf = (groupings: readonly (Pick<ServiceGrouping, 'side'> | undefined)[]): Side[] => [
  ...new Set(groupings.flatMap((one) => one?.side ?? [])),
];

interface SumsQuery {
  query: ReadQuery;
  grouping: ServiceGrouping | undefined;
  where: readonly Sql[];
  sides: { total: readonly Side[]; rows: readonly Side[] };
}

/** Grouped by a property of its lines, an order is in several rows, so the total has its own cells. */
function sums(
  { grouping, where, sides }: SumsQuery,
  cellsOf: (sides: readonly Side[]) => Sql,
  isKnown: Sql,
): Sql {
  const matches = where.length > 0 ? sql.join(where, sql` and `) : sql`true`;
  const added = sql.raw(
    amounts.map((name) => `coalesce(sum(c.${name}), 0)::bigint as ${name}`).join(', '),
  );
  const isPerson = grouping?.isPersonal ?? false;
  const name = isPerson ? sql`u.shown_name` : sql`null::text`;
  return sql`
    select t.*, ${name} as name, ${isKnown} as is_known from (
      select true as is_total, '' as key, ${added}
      from (${cellsOf(sides.total)}) c where ${matches}
      union all
      select false, ${grouping?.key ?? sql`''`} as key, ${added}
      from (${cellsOf(sides.rows)}) c where ${matches} group by 2) t
    ${isPerson ? sql`left join users u on u.id = nullif(t.key, '')::integer` : sql``}`;
}

export const keptSums = (sumsQuery: SumsQuery): RawBuilder<Row> =>
  sql<Row>`with ${keptTables(sumsQuery.query)}
    ${sums(sumsQuery, (sides) => keptCells(sides, sumsQuery.query), sql`exists (select from state)`)}`;

export const plainSums = (sumsQuery: SumsQuery): RawBuilder<Row> =>
  sql<Row>`${sums(sumsQuery, (sides) => plainCells(sides, sumsQuery.query), sql`true`)}`;

function toResult(rows: readonly Row[], { grouping, sides }: SumsQuery): ReadResult {
  const total = rows.find(({ is_total }) => is_total);
  const shown = rows.filter(({ is_total, lines, orders }) => !is_total && orders + lines > 0);
  return {
    rows: shown.map(
      (row): ReadRow => ({
        key: row.key,
        label: labelOf(grouping, row),
        figures: figuresOf(row, sides.rows),
      }),
    ),
    total: total ? figuresOf(total, sides.total) : {},
  };
}

function labelOf(grouping: ServiceGrouping | undefined, { key, name }: Row): string {
  const choice = grouping?.choices?.find((one) => one.key === key)?.label;
  return choice ?? name ?? (key === '' ? 'Unassigned' : key);
}
