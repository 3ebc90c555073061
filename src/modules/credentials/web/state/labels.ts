import { calendarDay, shortDay } from '../../../../platform/contract/calendar.ts';
import { today } from '../../../../platform/web/time/days.ts';
import type { Tone } from '../../../../platform/web/ui/Badge.tsx';
import type { Status } from '../../contract/credential.ts';
import { daysFromNow, daysUntil } from '../../contract/days.ts';
import { statusNames } from '../../contract/labels.ts';
import type { statusFilters } from '../../contract.ts';

export const pageHref = '/people/credentials';
export const employeeHref = (userId: number) => `${pageHref}?employee=${userId}`;

export const tones: Record<Status, Tone> = {
  expired: 'danger',
  revoked: 'danger',
  missing: 'danger',
  expiring: 'warning',
  submitted: 'info',
  valid: 'success',
};

export const filterTexts: Record<(typeof statusFilters)[number], string> = {
  attention: 'Needs attention',
  ...statusNames,
  submitted: 'Never verified',
  pending: 'To verify',
};

/** `Nov 20`; with the year if it is another one. */
export const nearDay = (day: string): string =>
  day.slice(0, 4) === today().slice(0, 4) ? shortDay(day) : calendarDay(day);

/** `Expires Nov 20, in 30 days`; `Expired Nov 20, 3 days ago` */
export function expiryText(expiresOn: string | null): string {
  if (expiresOn === null) return 'Doesn’t expire';
  const days = daysUntil(expiresOn, today());
  const verb = days < 0 ? 'Expired' : 'Expires';
  return Math.abs(days) <= 120
    ? `${verb} ${nearDay(expiresOn)}, ${daysFromNow(days)}`
    : `${verb} ${nearDay(expiresOn)}`;
}
