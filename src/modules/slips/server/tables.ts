import type { ColumnType, Generated, Selectable } from 'kysely';
import type { Db } from '../../../platform/server/db/database.ts';
import type { Sealed } from '../../../platform/server/secrets/secrets.ts';
import type { ChatTables } from '../../chat/server/public.ts';

interface SlipsTable {
  id: string;
  message_id: string;
  channel_id: string;
  author_id: number;
  label: string;
  recipient_ids: number[] | null;
  once: boolean;
  created_at: Generated<Date>;
  expires_at: Date;
  revoked_at: Generated<Date | null>;
  /** Null once destroyed. */
  sealed: ColumnType<Sealed | null, string | null, null>;
  destroyed_at: Generated<Date | null>;
}

interface ViewsTable {
  id: Generated<number>;
  slip_id: string;
  user_id: number;
  opened_at: Generated<Date>;
  ip: string;
  once: boolean;
}

type SlipTables = ChatTables & { slips: SlipsTable; slip_views: ViewsTable };
export type SlipDb = Db<SlipTables>;
export type SlipRow = Selectable<SlipsTable>;
