/** Axis labels. */
export const ticks = { fill: 'var(--muted)', fontSize: 12 };
export const axisLine = { stroke: 'var(--line)' };
