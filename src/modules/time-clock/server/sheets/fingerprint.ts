import { createHash } from 'node:crypto';
import type { CalendarDate } from '../../../../platform/contract/wallTime.ts';
import type { Rules } from '../../contract/rules.ts';
import type { CountedPunch } from './punches.ts';

/** Equal for the same week, punches and rules. */
export function fingerprintOf(
  weekStart: CalendarDate,
  rules: Rules,
  punches: readonly CountedPunch[],
): string {
  const { timezone, law, basis, paidBreakMinutes, breakAfterMinutes } = rules;
  const content = [
    weekStart,
    [timezone, law, basis, paidBreakMinutes, breakAfterMinutes],
    punches.map(({ id, kind, at }) => [id, kind, at]),
  ];
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}
