import { isToday } from '../../../../../../platform/web/time/days.ts';
import { atClock } from '../../../../../../platform/web/time/inputs.ts';
import { clockTime, weekdayClock } from '../../../../../../platform/web/time/moments.ts';
import { zoneMark } from '../../../../../../platform/web/time/zoneLabels.ts';

/** `kept`: keeps the current end. */
export type PauseChoice = 'off' | 'half-hour' | 'hour' | 'tomorrow' | 'kept';

const minuteMs = 60_000;

/** The end of a pause that starts now; "tomorrow" is in the group time zone. */
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

/** `3:40 PM`, or `Sat 8:00 AM` on another day; followed by `CT` if this device is in another time zone. */
export function formatEnd(end: Date, now: Date): string {
  return `${(isToday(end, now) ? clockTime : weekdayClock)(end)}${zoneMark(end)}`;
}
