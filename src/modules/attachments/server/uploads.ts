import { sql } from 'kysely';
import type { Db } from '../../../platform/server/db/database.ts';
import type { Attachment } from '../contract.ts';
import type { AttachmentTables } from './tables.ts';

/** A stored attachment; its URLs are derived from the id. */
export type StoredAttachment = Omit<Attachment, 'url' | 'thumbnailUrl'> & {
  hasThumbnail: boolean;
};

/** The user's own uploads in the order of `ids`; missing ones are left out. */
export async function findUploads(
  db: Db<AttachmentTables>,
  uploaderId: number,
  ids: readonly string[],
): Promise<StoredAttachment[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('chat_uploads')
    .select(uploadColumns)
    .where('uploader_id', '=', uploaderId)
    .where('id', 'in', [...ids])
    .orderBy(sql`array_position(${[...ids]}::uuid[], id)`)
    .execute();
  return rows.map(toStored);
}

export interface Upload {
  id: string;
  uploader_id: number;
  name: string;
  mime_type: string;
  size_bytes: number;
  width: number | null;
  height: number | null;
  duration_ms: number | null;
  has_thumbnail: boolean;
  storage_key: string;
}

const uploadColumns = [
  'id',
  'uploader_id',
  'name',
  'mime_type',
  'size_bytes',
  'width',
  'height',
  'duration_ms',
  'has_thumbnail',
  'storage_key',
] as const;

export async function findUpload(db: Db<AttachmentTables>, id: string): Promise<Upload | null> {
  const query = db.selectFrom('chat_uploads').select(uploadColumns).where('id', '=', id);
  return (await query.executeTakeFirst()) ?? null;
}

export function toStored(row: Omit<Upload, 'uploader_id' | 'storage_key'>): StoredAttachment {
  return {
    id: row.id,
    type: row.width === null ? 'file' : 'image',
    name: row.name,
    size: row.size_bytes,
    mimeType: row.mime_type,
    width: row.width,
    height: row.height,
    durationMs: row.duration_ms,
    hasThumbnail: row.has_thumbnail,
  };
}

export function toAttachment({ hasThumbnail, ...stored }: StoredAttachment): Attachment {
  const url = `/api/chat/files/${stored.id}`;
  return { ...stored, url, thumbnailUrl: hasThumbnail ? `${url}/thumbnail` : null };
}
