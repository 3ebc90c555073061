import type { Report } from '../../../contract/report.ts';

export interface MonthPoint {
  month: string;
  /** Null when unknown, or when there is nothing to calculate it from. */
  now: number | null;
  before: number | null;
}

export const monthPoints = ({ months }: Pick<Report, 'months'>, measureId: string): MonthPoint[] =>
  months.map(({ month, figures, yearBefore }) => ({
    month,
    now: figures?.[measureId] ?? null,
    before: yearBefore?.[measureId] ?? null,
  }));

export const hasNow = (points: readonly MonthPoint[]) => points.some(({ now }) => now !== null);
export const hasBefore = (points: readonly MonthPoint[]) =>
  points.some(({ before }) => before !== null);

export interface Bar {
  key: string;
  label: string;
  value: number;
}

export const barsAtMost = 10;

/** The largest rows of a measure; `left` counts the rows that do not fit. */
export function barsOf(
  { rows, by }: Pick<Report, 'rows' | 'by'>,
  measureId: string,
): { bars: Bar[]; left: number } {
  const known = rows.flatMap(({ key, label, figures }) => {
    const value = figures[measureId];
    return typeof value === 'number' ? [{ key, label, value }] : [];
  });
  // Months keep their order, and the latest are shown.
  if (by === 'month')
    return { bars: known.slice(-barsAtMost), left: Math.max(0, known.length - barsAtMost) };
  const bars = known.toSorted((a, b) => Math.abs(b.value) - Math.abs(a.value)).slice(0, barsAtMost);
  return { bars, left: known.length - bars.length };
}
