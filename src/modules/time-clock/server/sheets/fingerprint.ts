import { createHash } from 'node:crypto';
import type { CalendarDate } from '../../../../platform/contract/wallTime.ts';
import type { Rules } from '../../contract/rules.ts';
import type { CountedPunch } from './punches.ts';

/** The same for the same week, counted from the same punches by the same rules. */
export function fingerprintOf(
  weekStart: CalendarDate,
  rules: Rules,
  punches: readonly CountedPunch[],
): string {
  const { timezone, law, basis, paidBreakMinutes, breakAfterMinutes } = rules;
  const words = [
    weekStart,
    [timezone, law, basis, paidBreakMinutes, breakAfterMinutes],
    punches.map(({ id, kind, at }) => [id, kind, at]),
  ];
  return createHash('sha256').update(JSON.stringify(words)).digest('hex');
}
