import type { ColumnType, Generated } from 'kysely';
import type { Db } from '../../../../platform/server/db/database.ts';
import type { ChannelLevel } from '../../contract/settings.ts';
import type { ChatTables } from '../tables.ts';

interface SettingsTable {
  user_id: number;
  version: Generated<number>;
  all_messages: Generated<boolean>;
  mentions: Generated<boolean>;
  threads: Generated<boolean>;
  keywords: Generated<boolean>;
  keyword_list: Generated<string[]>;
  muted_channels: Generated<string[]>;
  /** Read as JSON, written as JSON text. */
  channel_levels: ColumnType<Record<string, ChannelLevel>, string | undefined, string>;
  quiet_enabled: Generated<boolean>;
  quiet_start: Generated<string>;
  quiet_end: Generated<string>;
  quiet_timezone: Generated<string>;
  paused_until: Date | null;
  sound: Generated<boolean>;
}

export type SettingsTables = ChatTables & { chat_settings: SettingsTable };
export type SettingsDb = Db<SettingsTables>;
