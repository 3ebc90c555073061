import { type RawBuilder, sql } from 'kysely';
import { stores } from '../../../../platform/contract/access.ts';
import { storeNames } from '../../../../platform/contract/names.ts';
import { addDays, type CalendarDate, dayStart } from '../../../../platform/contract/wallTime.ts';
import { monthsIn } from '../../contract/period.ts';
import type { ReadQuery } from '../report.ts';
import type { TalliedGrouping } from './tally.ts';

type Sql = RawBuilder<unknown>;

export const storeIn = (column: string, query: ReadQuery): Sql =>
  sql`${sql.ref(column)} = any(${query.stores}::text[])`;

/** Rows whose `date` is in the span. */
export const dayIn = (column: string, { span }: ReadQuery): Sql =>
  sql`${sql.ref(column)} between ${span.from}::date and ${span.to}::date`;

/** Rows whose `timestamptz` is in the span, in the group time zone. */
export const timeIn = (column: string, { span, timezone }: ReadQuery): Sql =>
  sql`${sql.ref(column)} >= ${startOf({ span, timezone })}
    and ${sql.ref(column)} < ${startOfDay(timezone, addDays(span.to, 1))}::timestamptz`;

/** The instant the span begins. */
export const startOf = ({ span, timezone }: Pick<ReadQuery, 'span' | 'timezone'>): Sql =>
  sql`${startOfDay(timezone, span.from)}::timestamptz`;

export const startOfDay = (timezone: string, day: CalendarDate): string =>
  new Date(dayStart(timezone, day)).toISOString();

/** The local `date` of a `timestamptz` in the group time zone. */
export const dayOf = (column: string, { timezone }: Pick<ReadQuery, 'timezone'>): Sql =>
  sql`(${sql.ref(column)} at time zone ${timezone})::date`;

/** Groups by a store column. */
export const byStore = (column: string): TalliedGrouping => ({
  id: 'store',
  label: 'Store',
  choices: stores.map((key) => ({ key, label: storeNames[key] })),
  key: sql.ref(column),
});

/**
 * Groups by month, `2026-11`, of a `date`, or of a `timestamptz` in the group time zone. Looked up among the
 * starts of the months, which is ten times faster than converting each instant to a local date.
 */
export const byMonth = (moment: Sql, kind: 'date' | 'timestamptz'): TalliedGrouping => ({
  id: 'month',
  label: 'Month',
  key: ({ span, timezone }) => {
    const months = monthsIn(span);
    const firsts = months.map((month) => `${month}-01`);
    const begins = kind === 'date' ? firsts : firsts.map((day) => startOfDay(timezone, day));
    return sql`(${months}::text[])[width_bucket(${moment}, ${begins}::${sql.raw(kind)}[])]`;
  },
});

export const conditionChoices = [
  { key: 'new', label: 'New' },
  { key: 'used', label: 'Used' },
  { key: 'cpo', label: 'CPO' },
] as const;

/** The label of a value of a grouping with choices, as text. */
export const calledBy = ({ choices = [] }: Pick<TalliedGrouping, 'choices'>, value: Sql): Sql =>
  sql`(case ${value} ${sql.join(
    choices.map(({ key, label }) => sql`when ${key} then ${label}`),
    sql` `,
  )} end)::text`;

/** Null when the denominator is zero. Both are counts or sums. */
export const ratio = (part: Sql, total: Sql): Sql => sql`(${part})::float8 / nullif(${total}, 0)`;

/** The percentile for a share: 0.5 is the median; null without rows. */
export const percentile = (share: number, value: Sql): Sql =>
  sql`percentile_cont(${sql.lit(share)}::float8) within group (order by ${value})`;
