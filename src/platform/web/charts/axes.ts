/** The words along an axis. */
export const ticks = { fill: 'var(--muted)', fontSize: 12 };
export const axisLine = { stroke: 'var(--line)' };
