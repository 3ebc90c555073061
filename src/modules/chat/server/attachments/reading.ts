import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import type { Picture, StoredFile } from '../../../../platform/contract/endpoint.ts';
import type { Db } from '../../../../platform/server/db/database.ts';
import { notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { readsChannel } from '../access/readers.ts';
import type { ChatTables } from '../tables.ts';
import { type FileStore, thumbnailOf } from './bytes.ts';
import { isShown } from './content.ts';
import { findUpload, type Upload } from './uploads.ts';

/** The file for a user who can read it. Files that are not displayed are served as untyped bytes. */
export async function readFile(
  { db, storage }: FileStore,
  actor: Actor,
  { id, download }: { id: string; download: boolean },
): Promise<StoredFile> {
  const upload = await getReadable(db, actor, id);
  const { name, storage_key: key } = upload;
  const stat = await storage.stat(key);
  if (!stat) throw notFound();
  const shown = isShown(upload);
  return {
    mediaType: shown ? mediaType(upload.mime_type) : 'application/octet-stream',
    name,
    inline: shown && !download,
    sizeBytes: stat.sizeBytes,
    etag: key,
    open: (range) => storage.open(key, range),
  };
}

const mediaType = (type: string) => (type === 'text/plain' ? `${type}; charset=utf-8` : type);

export async function readThumbnail(
  { db, storage }: FileStore,
  actor: Actor,
  id: string,
): Promise<Picture> {
  const upload = await getReadable(db, actor, id);
  const key = thumbnailOf(upload.storage_key);
  if (!upload.has_thumbnail || !(await storage.stat(key))) throw notFound();
  const bytes = await buffer(await storage.open(key));
  return { mediaType: 'image/webp', bytes, etag: key };
}

/**
 * Throws 404 unless the file is attached to a message the user can read, or is the user's own and
 * unattached.
 */
async function getReadable(db: Db<ChatTables>, actor: Actor, id: string): Promise<Upload> {
  const upload = await findUpload(db, id);
  if (!upload) throw notFound();
  const { isAttached, isReadable } = await attachedTo(db, actor, id);
  const isOwn = !isAttached && upload.uploader_id === actor.userId;
  if (!isReadable && !isOwn) throw notFound();
  return upload;
}

interface Attached {
  isAttached: boolean;
  isReadable: boolean;
}

/** One query: a file may have been forwarded to many channels. */
async function attachedTo(
  db: Db<ChatTables>,
  { userId }: Actor,
  uploadId: string,
): Promise<Attached> {
  const { rows } = await sql<Attached>`
    select count(*) > 0 as "isAttached", coalesce(bool_or(${readsChannel}), false) as "isReadable"
    from chat_channels c join users u on u.id = ${userId}
    where c.id in (
      select m.channel_id from chat_attachments a join chat_messages m on m.id = a.message_id
      where a.upload_id = ${uploadId} and m.deleted_at is null)`.execute(db);
  return rows[0] ?? { isAttached: false, isReadable: false };
}
