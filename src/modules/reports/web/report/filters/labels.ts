import { storeNames } from '../../../../../platform/contract/names.ts';
import type { Narrowing } from '../../../contract/narrowing.ts';
import { type Period, periodNames } from '../../../contract/period.ts';
import type { Description, Report } from '../../../contract/report.ts';
import { narrowingsOf, type ReportQuery } from '../../address.ts';
import { groupingLabelOf } from '../../figures/measures.ts';
import { spanOf } from '../../spans.ts';

/** What one narrows to, as people call it. */
export function labelOf(
  { by, key }: Narrowing,
  { groupings }: Description,
  report: Pick<Report, 'narrowed'> | undefined,
): string {
  const told = report?.narrowed.find((one) => one.by === by && one.key === key);
  const known = groupings.find(({ id }) => id === by)?.choices?.find((one) => one.key === key);
  return told?.label ?? known?.label ?? key;
}

export const periodLabel = ({ period = 'this_month', from, to }: ReportQuery): string =>
  period === 'custom' && from && to ? spanOf({ from, to }) : periodNames[period satisfies Period];

/** What a question asks for, in a line: `Last month · Ford · by Make`. */
export function queryLabel(
  asked: ReportQuery,
  description: Description,
  report?: Pick<Report, 'narrowed'>,
): string {
  const by = asked.by ?? description.groupings[0]?.id ?? '';
  return [
    periodLabel(asked),
    asked.store && storeNames[asked.store],
    ...narrowingsOf(asked).map(
      (one) => `${groupingLabelOf(description, one.by)}: ${labelOf(one, description, report)}`,
    ),
    `by ${groupingLabelOf(description, by).toLowerCase()}`,
  ]
    .filter(Boolean)
    .join(' · ');
}
