import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import type { Picture, StoredFile } from '../../../../platform/contract/endpoint.ts';
import type { Db } from '../../../../platform/server/db/database.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { notFound } from '../../../../platform/server/http/errors.ts';
import { readsChannel } from '../audience/readers.ts';
import type { ChatTables } from '../tables.ts';
import { type Shelf, thumbnailOf } from './bytes.ts';
import { isShown } from './content.ts';
import { findUpload, type Upload } from './uploads.ts';

/** The file as the person may have it now. What is not shown goes out as bytes of no type at all. */
export async function readFile(
  { db, storage }: Shelf,
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
  { db, storage }: Shelf,
  actor: Actor,
  id: string,
): Promise<Picture> {
  const upload = await getReadable(db, actor, id);
  const key = thumbnailOf(upload.storage_key);
  if (!upload.has_thumbnail || !(await storage.stat(key))) throw notFound();
  const bytes = await buffer(await storage.open(key));
  return { mediaType: 'image/webp', bytes, etag: key };
}

/** Throws 404 unless a message that the person may read carries the file, or it is theirs and nobody's yet. */
async function getReadable(db: Db<ChatTables>, actor: Actor, id: string): Promise<Upload> {
  const upload = await findUpload(db, id);
  if (!upload) throw notFound();
  const { isCarried, isReadable } = await carriersOf(db, actor, id);
  const isOwn = !isCarried && upload.uploader_id === actor.userId;
  if (!isReadable && !isOwn) throw notFound();
  return upload;
}

interface Carriers {
  isCarried: boolean;
  isReadable: boolean;
}

/** In one question: a file may have been passed on to many channels. */
async function carriersOf(
  db: Db<ChatTables>,
  { userId }: Actor,
  uploadId: string,
): Promise<Carriers> {
  const { rows } = await sql<Carriers>`
    select count(*) > 0 as "isCarried", coalesce(bool_or(${readsChannel}), false) as "isReadable"
    from chat_channels c join users u on u.id = ${userId}
    where c.id in (
      select m.channel_id from chat_attachments a join chat_messages m on m.id = a.message_id
      where a.upload_id = ${uploadId} and m.deleted_at is null)`.execute(db);
  return rows[0] ?? { isCarried: false, isReadable: false };
}
