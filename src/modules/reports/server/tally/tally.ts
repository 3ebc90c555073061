import { type RawBuilder, sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import type { Figures } from '../../contract/report.ts';
import type { Figured, Grouping, Measure, ReadRow, Report, ReportQuery } from '../report.ts';

type Sql = RawBuilder<unknown>;

/** A measure as one aggregate over the counted rows; `float8` is made of whatever it yields. */
export interface TalliedMeasure extends Measure {
  value: Sql;
  /** The groupings whose rows cannot tell it: there, and narrowed by them, it is null. */
  notBy?: readonly string[];
}

/** A grouping as two expressions over the counted rows. */
export interface TalliedGrouping extends Grouping {
  /** Text; null counts as the empty key. */
  key: Sql | ((asked: ReportQuery) => Sql);
  /** What the key is called; left out where there are `choices`, or where it is called what it is. */
  name?: Sql;
  /** What a null or empty key is called: `Not said` unless told. */
  none?: string;
  /** What only this grouping needs beside `from`: ` left join … on …`. */
  join?: Sql | ((asked: ReportQuery) => Sql);
  /** Where the key is the text of a number that is the `id` of rows with a name. */
  numbered?: Numbered;
}

/** Told apart by the number itself, and named once a row of the answer: of years that is a third of the time. */
export interface Numbered {
  id: Sql;
  table: string;
  /** What a row `n` of the table is called. */
  name: Sql;
}

export interface Tally
  extends Pick<
    Report,
    | 'id'
    | 'title'
    | 'about'
    | 'isSnapshot'
    | 'leading'
    | 'isFor'
    | 'isByReader'
    | 'since'
    | 'records'
  > {
  measures: readonly TalliedMeasure[];
  groupings: readonly TalliedGrouping[];
  /**
   * The rows that are counted: tables with their joins, each row of them once. A snapshot that is told
   * apart by month brings the cars of each month’s end.
   */
  from(asked: ReportQuery, by: string): Sql;
  /** Which of them count: the stores and the days asked for belong here (`storeIn`, `dayIn`, `timeIn`). */
  where(asked: ReportQuery): Sql;
  /** Rows of the answer without anything in them are left out by this condition on aggregates. */
  having?: Sql | ((by: string) => Sql);
}

interface TallyRow {
  is_total: boolean;
  key: string;
  name: string | null;
}
type TalliedRow = TallyRow & Record<string, number | null>;

/**
 * A report that is nothing but aggregates over one set of rows. One statement reckons every measure for
 * each row and once more over all of them, so that the total of a share or a median is its own and never a
 * sum of rows. Narrowings are conditions on the key of their grouping, in the same statement.
 */
export function tallied(tally: Tally): Report {
  const { from: _, where: __, having: ___, ...report } = tally;
  return {
    ...report,
    read: async (db, asked, by, part) => {
      const read = await readTally(db, tally, asked, by, part);
      if (!tally.isSnapshot || by !== 'month' || part) return read;
      // Cars that stood there for a year would count twelve times in a total of months.
      const { total } = await readTally(db, tally, asked, 'store');
      return { rows: read.rows, total };
    },
  };
}

async function readTally(
  db: Db<AnyTables>,
  tally: Tally,
  asked: ReportQuery,
  by: string,
  part?: 'rows',
): Promise<Figured> {
  const { rows } = await statementOf(tally, asked, by, part).execute(db);
  const grouping = tally.groupings.find(({ id }) => id === by);
  const total = rows.find((row) => row.is_total);
  return {
    rows: rows
      .filter((row) => !row.is_total)
      .map((row): ReadRow => {
        const known = grouping?.choices?.find(({ key }) => key === row.key)?.label;
        const named = known ?? row.name ?? row.key;
        const label = named === '' ? (grouping?.none ?? 'Not said') : named;
        return { key: row.key, label, figures: figuresOf(tally, row, [by, ...narrowedBy(asked)]) };
      }),
    total: total ? figuresOf(tally, total, narrowedBy(asked)) : {},
  };
}

function statementOf(
  tally: Tally,
  asked: ReportQuery,
  by: string,
  part?: 'rows',
): RawBuilder<TalliedRow> {
  const grouping = tally.groupings.find(({ id }) => id === by);
  const { joins, where } = narrowedTo(tally.groupings, asked, by);
  const values = tally.measures.map(
    ({ id, value }) => sql`(${value})::float8 as ${sql.ref(`m_${id}`)}`,
  );
  const { numbered } = grouping ?? {};
  const key = numbered?.id ?? (grouping ? keyOf(grouping, asked) : sql`''`);
  const name = numbered
    ? sql`(select ${numbered.name} from ${sql.table(numbered.table)} n where n.id = f.told)`
    : sql`f.called`;
  // Named once and grouped by its name: the same expression twice, with a parameter in it, is two to PostgreSQL.
  return sql<TalliedRow>`
    select f.*, coalesce(f.told::text, '') as key, ${name} as name from (
      select grouping(told.key) = 1 as is_total, told.key as told, max(told.name) as called, ${sql.join(values)}
      from ${tally.from(asked, by)} ${joins}
        cross join lateral (select ${key} as key, ${grouping?.name ?? sql`null::text`} as name) told
      where ${tally.where(asked)} and ${where}
      group by ${part ? sql`told.key` : sql`grouping sets ((told.key), ())`}
      having grouping(told.key) = 1 or (${havingOf(tally, by)})) f`;
}

/**
 * What the rows of a question have beside those of its report: the joins its groupings need, `by` among
 * them, and the condition that they are of what it is narrowed to. For figures and for records alike.
 */
export function narrowedTo(
  groupings: readonly TalliedGrouping[],
  asked: ReportQuery,
  by?: string,
): { joins: Sql; where: Sql } {
  const wanted = new Set([...narrowedBy(asked), by]);
  const joins = groupings.flatMap(({ id, join }) =>
    join && wanted.has(id) ? [expressionOf(join, asked)] : [],
  );
  const conditions = asked.only.flatMap((only) => {
    const found = groupings.find(({ id }) => id === only.by);
    return found ? [sql`${keyOf(found, asked)} = ${only.key}`] : [];
  });
  return {
    joins: sql.join(joins, sql` `),
    where: sql.join([sql`true`, ...conditions], sql` and `),
  };
}

const havingOf = ({ having = sql`true` }: Tally, by: string): Sql =>
  typeof having === 'function' ? having(by) : having;

const keyOf = ({ key }: TalliedGrouping, asked: ReportQuery): Sql =>
  sql`coalesce(${expressionOf(key, asked)}, '')`;

const expressionOf = (given: Sql | ((asked: ReportQuery) => Sql), asked: ReportQuery): Sql =>
  typeof given === 'function' ? given(asked) : given;

const narrowedBy = ({ only }: ReportQuery) => only.map(({ by }) => by);

const figuresOf = (tally: Tally, row: TalliedRow, by: readonly string[]): Figures =>
  Object.fromEntries(
    tally.measures.map(({ id, notBy = [] }) => [
      id,
      notBy.some((one) => by.includes(one)) ? null : (row[`m_${id}`] ?? null),
    ]),
  );

/** The first day of each store by one statement; `least` is a scalar of the store it is given, a date. */
export async function firstDays(
  db: Db<AnyTables>,
  { stores }: ReportQuery,
  least: (store: Sql) => Sql,
): Promise<{ store: Store; since: string | null }[]> {
  const { rows } = await sql<{ store: Store; since: string | null }>`
    select asked.store, (${least(sql.ref('asked.store'))})::text as since
    from unnest(${stores}::text[]) asked (store)`.execute(db);
  return rows;
}
