import { monthOf } from './months.ts';

/** Axis labels. */
export const ticks = { fill: 'var(--muted)', fontSize: 12 };
export const axisLine = { stroke: 'var(--line)' };

/** Of rows with a `month`. */
export const monthAxis = {
  dataKey: 'month',
  tickFormatter: monthOf,
  tick: ticks,
  tickLine: false,
  axisLine,
  minTickGap: 12,
};
