import { atClock, weekdayAt } from '../../../platform/web/time/inputs.ts';
import { weekdayTime } from '../../../platform/web/time/moments.ts';
import { zoneMark } from '../../../platform/web/time/zoneLabels.ts';

export interface Suggestion {
  label: string;
  at: Date;
}

const morning = '08:00';

/** The most common times: tomorrow morning and next Monday morning. */
export function suggestedTimes(now: Date): Suggestion[] {
  const untilMonday = (8 - weekdayAt(now)) % 7 || 7;
  const suggestions = [{ label: 'Tomorrow', at: atClock(now, 1, morning) }];
  // On Sunday, tomorrow is Monday.
  if (untilMonday > 1) {
    suggestions.push({ label: 'Next Monday', at: atClock(now, untilMonday, morning) });
  }
  return suggestions;
}

/** `Sat, Nov 21, 8:00 AM`, followed by `CT` if this device is in another time zone. */
export const whenText = (at: Date) => `${weekdayTime(at)}${zoneMark(at)}`;
