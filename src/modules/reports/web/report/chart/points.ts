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

const steps = [1, 2, 5, 10];

/** Round axis ticks that cover all values and zero: 0, 20, 40, 60 and 80 for values up to 69. */
export function marksOf(points: readonly MonthPoint[], isWhole: boolean): number[] {
  const values = points.flatMap(({ now, before }) => [now ?? 0, before ?? 0]);
  const least = Math.min(0, ...values);
  const most = Math.max(0, ...values);
  const rough = (most - least || 1) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const round = power * (steps.find((one) => one * power >= rough) ?? 10);
  const step = isWhole ? Math.max(1, round) : round;
  const first = Math.floor(least / step);
  const last = Math.ceil(most / step);
  // One step when all values are zero.
  return Array.from({ length: Math.max(1, last - first) + 1 }, (_, at) => (first + at) * step);
}

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
