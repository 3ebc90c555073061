import { storeNames } from '../../../../platform/contract/names.ts';
import type { ReportFilter } from '../../contract/filters.ts';
import { type Period, periodNames } from '../../contract/period.ts';
import type { Description, Report } from '../../contract/report.ts';
import { filtersOf, type PartialQuery } from './address.ts';
import { groupingLabelOf } from './measures.ts';
import { spanOf } from './spans.ts';

/** The label of a filter. */
export function labelOf(
  { by, key }: ReportFilter,
  { groupings }: Description,
  report: Pick<Report, 'narrowed'> | undefined,
): string {
  const applied = report?.narrowed.find((one) => one.by === by && one.key === key);
  const choice = groupings.find(({ id }) => id === by)?.choices?.find((one) => one.key === key);
  return applied?.label ?? choice?.label ?? key;
}

export const periodLabel = ({ period = 'this_month', from, to }: PartialQuery): string =>
  period === 'custom' && from && to ? spanOf({ from, to }) : periodNames[period satisfies Period];

/** A query in one line: `Last month · Ford · by make`. */
export function queryLabel(
  reportQuery: PartialQuery,
  description: Description,
  report?: Pick<Report, 'narrowed'>,
): string {
  const by = reportQuery.by ?? description.groupings[0]?.id ?? '';
  return [
    periodLabel(reportQuery),
    reportQuery.store && storeNames[reportQuery.store],
    ...filtersOf(reportQuery).map(
      (one) => `${groupingLabelOf(description, one.by)}: ${labelOf(one, description, report)}`,
    ),
    `by ${groupingLabelOf(description, by).toLowerCase()}`,
  ]
    .filter(Boolean)
    .join(' · ');
}
