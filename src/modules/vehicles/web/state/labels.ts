import { calendarDay } from '../../../../platform/contract/calendar.ts';
import { dollarsOf } from '../../../../platform/web/format/amounts.ts';
import { exactTime } from '../../../../platform/web/time/moments.ts';

export const dayOf = calendarDay;
export const momentOf = exactTime;

/** `Deposit of $500`; `Deposit` if its amount is not known. */
export const depositTitle = (cents: number | null): string =>
  cents === null ? 'Deposit' : `Deposit of ${dollarsOf(cents)}`;

const hourMs = 3_600_000;
/** A duration: `5 h`, `3 d 4 h`. */
export function durationLabel(ms: number): string {
  const hours = Math.max(0, Math.floor(ms / hourMs));
  if (hours < 24) return hours === 0 ? 'under 1 h' : `${hours} h`;
  const rest = hours % 24;
  return rest === 0 ? `${Math.floor(hours / 24)} d` : `${Math.floor(hours / 24)} d ${rest} h`;
}
