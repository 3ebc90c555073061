import type { Generated } from 'kysely';

interface UploadsTable {
  id: string;
  uploader_id: number;
  name: string;
  mime_type: string;
  size_bytes: number;
  width: number | null;
  height: number | null;
  duration_ms: number | null;
  has_thumbnail: Generated<boolean>;
  storage_key: string;
  /** Imported with a message of another chat, not uploaded by its author. */
  is_imported: Generated<boolean>;
  created_at: Generated<Date>;
}

interface LooseFilesTable {
  storage_key: string;
  since: Generated<Date>;
}

export interface AttachmentTables {
  chat_uploads: UploadsTable;
  chat_loose_files: LooseFilesTable;
}
