import type { Generated } from 'kysely';
import type { Db } from '../../../platform/server/db/database.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import type { ChatParts, ChatTables } from '../../chat/server/public.ts';
import type { Guard } from '../../data-guard/server/public.ts';

export interface ScheduledTable {
  id: string;
  user_id: number;
  channel_id: string;
  thread_id: string | null;
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

/** What the module's functions need, created once at startup. */
export interface ScheduledServices {
  db: ScheduledDb;
  realtime: Platform['realtime'];
  log: Platform['log'];
  chat: ChatParts;
  guard: Guard;
}
