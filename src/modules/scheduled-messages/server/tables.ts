import type { Generated, Selectable } from 'kysely';
import type { Db } from '../../../platform/server/db/database.ts';
import type { ChatTables } from '../../chat/server/public.ts';

interface ScheduledTable {
  id: string;
  user_id: number;
  channel_id: string;
  thread_id: string | null;
  /** The quoted message. */
  reply_to_id: Generated<string | null>;
  also_to_channel: Generated<boolean>;
  content: string;
  upload_ids: Generated<string[]>;
  send_at: Date;
  state: Generated<'waiting' | 'sent' | 'failed'>;
  failure: string | null;
  /** The sender was warned of customer data. */
  accepts_sensitive: Generated<boolean>;
  /** Why it is urgent; null: it is not. */
  urgent_reason: string | null;
  created_at: Generated<Date>;
}

export type ScheduledDb = Db<ChatTables & { chat_scheduled: ScheduledTable }>;
export type ScheduledRow = Selectable<ScheduledTable>;
