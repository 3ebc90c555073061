import { Readable } from 'node:stream';
import { invalid } from '../../../../platform/server/http/errors.ts';
import type { Told } from '../../../../platform/server/storage/storage.ts';
import { type Shelf, thumbnailOf } from './bytes.ts';
import { typeOf } from './content.ts';
import { readPicture } from './picture.ts';
import { withoutPlaces } from './places/eraser.ts';
import { cleanHeif } from './places/heif.ts';
import type { Upload } from './uploads.ts';

type Kept = Omit<Upload, 'id' | 'uploader_id' | 'name' | 'duration_ms'>;

/**
 * Keeps the bytes of a file under this key, without the place a picture was taken at, and beside them its
 * thumbnail. Answers what it turned out to be; throws `invalid` where it is empty, and the stream's own error.
 */
export async function putUpload(
  { storage }: Pick<Shelf, 'storage'>,
  key: string,
  stream: Readable,
  told: Told = {},
): Promise<Kept> {
  const plain = Readable.from(withoutPlaces(stream), { objectMode: false });
  const { sizeBytes } = await storage.put(key, plain, told);
  if (sizeBytes === 0) throw emptyFile();
  const type = await typeOf(storage, key);
  const picture = await readPicture(storage, key, { type, sizeBytes });
  const clean = picture?.clean ?? (await cleanHeif(storage, key, { type, sizeBytes }));
  if (clean) await storage.put(key, Readable.from([clean]));
  const thumbnail = picture?.thumbnail;
  if (thumbnail) await storage.put(thumbnailOf(key), Readable.from([thumbnail]));
  return {
    mime_type: type,
    size_bytes: clean?.length ?? sizeBytes,
    width: picture?.width ?? null,
    height: picture?.height ?? null,
    has_thumbnail: Boolean(thumbnail),
    storage_key: key,
  };
}

export const emptyFile = () => invalid('This file is empty.');
