import type { Generated, Selectable } from 'kysely';
import type { Db } from '../../../platform/server/db/database.ts';
import type { ChatTables } from '../../chat/server/public.ts';
import type { Kind } from '../contract.ts';

interface NoticesTable {
  id: string;
  message_id: string;
  channel_id: string;
  author_id: number;
  author_name: string;
  kind: Kind;
  title: string;
  text: string;
  text_sha256: string;
  posted_at: Date;
  due_at: Date;
  half_at: Date;
  half_notified_at: Date | null;
  due_notified_at: Date | null;
  reminded_at: Date | null;
  closed_at: Date | null;
  closed_by: number | null;
  withdrawn_at: Date | null;
}

interface PeopleTable {
  notice_id: string;
  user_id: number;
  name: string;
  confirmed_at: Date | null;
  confirmed_from: string | null;
  reminded_at: Generated<Date | null>;
  escalated_at: Generated<Date | null>;
}

type NoticeTables = ChatTables & {
  notices: NoticesTable;
  notice_people: PeopleTable;
};
export type NoticeDb = Db<NoticeTables>;
export type NoticeRow = Selectable<NoticesTable>;
