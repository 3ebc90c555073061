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

const steps = [1, 2, 5, 10];

/** Round marks of an axis that hold all of it, nought among them: 0, 20, 40, 60 and 80 of what goes up to 69. */
export function marksOf(points: readonly MonthPoint[], isWhole: boolean): number[] {
  const values = points.flatMap(({ now, before }) => [now ?? 0, before ?? 0]);
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)];
  const rough = (most - least || 1) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const round = power * (steps.find((one) => one * power >= rough) ?? 10);
  const step = isWhole ? Math.max(1, round) : round;
  const [first, last] = [Math.floor(least / step), Math.ceil(most / step)];
  // Of nothing at all it is one step.
  return Array.from({ length: Math.max(1, last - first) + 1 }, (_, at) => (first + at) * step);
}

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
