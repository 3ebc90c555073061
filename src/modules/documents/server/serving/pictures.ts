import { buffer } from 'node:stream/consumers';
import type { Picture } from '../../../../platform/contract/endpoint.ts';
import { notFound } from '../../../../platform/server/errors.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import { thumbnailOf } from '../../../../platform/server/storage/looseFiles.ts';
import type * as calls from '../../contract.ts';
import { recordView } from '../accesses.ts';
import { pictureOf } from '../folders.ts';
import { makePicture } from '../pictures.ts';
import { getRow, getVersion } from '../record/find.ts';
import type { DocumentServices } from '../services.ts';

/** Wide enough to read a letter page on a large screen. */
const pageWidth = 1_600;

/** A picture of one page, made when it is first asked for. */
export function readPage(services: DocumentServices): Handler<typeof calls.readPage> {
  const { db, storage } = services;
  return async ({ actor, ip, params }): Promise<Picture> => {
    const version = await getVersion(db, actor, params);
    const { page } = params;
    if (page > (version.page_count ?? 0)) throw notFound();
    const key = pictureOf(version.storage_key, page);
    const files = storage.folder(version.folder);
    await recordView(db, { actor, ip }, params, 'pages');
    const bytes = (await files.stat(key))
      ? await buffer(await files.open(key))
      : await makePicture(services, version, { page, width: pageWidth, key, isOptional: true });
    if (!bytes) throw notFound('This page can’t be shown. Download the file to open it.');
    return { mediaType: 'image/webp', bytes: Buffer.from(bytes), etag: key };
  };
}

/** A small picture of the first page of the current version, which is not a view of it: see `recordAccess`. */
export function readThumbnail({
  db,
  storage,
}: DocumentServices): Handler<typeof calls.readThumbnail> {
  return async ({ actor, params }): Promise<Picture> => {
    const { current } = await getRow(db, actor, params.documentId);
    const key = thumbnailOf(current.storage_key);
    const files = storage.folder(current.folder);
    if (!current.has_thumbnail || !(await files.stat(key))) throw notFound();
    return { mediaType: 'image/webp', bytes: await buffer(await files.open(key)), etag: key };
  };
}
