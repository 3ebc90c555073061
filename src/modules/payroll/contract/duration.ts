import { hundredthMs } from '../../../platform/contract/decimalHours.ts';

/**
 * Milliseconds as hundredths of an hour, which together are the rounded total: each is rounded down, and those with
 * the largest rests get one more.
 */
export function roundTogether(ms: readonly number[]): number[] {
  const total = Math.round(ms.reduce((sum, one) => sum + one, 0) / hundredthMs);
  const down = ms.map((one) => Math.floor(one / hundredthMs));
  const missing = total - down.reduce((sum, one) => sum + one, 0);
  const raised = ms
    .map((one, at) => ({ at, rest: one - Math.floor(one / hundredthMs) * hundredthMs }))
    .toSorted((a, b) => b.rest - a.rest || a.at - b.at)
    .slice(0, missing)
    .map(({ at }) => at);
  return down.map((one, at) => (raised.includes(at) ? one + 1 : one));
}
