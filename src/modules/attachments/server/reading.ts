import { buffer } from 'node:stream/consumers';
import type { Picture, StoredFile } from '../../../platform/contract/endpoint.ts';
import { notFound } from '../../../platform/server/errors.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import { thumbnailOf } from '../../../platform/server/storage/looseFiles.ts';
import { isShown } from './content/content.ts';
import type { AttachmentServices } from './services.ts';
import { findUpload, type Upload } from './uploads.ts';

/** The file for a user who can read it. Files that are not displayed are served as untyped bytes. */
export async function readFile(
  services: AttachmentServices,
  actor: Actor,
  { id, download }: { id: string; download: boolean },
): Promise<StoredFile> {
  const { storage } = services;
  const upload = await getReadable(services, actor, id);
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
  services: AttachmentServices,
  actor: Actor,
  id: string,
): Promise<Picture> {
  const { storage } = services;
  const upload = await getReadable(services, actor, id);
  const key = thumbnailOf(upload.storage_key);
  if (!upload.has_thumbnail || !(await storage.stat(key))) throw notFound();
  const bytes = await buffer(await storage.open(key));
  return { mediaType: 'image/webp', bytes, etag: key };
}

/**
 * Throws 404 unless the file is attached to a record the user can read, or is the user's own and
 * unattached.
 */
async function getReadable(
  { db, uses }: AttachmentServices,
  actor: Actor,
  id: string,
): Promise<Upload> {
  const upload = await findUpload(db, id);
  if (!upload) throw notFound();
  const found = await Promise.all(uses.map((use) => use.findAccess?.(db, actor, id)));
  const isAttached = found.some((access) => access?.isAttached);
  const isReadable = found.some((access) => access?.isReadable);
  const isOwn = !isAttached && upload.uploader_id === actor.userId;
  if (!isReadable && !isOwn) throw notFound();
  return upload;
}
