import { isToday } from '../../../../../../platform/web/time/days.ts';
import { atClock } from '../../../../../../platform/web/time/inputs.ts';
import { clockTime, weekdayClock } from '../../../../../../platform/web/time/moments.ts';
import { zoneMark } from '../../../../../../platform/web/time/zoneWords.ts';

/** `kept`: until the end it has already. */
export type PauseChoice = 'off' | 'half-hour' | 'hour' | 'tomorrow' | 'kept';

const minuteMs = 60_000;

/** When a pause that begins now ends; in the morning where the group is. */
export function pauseEnd(choice: Exclude<PauseChoice, 'kept'>, now: Date): string | null {
  switch (choice) {
    case 'half-hour':
      return new Date(now.getTime() + 30 * minuteMs).toISOString();
    case 'hour':
      return new Date(now.getTime() + 60 * minuteMs).toISOString();
    case 'tomorrow':
      return atClock(now, 1, '08:00').toISOString();
    default:
      return null;
  }
}

/** `3:40 PM`, or `Sat 8:00 AM` on another day; with `CT` behind it where this machine's clock shows another time. */
export function formatEnd(end: Date, now: Date): string {
  return `${(isToday(end, now) ? clockTime : weekdayClock)(end)}${zoneMark(end)}`;
}
