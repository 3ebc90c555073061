import { addDays } from '../../../../platform/contract/wallTime.ts';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import { addMonths, earlier, firstOfMonth } from '../../contract/period.ts';
import type * as contract from '../../contract/report.ts';
import type { Figured } from '../report.ts';
import { figuresOf, isBegun, type Known } from './compare.ts';
import type { Checked } from './question.ts';

const shown = 12;

/** The twelve months the chart is of and the twelve before them, up to today at the latest. */
export function readMonths(db: Db<AnyTables>, { report, asked }: Checked): Promise<Figured> {
  const last = firstOfMonth(asked.span.to);
  const end = addDays(addMonths(last, 1), -1);
  const span = {
    from: addMonths(last, 1 - 2 * shown),
    to: earlier(end, asked.today),
  };
  // A month it is narrowed to would leave the others empty, as if nothing had happened.
  const only = asked.only.filter(({ by }) => by !== 'month');
  return report.read(db, { ...asked, span, only }, 'month');
}

/** Month after month beside the same month a year before; null before there were records. */
export function lastYear(
  { report, asked }: Checked,
  { rows }: Figured,
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
