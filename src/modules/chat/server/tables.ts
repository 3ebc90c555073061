import type { ColumnType, Generated } from 'kysely';
import type { Department, Role, Store } from '../../../platform/contract/access.ts';
import type { AttachmentTables, StoredAttachment } from '../../attachments/server/public.ts';
import type { PeopleTables } from '../../people/server/public.ts';
import type { Channel } from '../contract/channels.ts';
import type { ChatMessage } from '../contract.ts';

export type ChannelType = Channel['type'];
type Counter = ColumnType<number, number | undefined, number>;
/** Read as JSON, written as JSON text. */
type Json<T> = ColumnType<T, string | undefined, string>;

interface ChannelsTable {
  id: string;
  type: ChannelType;
  name: string;
  description: Generated<string>;
  position: Generated<number>;
  user_low: number | null;
  user_high: number | null;
  last_seq: Counter;
  last_rev: Counter;
  last_message_at: Date | null;
  created_at: Generated<Date>;
  created_by: number | null;
  client_id: string | null;
  store: Store | null;
  department: Department | null;
  min_role: Role | null;
  /** Record channels: the permissions their readers need. */
  needs_page: string | null;
  needs_feature: string | null;
  group_key: string | null;
  archived_at: Date | null;
  archived_by: number | null;
  search_text: ColumnType<string, never, never>;
}

interface MembersTable {
  channel_id: string;
  user_id: number;
  added_by: number | null;
  joined_at: Generated<Date>;
  left_at: Date | null;
  changed_at: Generated<Date>;
}

interface MessagesTable {
  id: string;
  channel_id: string;
  seq: number | null;
  rev: number;
  sender_id: number;
  client_msg_id: string;
  content: string;
  mentioned_user_ids: number[];
  created_at: Date;
  message_type: Generated<ChatMessage['messageType']>;
  metadata: Json<ChatMessage['metadata']>;
  thread_id: string | null;
  thread_seq: number | null;
  reply_count: Generated<number>;
  last_thread_seq: Counter;
  last_reply_at: Date | null;
  replier_ids: Generated<number[]>;
  reply_to_id: string | null;
  mentions_channel: Generated<boolean>;
  reactions: Json<ChatMessage['reactions']>;
  attachments: Json<StoredAttachment[]>;
  pinned_at: Date | null;
  pinned_by: number | null;
  edited_at: Date | null;
  deleted_at: Date | null;
  deleted_by: number | null;
}

interface EditsTable {
  message_id: string;
  version: number;
  content: string;
  replaced_at: Date;
}

interface AttachmentsTable {
  upload_id: string;
  message_id: string;
}

interface ReadsTable {
  user_id: number;
  channel_id: string;
  last_read_seq: number;
  version: Generated<number>;
}

interface ThreadMembersTable {
  user_id: number;
  thread_id: string;
  following: boolean;
  last_read_seq: Counter;
  version: Generated<number>;
}

interface StarsTable {
  user_id: number;
  message_id: string;
  starred_at: Generated<Date>;
}

interface DraftsTable {
  user_id: number;
  channel_id: string;
  thread_id: string | null;
  content: string;
  upload_ids: Generated<string[]>;
  updated_at: Generated<Date>;
}

/** Of other modules, read beside the chat's own. */
type OtherTables = Pick<PeopleTables, 'users'> & AttachmentTables;

export type ChatTables = OtherTables & {
  chat_channels: ChannelsTable;
  chat_members: MembersTable;
  chat_messages: MessagesTable;
  chat_message_edits: EditsTable;
  chat_attachments: AttachmentsTable;
  chat_reads: ReadsTable;
  chat_thread_members: ThreadMembersTable;
  chat_stars: StarsTable;
  chat_drafts: DraftsTable;
};
