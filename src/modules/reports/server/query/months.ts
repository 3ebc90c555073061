import { addDays } from '../../../../platform/contract/wallTime.ts';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import { addMonths, earlier, firstOfMonth, lastOfMonth } from '../../contract/period.ts';
import type * as contract from '../../contract/report.ts';
import type { ReadRow } from '../report.ts';
import { figuresOf, isBegun, type Known } from './compare.ts';
import type { ValidQuery } from './validate.ts';

const shown = 12;

/**
 * The twelve months of the chart, up to today, and the twelve before them. Read in parallel, since this is
 * the slowest part of most reports.
 */
export async function readMonths(
  db: Db<AnyTables>,
  { report, query }: ValidQuery,
): Promise<ReadRow[]> {
  const last = firstOfMonth(query.span.to);
  const begin = addMonths(last, 1 - 2 * shown);
  const middle = addMonths(last, 1 - shown);
  const end = earlier(lastOfMonth(last), query.today);
  // A month filter would make the other months look empty.
  const only = query.only.filter(({ by }) => by !== 'month');
  const halves = await Promise.all(
    [
      { from: middle, to: end },
      { from: begin, to: addDays(middle, -1) },
    ].map((span) => report.read(db, { ...query, span, only }, 'month', 'rows')),
  );
  return halves.flatMap(({ rows }) => rows);
}

/** Each month with the same month a year before; null before the first records. */
export function lastTwelveMonths(
  { report, query }: ValidQuery,
  rows: readonly ReadRow[],
  known: Known,
): contract.Report['months'] {
  const read = new Map(rows.map((row) => [row.key, row.figures]));
  const figuresIn = (month: string) => {
    if (!isBegun(known, month)) return null;
    const figures = read.get(month);
    return figures ? figuresOf(figures, report, query.scope) : known.nothing;
  };
  const last = firstOfMonth(query.span.to);
  return Array.from({ length: shown }, (_, at) => {
    const first = addMonths(last, at + 1 - shown);
    const month = first.slice(0, 7);
    return {
      month,
      figures: figuresIn(month),
      yearBefore: figuresIn(addMonths(first, -12).slice(0, 7)),
    };
  });
}
