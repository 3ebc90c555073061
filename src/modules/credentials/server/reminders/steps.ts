import type { CalendarDate } from '../../../../platform/contract/wallTime.ts';
import { daysUntil } from '../../contract/days.ts';

/** Days before expiry, the nearest first. */
const stepDays = [7, 30, 60, 90] as const;
export type Step = '90' | '60' | '30' | '7' | 'expired';

/** How long after an expiry it is still news, for a server that was down. */
export const expiredNewsDays = 30;

/** The reminder that is due today: the nearest that was reached, so that none comes late and none twice. */
export function stepOn(today: CalendarDate, expiresOn: CalendarDate): Step | null {
  const days = daysUntil(expiresOn, today);
  if (days < 0) return -days <= expiredNewsDays ? 'expired' : null;
  const step = stepDays.find((one) => days <= one);
  return step === undefined ? null : (`${step}` as Step);
}

/** `step` and those that come after it: once one of them was sent, it is too late for it. */
export function stepsFrom(step: Step): Step[] {
  const inOrder: Step[] = ['90', '60', '30', '7', 'expired'];
  return inOrder.slice(inOrder.indexOf(step));
}
