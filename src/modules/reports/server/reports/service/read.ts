import { type RawBuilder, sql } from 'kysely';
import { stores } from '../../../../../platform/contract/access.ts';
import { storeNames } from '../../../../../platform/contract/names.ts';
import type { AnyTables, Db } from '../../../../../platform/server/db/database.ts';
import { payTypeNames, payTypes } from '../../../../repair-orders/server/public.ts';
import type { Figured, Grouping, ReadRow, ReportQuery } from '../../report.ts';
import { type Amounts, amounts, nobody, type Side } from '../../rollup/cells.ts';
import { isKept, keptCells, keptTables, plainCells } from '../../rollup/cuts.ts';
import { figuresOf } from './measures.ts';

type Sql = RawBuilder<unknown>;

interface ServiceGrouping extends Grouping {
  /** Of a cell, as text; nobody is ''. */
  key: Sql;
  /** What has to be told apart for it. */
  side?: Side;
}

const person = (column: string) =>
  sql`coalesce(nullif(${sql.ref(`c.${column}`)}, ${sql.lit(nobody)})::text, '')`;

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

/** From what is added up where it holds for this question, and otherwise from the orders themselves. */
export async function readService(
  db: Db<AnyTables>,
  asked: ReportQuery,
  by: string,
): Promise<Figured> {
  const grouping = groupings.find(({ id }) => id === by);
  const narrowed = asked.only.flatMap(({ by: id, key }) => {
    const found = groupings.find((one) => one.id === id);
    return found ? [{ ...found, key: sql<boolean>`${found.key} = ${key}` }] : [];
  });
  const sides = { total: sidesOf(narrowed), rows: sidesOf([...narrowed, grouping]) };
  const question = { asked, grouping, where: narrowed.map(({ key }) => key), sides };
  const isQuick = isKept(sides.total) && isKept(sides.rows);
  const kept = isQuick ? await keptSums(question).execute(db) : undefined;
  // A total is always among the rows, and says whether days of this zone were added up at all.
  const isHeld = kept?.rows.some(({ is_known }) => is_known);
  const { rows } = kept && isHeld ? kept : await plainSums(question).execute(db);
  return toFigured(rows, question);
}

const sidesOf = (told: readonly (Pick<ServiceGrouping, 'side'> | undefined)[]): Side[] => [
  ...new Set(told.flatMap((one) => one?.side ?? [])),
];

interface Question {
  asked: ReportQuery;
  grouping: ServiceGrouping | undefined;
  where: readonly Sql[];
  sides: { total: readonly Side[]; rows: readonly Side[] };
}

/** Told apart by something of its lines an order is in several rows, so the total has cells of its own. */
function sums(
  { grouping, where, sides }: Question,
  cellsOf: (sides: readonly Side[]) => Sql,
  isKnown: Sql,
): Sql {
  const isWanted = where.length > 0 ? sql.join(where, sql` and `) : sql`true`;
  const added = sql.raw(
    amounts.map((name) => `coalesce(sum(c.${name}), 0)::bigint as ${name}`).join(', '),
  );
  const isPerson = grouping?.isPersonal ?? false;
  const name = isPerson ? sql`u.shown_name` : sql`null::text`;
  return sql`
    select t.*, ${name} as name, ${isKnown} as is_known from (
      select true as is_total, '' as key, ${added}
      from (${cellsOf(sides.total)}) c where ${isWanted}
      union all
      select false, ${grouping?.key ?? sql`''`} as key, ${added}
      from (${cellsOf(sides.rows)}) c where ${isWanted} group by 2) t
    ${isPerson ? sql`left join users u on u.id = nullif(t.key, '')::integer` : sql``}`;
}

export const keptSums = (question: Question): RawBuilder<Row> =>
  sql<Row>`with ${keptTables(question.asked)}
    ${sums(question, (sides) => keptCells(sides, question.asked), sql`exists (select from state)`)}`;

export const plainSums = (question: Question): RawBuilder<Row> =>
  sql<Row>`${sums(question, (sides) => plainCells(sides, question.asked), sql`true`)}`;

function toFigured(rows: readonly Row[], { grouping, sides }: Question): Figured {
  const total = rows.find(({ is_total }) => is_total);
  const told = rows.filter(({ is_total, lines, orders }) => !is_total && orders + lines > 0);
  return {
    rows: told.map(
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
  return choice ?? name ?? (key === '' ? 'Nobody' : key);
}
