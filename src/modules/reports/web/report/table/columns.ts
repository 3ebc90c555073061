import { orderedOf } from '../../../contract/figures/order.ts';
import type { Description, Measure, Report } from '../../../contract/report.ts';

/**
 * Leading measures first, without columns that would have dashes in every row: recon stages, for example, have
 * no figures per vehicle. A measure without any figure yet keeps its place.
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
