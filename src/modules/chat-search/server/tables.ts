import type { Generated } from 'kysely';
import type { Db } from '../../../platform/server/db/database.ts';
import type { ChatTables } from '../../chat/server/public.ts';

interface SearchTable {
  message_id: string;
  channel_id: string;
  created_at: Date;
  author_id: number;
  seq: number | null;
  search_text: string;
}

interface CursorsTable {
  channel_id: string;
  rev: Generated<number>;
}

interface FileTextsTable {
  upload_id: string;
  content: string | null;
  tried_at: Date | null;
}

interface SearchFilesTable {
  message_id: string;
  upload_id: string;
  created_at: Date;
  search_text: string;
}

export type SearchTables = ChatTables & {
  chat_search: SearchTable;
  chat_search_cursors: CursorsTable;
  chat_file_texts: FileTextsTable;
  chat_search_files: SearchFilesTable;
};
export type SearchDb = Db<SearchTables>;
