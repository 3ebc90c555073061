import type { ColumnType, Generated } from 'kysely';
import type { Db } from '../../../platform/server/db/database.ts';
import type { ChatTables } from '../../chat/server/public.ts';
import type { ChannelLevel } from '../contract.ts';

interface SettingsTable {
  user_id: number;
  version: Generated<number>;
  all_messages: Generated<boolean>;
  mentions: Generated<boolean>;
  threads: Generated<boolean>;
  keywords: Generated<boolean>;
  keyword_list: Generated<string[]>;
  muted_channels: Generated<string[]>;
  /** Read as it is, written as JSON text. */
  channel_levels: ColumnType<Record<string, ChannelLevel>, string | undefined, string>;
  quiet_enabled: Generated<boolean>;
  quiet_start: Generated<string>;
  quiet_end: Generated<string>;
  quiet_timezone: Generated<string>;
  quiet_off_shift: Generated<boolean>;
  paused_until: Date | null;
  sound: Generated<boolean>;
}

interface BegunTable {
  only_one: Generated<boolean>;
  at: Generated<Date>;
}

interface CursorsTable {
  channel_id: string;
  rev: Generated<number>;
}

interface NotifiedTable {
  message_id: string;
  named: number[];
  calls_channel: boolean;
  notified_at: Generated<Date>;
}

interface ViewingTable {
  connection_id: string;
  user_id: number;
  channel_id: string | null;
  thread_id: string | null;
  seen_at: Generated<Date>;
}

export type NotifyTables = ChatTables & {
  chat_settings: SettingsTable;
  chat_notify_started: BegunTable;
  chat_notify_cursors: CursorsTable;
  chat_notified: NotifiedTable;
  chat_viewing: ViewingTable;
};
export type NotifyDb = Db<NotifyTables>;
