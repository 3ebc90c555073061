import type { ChatSettings, SettingsChange } from '../../../contract/settings.ts';
import { type PauseChoice, pauseEnd } from './times/pause.ts';

/** The settings as they are being changed. */
export interface SettingsDraft
  extends Omit<ChatSettings, 'keywordList' | 'pausedUntil' | 'version'> {
  /** As they are written, with commas between. */
  keywordWords: string;
  pause: PauseChoice;
}

export function toDraft(opened: ChatSettings): SettingsDraft {
  const { keywordList, pausedUntil, version: _, ...settings } = opened;
  const pause = pausedUntil ? 'kept' : 'off';
  return { ...settings, keywordWords: keywordList.join(', '), pause };
}

/** Only what was changed here: the rest may have been changed elsewhere meanwhile. */
export function changeOf(
  opened: ChatSettings,
  { keywordWords, pause, ...draft }: SettingsDraft,
  now: Date,
): SettingsChange {
  const wanted: SettingsChange = {
    ...draft,
    keywordList: parseKeywords(keywordWords),
    pausedUntil: pause === 'kept' ? opened.pausedUntil : pauseEnd(pause, now),
  };
  const changed = Object.entries(wanted).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(opened[name as keyof ChatSettings]),
  );
  return Object.fromEntries(changed);
}

export const parseKeywords = (written: string): string[] =>
  written
    .split(/[,\n]/)
    .map((word) => word.trim())
    .filter(Boolean);
