import { isToday } from '../../../../platform/web/time/days.ts';
import { atClock } from '../../../../platform/web/time/inputs.ts';
import { clockTime, weekdayClock } from '../../../../platform/web/time/moments.ts';
import { zoneMark } from '../../../../platform/web/time/zoneLabels.ts';
import type { ChatSettings, SettingsChange } from '../../contract.ts';

/** The settings being edited. */
export interface SettingsDraft
  extends Omit<ChatSettings, 'keywordList' | 'pausedUntil' | 'version'> {
  /** As typed, separated by commas. */
  keywordText: string;
  pause: PauseChoice;
}

export function toDraft(opened: ChatSettings): SettingsDraft {
  const { keywordList, pausedUntil, version: _, ...settings } = opened;
  const pause = pausedUntil ? 'kept' : 'off';
  return { ...settings, keywordText: keywordList.join(', '), pause };
}

/** Only the fields changed here: others may have been changed elsewhere meanwhile. */
export function changeOf(
  opened: ChatSettings,
  { keywordText, pause, ...draft }: SettingsDraft,
  now: Date,
): SettingsChange {
  const next: SettingsChange = {
    ...draft,
    keywordList: parseKeywords(keywordText),
    pausedUntil: pause === 'kept' ? opened.pausedUntil : pauseEnd(pause, now),
  };
  const changed = Object.entries(next).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(opened[name as keyof ChatSettings]),
  );
  return Object.fromEntries(changed);
}

export const parseKeywords = (text: string): string[] =>
  text
    .split(/[,\n]/)
    .map((word) => word.trim())
    .filter(Boolean);

/** `kept`: keeps the current end. */
export type PauseChoice = 'off' | 'half-hour' | 'hour' | 'tomorrow' | 'kept';

const minuteMs = 60_000;

/** The end of a pause that starts now; "tomorrow" is in the group time zone. */
function pauseEnd(choice: Exclude<PauseChoice, 'kept'>, now: Date): string | null {
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
