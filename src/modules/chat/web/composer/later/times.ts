import { atClock, weekdayAt } from '../../../../../platform/web/time/inputs.ts';
import { weekdayTime } from '../../../../../platform/web/time/moments.ts';
import { zoneMark } from '../../../../../platform/web/time/zoneWords.ts';

export interface Suggestion {
  label: string;
  at: Date;
}

const morning = '08:00';

/** When one most often wants a message to go: tomorrow morning, and the morning of the next week. */
export function suggestedTimes(now: Date): Suggestion[] {
  const untilMonday = (8 - weekdayAt(now)) % 7 || 7;
  const suggestions = [{ label: 'Tomorrow', at: atClock(now, 1, morning) }];
  // On a Sunday tomorrow is Monday.
  if (untilMonday > 1) {
    suggestions.push({ label: 'Next Monday', at: atClock(now, untilMonday, morning) });
  }
  return suggestions;
}

/** `Sat, Nov 21, 8:00 AM`, with `CT` behind it where this machine's clock shows another time. */
export const whenText = (at: Date) => `${weekdayTime(at)}${zoneMark(at)}`;
