import { saveCsv } from '../../../../../platform/web/download/save.ts';
import type { FigureRow, Figures, Period } from '../../../contract.ts';

const columns: [name: string, value: (row: Omit<FigureRow, 'id' | 'name'>) => number | null][] = [
  ['Open', ({ open }) => open],
  ['Overdue', ({ overdue }) => overdue],
  ['Claimed', ({ claimed }) => claimed],
  ['Median seconds to claim', ({ medianClaimSeconds }) => medianClaimSeconds],
  ['90th percentile seconds to claim', ({ p90ClaimSeconds }) => p90ClaimSeconds],
  ['Done', ({ done }) => done],
  ['Median seconds to done', ({ medianDoneSeconds }) => medianDoneSeconds],
  ['90th percentile seconds to done', ({ p90DoneSeconds }) => p90DoneSeconds],
  ['Share on time', ({ inTime }) => inTime],
];

/** Downloads the metrics as CSV, unrounded. */
export function exportFigures(of: string, days: Period, { total, rows }: Figures): void {
  const lines = [...rows, { ...total, name: 'Total' }].map((row) => [
    row.name,
    ...columns.map(([, value]) => String(value(row) ?? '')),
  ]);
  saveCsv(`requests-${days}-days.csv`, [[of, ...columns.map(([name]) => name)], ...lines]);
}
