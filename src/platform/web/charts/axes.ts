/** Axis labels. */
export const ticks = { fill: 'var(--muted)', fontSize: 12 };
export const axisLine = { stroke: 'var(--line)' };

const steps = [1, 2, 5, 10];

/** Round axis ticks that cover all values and zero: 0, 20, 40, 60 and 80 for values up to 69. */
export function marksOf(values: readonly (number | null)[], isWhole: boolean): number[] {
  const known = values.filter((value) => value !== null);
  const least = Math.min(0, ...known);
  const most = Math.max(0, ...known);
  const rough = (most - least || 1) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const round = power * (steps.find((one) => one * power >= rough) ?? 10);
  const step = isWhole ? Math.max(1, round) : round;
  const first = Math.floor(least / step);
  const last = Math.ceil(most / step);
  // One step when all values are zero.
  return Array.from({ length: Math.max(1, last - first) + 1 }, (_, at) => (first + at) * step);
}
