import { saveCsv } from '../../../../../platform/web/download/save.ts';
import type { FigureRow, Figures, Period } from '../../../contract.ts';

const columns: [name: string, value: (row: Omit<FigureRow, 'id' | 'name'>) => number | null][] = [
  ['open', ({ open }) => open],
  ['overdue', ({ overdue }) => overdue],
  ['claimed', ({ claimed }) => claimed],
  ['medianSecondsToClaim', ({ medianClaimSeconds }) => medianClaimSeconds],
  ['p90SecondsToClaim', ({ p90ClaimSeconds }) => p90ClaimSeconds],
  ['done', ({ done }) => done],
  ['medianSecondsToDone', ({ medianDoneSeconds }) => medianDoneSeconds],
  ['p90SecondsToDone', ({ p90DoneSeconds }) => p90DoneSeconds],
  ['shareInTime', ({ inTime }) => inTime],
];

/** The figures as a file, each as it was computed. */
export function exportFigures(of: string, days: Period, { total, rows }: Figures): void {
  const lines = [...rows, { ...total, name: 'All' }].map((row) => [
    row.name,
    ...columns.map(([, value]) => String(value(row) ?? '')),
  ]);
  saveCsv(`requests-${days}-days.csv`, [
    [of.toLowerCase(), ...columns.map(([name]) => name)],
    ...lines,
  ]);
}
