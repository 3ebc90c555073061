import type { ShownStatus } from '../../../../people/contract.ts';
import type { StatusMetrics } from '../../../../presence/contract.ts';

type Bucket = keyof StatusMetrics;

/** In a meeting counts as online, on vacation as away. */
const bucketsOf: Record<ShownStatus, Bucket[]> = {
  online: ['online'],
  away: ['away'],
  unavailable: ['unavailable'],
  invisible: ['invisible'],
  offline: ['offline'],
  'in-meeting': ['online', 'inMeeting'],
  'on-vacation': ['away', 'onVacation'],
};

/** The metrics after a status change: the old bucket minus one, never below 0, the new one plus one. */
export function moved(metrics: StatusMetrics, from: ShownStatus, to: ShownStatus): StatusMetrics {
  if (from === to) return metrics;
  const next = { ...metrics };
  for (const bucket of bucketsOf[from]) next[bucket] = Math.max(0, next[bucket] - 1);
  for (const bucket of bucketsOf[to]) next[bucket] += 1;
  return next;
}
