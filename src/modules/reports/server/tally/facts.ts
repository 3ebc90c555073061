import { type RawBuilder, sql } from 'kysely';
import { stores } from '../../../../platform/contract/access.ts';
import { storeNames } from '../../../../platform/contract/names.ts';
import { addDays, dayStart } from '../../../../platform/contract/wallTime.ts';
import { monthsIn } from '../../contract/period.ts';
import type { ReportQuery } from '../report.ts';
import type { TalliedGrouping } from './tally.ts';

type Sql = RawBuilder<unknown>;

/** Rows whose store is one of those asked for. */
export const storeIn = (column: string, asked: ReportQuery): Sql =>
  sql`${sql.ref(column)} = any(${asked.stores}::text[])`;

/** Rows whose `date` is one of the days asked for. */
export const dayIn = (column: string, { span }: ReportQuery): Sql =>
  sql`${sql.ref(column)} between ${span.from}::date and ${span.to}::date`;

/** Rows whose `timestamptz` is on one of the days asked for, by the clocks of the group. */
export const timeIn = (column: string, { span, timezone }: ReportQuery): Sql =>
  sql`${sql.ref(column)} >= ${startOf({ span, timezone })}
    and ${sql.ref(column)} < ${instant(timezone, addDays(span.to, 1))}::timestamptz`;

/** The instant the days asked for begin at. */
export const startOf = ({ span, timezone }: Pick<ReportQuery, 'span' | 'timezone'>): Sql =>
  sql`${instant(timezone, span.from)}::timestamptz`;

const instant = (timezone: string, day: string) => new Date(dayStart(timezone, day)).toISOString();

/** The day of a `timestamptz` by the clocks of the group, as a `date`. */
export const dayOf = (column: string, { timezone }: Pick<ReportQuery, 'timezone'>): Sql =>
  sql`(${sql.ref(column)} at time zone ${timezone})::date`;

/** Store beside store, by a column that holds one. */
export const byStore = (column: string): TalliedGrouping => ({
  id: 'store',
  label: 'Store',
  choices: stores.map((key) => ({ key, label: storeNames[key] })),
  key: sql.ref(column),
});

/**
 * Month after month, `2026-11`, by a moment of the days asked for: a `date`, or a `timestamptz` by the clocks
 * of the group. Looked up among the beginnings of the months: what day it was costs ten times as much to say.
 */
export const byMonth = (moment: Sql, kind: 'date' | 'timestamptz'): TalliedGrouping => ({
  id: 'month',
  label: 'Month',
  key: ({ span, timezone }) => {
    const months = monthsIn(span);
    const firsts = months.map((month) => `${month}-01`);
    const begins = kind === 'date' ? firsts : firsts.map((day) => instant(timezone, day));
    return sql`(${months}::text[])[width_bucket(${moment}, ${begins}::${sql.raw(kind)}[])]`;
  },
});

/** One condition beside another; new cars first. */
export const conditionChoices = [
  { key: 'new', label: 'New' },
  { key: 'used', label: 'Used' },
  { key: 'cpo', label: 'CPO' },
] as const;

/** What a grouping with choices calls a value, as text. */
export const calledBy = ({ choices = [] }: Pick<TalliedGrouping, 'choices'>, value: Sql): Sql =>
  sql`(case ${value} ${sql.join(
    choices.map(({ key, label }) => sql`when ${key} then ${label}`),
    sql` `,
  )} end)::text`;

/** A part of a whole: null of nothing. Both are counts or sums. */
export const ratio = (part: Sql, whole: Sql): Sql => sql`(${part})::float8 / nullif(${whole}, 0)`;

/** The value below which so much of them lies: 0.5 is the median; null of nothing. */
export const percentile = (share: number, value: Sql): Sql =>
  sql`percentile_cont(${sql.lit(share)}::float8) within group (order by ${value})`;
