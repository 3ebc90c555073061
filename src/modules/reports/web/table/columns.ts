import { orderedOf } from '../../contract/figures/order.ts';
import type { Description, Measure, Report } from '../../contract/report.ts';

/**
 * What leads first, but for what its rows cannot tell: a stage of reconditioning knows nothing of whole cars, and
 * a column of dashes nothing at all. What nobody has a figure of yet keeps its place.
 */
export function columnsOf(
  description: Pick<Description, 'leading' | 'measures'>,
  { rows, total }: Pick<Report, 'rows' | 'total'>,
): Measure[] {
  return orderedOf(description).filter(
    ({ id }) =>
      typeof total.figures[id] !== 'number' ||
      rows.length === 0 ||
      rows.some(({ figures }) => typeof figures[id] === 'number'),
  );
}
