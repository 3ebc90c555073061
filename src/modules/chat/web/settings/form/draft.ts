import type { ChatSettings, SettingsChange } from '../../../contract/settings.ts';
import { type PauseChoice, pauseEnd } from './times/pause.ts';

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
