import type { Generated, JSONColumnType, Selectable } from 'kysely';
import type { Db } from '../../../platform/server/db/database.ts';
import type { GuardedFetch } from '../../../platform/server/fetch/fetch.ts';
import type { Limit } from '../../../platform/server/limits/limits.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import type { ChatTables, ImportHooks } from '../../chat/server/public.ts';
import type { PeopleTables } from '../../people/server/public.ts';
import type { ChatImport, ExportedChannel, ExportedPerson } from '../contract.ts';
import type { MessageBody } from './exports/exported.ts';

interface ImportsTable {
  id: Generated<number>;
  client_id: string;
  created_by: number;
  created_at: Generated<Date>;
  run_by: number;
  file_name: string;
  size_bytes: number;
  storage_key: string | null;
  kind: ChatImport['kind'];
  workspace: Generated<string>;
  workspace_key: Generated<string>;
  state: ChatImport['state'];
  is_kept: Generated<boolean>;
  wants_stop: Generated<boolean>;
  failure: Generated<string>;
  done_count: Generated<number>;
  total_count: Generated<number>;
  with_files: Generated<boolean>;
  message_count: Generated<number>;
  file_count: Generated<number>;
  file_bytes: Generated<number>;
  from_at: Date | null;
  until_at: Date | null;
  channels_brought: Generated<number>;
  messages_brought: Generated<number>;
  reactions_brought: Generated<number>;
  files_brought: Generated<number>;
  kept_count: Generated<number>;
}

interface LooseFilesTable {
  storage_key: string;
  since: Generated<Date>;
}

interface PeopleRows {
  import_id: number;
  source_id: string;
  place: number;
  name: string;
  handle: Generated<string>;
  email: Generated<string>;
  message_count: Generated<number>;
  user_id: number | null;
  matched_by: ExportedPerson['matchedBy'];
}

interface ChannelsTable {
  import_id: number;
  place: number;
  source_id: string;
  kind: ExportedChannel['kind'];
  name: Generated<string>;
  description: Generated<string>;
  creator: string | null;
  member_ids: Generated<string[]>;
  created_at: Date | null;
  is_archived: Generated<boolean>;
  message_count: Generated<number>;
  chosen: Generated<boolean>;
  cursor_us: Generated<number>;
  cursor_nth: Generated<number>;
  is_done: Generated<boolean>;
}

interface MessagesTable {
  import_id: number;
  channel: number;
  at_us: number;
  nth: number;
  source_id: string;
  author: string | null;
  root_id: string | null;
  body: JSONColumnType<MessageBody>;
}

interface ProblemsTable {
  import_id: number;
  place: Generated<number>;
  at: string;
  error: string;
  count: Generated<number>;
}

interface ConversationsTable {
  kind: string;
  workspace_key: string;
  source_id: string;
  channel_id: string;
  import_id: number;
  rev: Generated<number>;
}

interface SentTable {
  client_msg_id: string;
  channel_id: string;
  sender_id: number;
}

interface UndoneTable {
  import_id: number;
  message_id: string;
  channel_id: string;
  channel_name: string;
  sender_id: number;
  content: string;
  files: string[];
  written_at: Date;
  undone_at: Generated<Date>;
  undone_by: number;
}

export interface ChatImportTables extends PeopleTables, ChatTables {
  chat_imports: ImportsTable;
  chat_import_loose_files: LooseFilesTable;
  chat_import_people: PeopleRows;
  chat_import_channels: ChannelsTable;
  chat_import_messages: MessagesTable;
  chat_import_problems: ProblemsTable;
  chat_import_conversations: ConversationsTable;
  chat_import_sent: SentTable;
  chat_import_undone: UndoneTable;
}

export type ChatImportDb = Db<ChatImportTables>;
export type ImportRow = Selectable<ImportsTable>;
export type ChannelRow = Selectable<ChannelsTable>;
export type MessageRow = Selectable<MessagesTable>;

/** The services that import functions need. */
export interface ImportServices {
  platform: Platform;
  db: ChatImportDb;
  /** The modules that keep data about messages. */
  importHooks: readonly ImportHooks[];
  /** Per user. */
  uploads: Limit;
  /** For files that are only linked in the export. */
  fetchFile: GuardedFetch;
}
