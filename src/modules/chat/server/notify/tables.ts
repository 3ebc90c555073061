import type { Generated } from 'kysely';
import type { Db } from '../../../../platform/server/db/database.ts';
import type { SettingsTables } from '../settings/tables.ts';

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

interface LookingTable {
  connection_id: string;
  user_id: number;
  channel_id: string | null;
  thread_id: string | null;
  seen_at: Generated<Date>;
}

export type NotifyTables = SettingsTables & {
  chat_notify_started: BegunTable;
  chat_notify_cursors: CursorsTable;
  chat_notified: NotifiedTable;
  chat_viewing: LookingTable;
};
export type NotifyDb = Db<NotifyTables>;
