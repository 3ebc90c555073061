import type { Report } from '../../contract/report.ts';

export interface MonthPoint {
  month: string;
  /** Null: nothing is known of it, or there is nothing to reckon it from. */
  now: number | null;
  before: number | null;
}

/** A measure month by month, beside the same months a year before. */
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

/** The largest rows of a measure; `left` are as many as there is no room for. */
export function barsOf(
  { rows, by }: Pick<Report, 'rows' | 'by'>,
  measureId: string,
): { bars: Bar[]; left: number } {
  const known = rows.flatMap(({ key, label, figures }) => {
    const value = figures[measureId];
    return typeof value === 'number' ? [{ key, label, value }] : [];
  });
  // Months tell a story in their own order, and the latest of them count.
  if (by === 'month')
    return { bars: known.slice(-barsAtMost), left: Math.max(0, known.length - barsAtMost) };
  const bars = known.toSorted((a, b) => Math.abs(b.value) - Math.abs(a.value)).slice(0, barsAtMost);
  return { bars, left: known.length - bars.length };
}
