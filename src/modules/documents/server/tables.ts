import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Store } from '../../../platform/contract/access.ts';
import type { Db } from '../../../platform/server/db/database.ts';
import type { PeopleTables } from '../../people/server/public.ts';
import type { Cabinet } from '../contract/cabinets.ts';
import type { FileKind, LinkKind, Origin, TextState } from '../contract/document.ts';
import type { DocumentFolder } from './folders.ts';

/** Words are written by SQL of their own, and only ever compared. */
type Words = ColumnType<never, never, never>;

/** Dates are written as text; read with `::text`. */
interface DocumentsTable {
  id: GeneratedAlways<number>;
  cabinet: Cabinet;
  store: Store | null;
  type: string;
  title: string;
  document_on: string | null;
  amount_cents: number | null;
  number: string;
  keywords: string;
  current_version: Generated<number>;
  filed_at: Date | null;
  filed_by: number | null;
  removed_at: Generated<Date | null>;
  removed_by: Generated<number | null>;
  removal_reason: Generated<string | null>;
  created_by: number;
  created_at: Generated<Date>;
  client_id: string;
  destroyed_at: Generated<Date | null>;
  linked_titles: Generated<string>;
  version: Generated<number>;
}

export interface VersionsTable {
  document_id: number;
  number: number;
  folder: DocumentFolder;
  storage_key: string;
  file_name: string;
  mime_type: string;
  kind: FileKind;
  size_bytes: number;
  sha256: Buffer;
  page_count: number | null;
  has_thumbnail: Generated<boolean>;
  text_state: Generated<TextState>;
  origin: Origin;
  upload_id: string;
  uploaded_by: number;
  uploaded_at: Generated<Date>;
}

interface PagesTable {
  document_id: number;
  version_number: number;
  page: number;
  text: string;
  words: Words;
}

interface WordsTable {
  document_id: number;
  words: Words;
}

interface LinksTable {
  document_id: number;
  kind: LinkKind;
  record_id: number;
  linked_by: number;
  linked_at: Generated<Date>;
}

interface ProposalsTable {
  document_id: number;
  kind: LinkKind;
  record_id: number;
  found: string;
  page: number | null;
}

interface EventsTable {
  id: GeneratedAlways<number>;
  document_id: number;
  author_id: number | null;
  at: Generated<Date>;
  kind: string;
  data: ColumnType<object, string, never>;
}

export interface UploadsTable {
  id: string;
  user_id: number;
  file_name: string;
  size_bytes: number;
  sha256: Generated<Buffer | null>;
  started_at: Generated<Date>;
}

interface PiecesTable {
  upload_id: string;
  piece: number;
  storage_key: string;
  size_bytes: number;
}

export interface DocumentTables extends PeopleTables {
  documents: DocumentsTable;
  document_versions: VersionsTable;
  document_pages: PagesTable;
  document_words: WordsTable;
  document_links: LinksTable;
  document_proposals: ProposalsTable;
  document_events: EventsTable;
  document_uploads: UploadsTable;
  document_upload_pieces: PiecesTable;
}

export type DocumentsDb = Db<DocumentTables>;
