import { addDays } from '../../../../platform/contract/wallTime.ts';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import { addMonths, earlier, firstOfMonth } from '../../contract/period.ts';
import type * as contract from '../../contract/report.ts';
import type { ReadRow } from '../report.ts';
import { figuresOf, isBegun, type Known } from './compare.ts';
import type { Checked } from './question.ts';

const shown = 12;

/**
 * The twelve months the chart is of, up to today at the latest, and the twelve before them. Asked for side by
 * side, since of most questions this is what takes longest.
 */
export async function readMonths(
  db: Db<AnyTables>,
  { report, asked }: Checked,
): Promise<ReadRow[]> {
  const last = firstOfMonth(asked.span.to);
  const [begin, middle] = [addMonths(last, 1 - 2 * shown), addMonths(last, 1 - shown)];
  const end = earlier(addDays(addMonths(last, 1), -1), asked.today);
  // A month it is narrowed to would leave the others empty, as if nothing had happened.
  const only = asked.only.filter(({ by }) => by !== 'month');
  const halves = await Promise.all(
    [
      { from: middle, to: end },
      { from: begin, to: addDays(middle, -1) },
    ].map((span) => report.read(db, { ...asked, span, only }, 'month', 'rows')),
  );
  return halves.flatMap(({ rows }) => rows);
}

/** Month after month beside the same month a year before; null before there were records. */
export function lastYear(
  { report, asked }: Checked,
  rows: readonly ReadRow[],
  known: Known,
): contract.Report['months'] {
  const read = new Map(rows.map((row) => [row.key, row.figures]));
  const told = (month: string) => {
    if (!isBegun(known, month)) return null;
    const figures = read.get(month);
    return figures ? figuresOf(figures, report, asked.sight) : known.nothing;
  };
  const last = firstOfMonth(asked.span.to);
  return Array.from({ length: shown }, (_, at) => {
    const first = addMonths(last, at + 1 - shown);
    const month = first.slice(0, 7);
    return {
      month,
      figures: told(month),
      yearBefore: told(addMonths(first, -12).slice(0, 7)),
    };
  });
}
