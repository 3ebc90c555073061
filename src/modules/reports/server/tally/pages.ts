import { type RawBuilder, sql } from 'kysely';
import { invalid } from '../../../../platform/server/errors.ts';

type Sql = RawBuilder<unknown>;

/**
 * Rows after the last one of the previous page, newest first: `order` is the sort column, a `date` or a
 * `timestamptz` in whole milliseconds, and `id` the tiebreaker. Throws 400 for an invalid `after`.
 */
export function isBehind(after: string | undefined, order: Sql, id: Sql): Sql {
  if (after === undefined) return sql`true`;
  const found = /^(\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d\.\d{3}Z)?)_(\d{1,15})$/.exec(after);
  const [, moment = '', last = ''] = found ?? [];
  // February 31 and year 0 match the pattern, but PostgreSQL rejects them.
  const day = Date.parse(moment);
  if (
    Number.isNaN(day) ||
    moment.startsWith('0000') ||
    new Date(day).toISOString().slice(0, 10) !== moment.slice(0, 10)
  ) {
    throw invalid('There is no such page.');
  }
  const kind = moment.includes('T') ? sql`timestamptz` : sql`date`;
  return sql`(${order}, ${id}) < (${moment}::${kind}, ${last}::bigint)`;
}

/**
 * The rows of a page and the cursor of the next one, from one row more than the page holds. `moment` is the
 * sort value as text: a day, or an instant to the millisecond.
 */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  place: (row: Row) => { moment: string; id: number },
): { page: Row[]; next: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  if (rows.length <= limit || !last) return { page, next: null };
  const { moment, id } = place(last);
  return { page, next: `${moment}_${id}` };
}
