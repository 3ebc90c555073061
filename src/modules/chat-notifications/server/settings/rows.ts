import type { Selectable, Updateable } from 'kysely';
import { type ChatSettings, defaultSettings, type SettingsChange } from '../../contract.ts';
import type { NotifyTables } from '../tables.ts';

export type SettingsRow = Selectable<NotifyTables['chat_settings']>;
type Columns = Updateable<NotifyTables['chat_settings']>;

/** The current settings; an expired pause is dropped. */
export function toSettings(row: SettingsRow | undefined, now: Date): ChatSettings {
  if (!row) return defaultSettings;
  const isPaused = row.paused_until !== null && row.paused_until > now;
  return {
    all: row.all_messages,
    mentions: row.mentions,
    threads: row.threads,
    keywords: row.keywords,
    keywordList: row.keyword_list,
    mutedChannels: row.muted_channels,
    channelLevels: row.channel_levels,
    schedule: {
      enabled: row.quiet_enabled,
      start: row.quiet_start,
      end: row.quiet_end,
      timezone: row.quiet_timezone,
    },
    pausedUntil: isPaused ? (row.paused_until?.toISOString() ?? null) : null,
    quietOffShift: row.quiet_off_shift,
    sound: row.sound,
    version: row.version,
  };
}

/** The columns of a settings change. */
export function columnsOf({ schedule, pausedUntil, ...change }: SettingsChange): Columns {
  const columns = {
    all_messages: change.all,
    mentions: change.mentions,
    threads: change.threads,
    keywords: change.keywords,
    keyword_list: change.keywordList && distinctWords(change.keywordList),
    muted_channels: change.mutedChannels && [...new Set(change.mutedChannels)],
    channel_levels: change.channelLevels && JSON.stringify(change.channelLevels),
    quiet_enabled: schedule?.enabled,
    quiet_start: schedule?.start,
    quiet_end: schedule?.end,
    quiet_timezone: schedule?.timezone,
    quiet_off_shift: change.quietOffShift,
    sound: change.sound,
    paused_until: pausedUntil ? new Date(pausedUntil) : pausedUntil,
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

/** Distinct ignoring case, in the first spelling. */
function distinctWords(words: readonly string[]): string[] {
  return [
    ...new Map(words.map((word) => [word.toLowerCase(), word] as const).reverse()).values(),
  ].reverse();
}
