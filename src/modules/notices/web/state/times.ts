import { dayAt, isToday } from '../../../../platform/web/time/days.ts';
import { clockTime, exactTime, shortTime } from '../../../../platform/web/time/moments.ts';

/** `2:05 PM` today; otherwise with the day, and with the year unless it is this one. */
export function formatTime(text: string, now: Date): string {
  if (isToday(text, now)) return clockTime(text);
  return dayAt(text).slice(0, 4) === dayAt(now).slice(0, 4) ? shortTime(text) : exactTime(text);
}
