import { type RawBuilder, sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import type { Figures } from '../../contract/report.ts';
import type { Grouping, Measure, ReadQuery, ReadResult, ReadRow, Report } from '../report.ts';

type Sql = RawBuilder<unknown>;

/** A measure as one aggregate over the counted rows, converted to `float8`. */
export interface TalliedMeasure extends Measure {
  value: Sql;
  /** Groupings it cannot be grouped or filtered by: it is null there. */
  notBy?: readonly string[];
}

export interface TalliedGrouping extends Grouping {
  /** A text expression; null becomes the empty key. */
  key: Sql | ((query: ReadQuery) => Sql);
  /** The label; left out with `choices`, or when the key is its own label. */
  name?: Sql;
  /** The label of the empty key; defaults to `Not specified`. */
  none?: string;
  /** A join only this grouping needs: ` left join … on …`. */
  join?: Sql | ((query: ReadQuery) => Sql);
  /** For keys that are ids of named rows. */
  numbered?: Numbered;
}

/** Groups by the id and looks up the name once per result row: a third of the time over years of data. */
export interface Numbered {
  id: Sql;
  table: string;
  /** The name of a row `n` of the table. */
  name: Sql;
}

export interface Tally
  extends Pick<
    Report,
    | 'id'
    | 'title'
    | 'about'
    | 'isSnapshot'
    | 'formulas'
    | 'isOfDeals'
    | 'leading'
    | 'isFor'
    | 'isByReader'
    | 'since'
    | 'records'
  > {
  measures: readonly TalliedMeasure[];
  groupings: readonly TalliedGrouping[];
  /**
   * The counted rows: tables with their joins, each row once. A snapshot grouped by month has the vehicles
   * of each month’s end.
   */
  from(query: ReadQuery, by: string): Sql;
  /** Restricts the rows to the stores and days of the query (`storeIn`, `dayIn`, `timeIn`). */
  where(query: ReadQuery): Sql;
  /** A condition on aggregates that removes empty rows. */
  having?: Sql | ((by: string) => Sql);
}

interface TallyRow {
  is_total: boolean;
  key: string;
  name: string | null;
}
type TalliedRow = TallyRow & Record<string, number | null>;

/**
 * A report made of aggregates over one set of rows. One statement calculates every measure per row and once
 * more over all rows, so that the total of a share or a median is correct. Filters are conditions on the key of
 * their grouping, in the same statement.
 */
export function tallied(tally: Tally): Report {
  const { from: _, where: __, having: ___, ...report } = tally;
  return {
    ...report,
    read: async (db, query, by, part) => {
      const read = await readTally(db, tally, query, by, part);
      if (!tally.isSnapshot || by !== 'month' || part) return read;
      // A vehicle in stock for a year would count twelve times in a total over months.
      const { total } = await readTally(db, tally, query, 'store');
      return { rows: read.rows, total };
    },
  };
}

async function readTally(
  db: Db<AnyTables>,
  tally: Tally,
  query: ReadQuery,
  by: string,
  part?: 'rows',
): Promise<ReadResult> {
  const { rows } = await statementOf(tally, query, by, part).execute(db);
  const grouping = tally.groupings.find(({ id }) => id === by);
  const total = rows.find((row) => row.is_total);
  return {
    rows: rows
      .filter((row) => !row.is_total)
      .map((row): ReadRow => {
        const known = grouping?.choices?.find(({ key }) => key === row.key)?.label;
        const named = known ?? row.name ?? row.key;
        const label = named === '' ? (grouping?.none ?? 'Not specified') : named;
        return { key: row.key, label, figures: figuresOf(tally, row, [by, ...filterIds(query)]) };
      }),
    total: total ? figuresOf(tally, total, filterIds(query)) : {},
  };
}

function statementOf(
  tally: Tally,
  query: ReadQuery,
  by: string,
  part?: 'rows',
): RawBuilder<TalliedRow> {
  const grouping = tally.groupings.find(({ id }) => id === by);
  const { joins, where } = filterConditions(tally.groupings, query, by);
  const values = tally.measures.map(
    ({ id, value }) => sql`(${value})::float8 as ${sql.ref(`m_${id}`)}`,
  );
  const { numbered } = grouping ?? {};
  const key = numbered?.id ?? (grouping ? keyOf(grouping, query) : sql`''`);
  const name = numbered
    ? sql`(select ${numbered.name} from ${sql.table(numbered.table)} n where n.id = f.grp)`
    : sql`f.called`;
  // Grouped by the alias: PostgreSQL treats two copies of an expression with parameters as different.
  return sql<TalliedRow>`
    select f.*, coalesce(f.grp::text, '') as key, ${name} as name from (
      select grouping(grp.key) = 1 as is_total, grp.key as grp, max(grp.name) as called, ${sql.join(values)}
      from ${tally.from(query, by)} ${joins}
        cross join lateral (select ${key} as key, ${grouping?.name ?? sql`null::text`} as name) grp
      where ${tally.where(query)} and ${where}
      group by ${part ? sql`grp.key` : sql`grouping sets ((grp.key), ())`}
      having grouping(grp.key) = 1 or (${havingOf(tally, by)})) f`;
}

/**
 * What the grouping and the filters of a query add to the report’s rows: the joins they need, and the filter
 * conditions. Used for figures and for records.
 */
export function filterConditions(
  groupings: readonly TalliedGrouping[],
  query: ReadQuery,
  by?: string,
): { joins: Sql; where: Sql } {
  const needed = new Set([...filterIds(query), by]);
  const joins = groupings.flatMap(({ id, join }) =>
    join && needed.has(id) ? [expressionOf(join, query)] : [],
  );
  const conditions = query.only.flatMap((only) => {
    const found = groupings.find(({ id }) => id === only.by);
    return found ? [sql`${keyOf(found, query)} = ${only.key}`] : [];
  });
  return {
    joins: sql.join(joins, sql` `),
    where: sql.join([sql`true`, ...conditions], sql` and `),
  };
}

const havingOf = ({ having = sql`true` }: Tally, by: string): Sql =>
  typeof having === 'function' ? having(by) : having;

const keyOf = ({ key }: TalliedGrouping, query: ReadQuery): Sql =>
  sql`coalesce(${expressionOf(key, query)}, '')`;

const expressionOf = (value: Sql | ((query: ReadQuery) => Sql), query: ReadQuery): Sql =>
  typeof value === 'function' ? value(query) : value;

const filterIds = ({ only }: ReadQuery) => only.map(({ by }) => by);

const figuresOf = (tally: Tally, row: TalliedRow, by: readonly string[]): Figures =>
  Object.fromEntries(
    tally.measures.map(({ id, notBy = [] }) => [
      id,
      notBy.some((one) => by.includes(one)) ? null : (row[`m_${id}`] ?? null),
    ]),
  );

/** The first day with records per store; `firstDay` is a scalar date expression for a store. */
export async function firstDays(
  db: Db<AnyTables>,
  { stores }: ReadQuery,
  firstDay: (store: Sql) => Sql,
): Promise<{ store: Store; since: string | null }[]> {
  const { rows } = await sql<{ store: Store; since: string | null }>`
    select selected.store, (${firstDay(sql.ref('selected.store'))})::text as since
    from unnest(${stores}::text[]) selected (store)`.execute(db);
  return rows;
}
