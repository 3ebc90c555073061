import type { CalendarDate } from '../../../../platform/contract/wallTime.ts';
import { daysUntil } from '../../contract/days.ts';

/** Days before expiry, the nearest first. */
const stepDays = [7, 30, 60, 90] as const;
export type Step = '90' | '60' | '30' | '7' | 'expired';

/** For how many days after an expiry it is still announced, if the server was down. */
export const expiredNewsDays = 30;

/** The reminder that is due today: the latest that was reached, even if earlier ones were missed. */
export function stepOn(today: CalendarDate, expiresOn: CalendarDate): Step | null {
  const days = daysUntil(expiresOn, today);
  if (days < 0) return -days <= expiredNewsDays ? 'expired' : null;
  const step = stepDays.find((one) => days <= one);
  return step === undefined ? null : (`${step}` as Step);
}

/** `step` and the later ones: once one of them was sent, `step` is not sent anymore. */
export function stepsFrom(step: Step): Step[] {
  const inOrder: Step[] = ['90', '60', '30', '7', 'expired'];
  return inOrder.slice(inOrder.indexOf(step));
}
