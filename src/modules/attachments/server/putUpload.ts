import { Readable } from 'node:stream';
import { invalid } from '../../../platform/server/errors.ts';
import { storedSource } from '../../../platform/server/parsing/parsing.ts';
import { thumbnailOf } from '../../../platform/server/storage/looseFiles.ts';
import type { FileFacts } from '../../../platform/server/storage/storage.ts';
import type { Intake } from './bytes.ts';
import { typeOf } from './content/content.ts';
import { readPicture } from './content/picture.ts';
import { cleanFilm } from './content/places/film.ts';
import { cleanHeif } from './content/places/heif.ts';
import { assertNoLocation } from './content/places/raw.ts';
import type { Upload } from './uploads.ts';

type StoredUpload = Omit<Upload, 'id' | 'uploader_id' | 'name' | 'duration_ms'>;

/**
 * Stores a file's bytes under this key, without location metadata, and its thumbnail. Returns the
 * detected facts; throws `invalid` if it is empty, and the stream's own error.
 */
export async function putUpload(
  { storage, parsing }: Pick<Intake, 'storage' | 'parsing'>,
  key: string,
  stream: Readable,
  declared: FileFacts = {},
): Promise<StoredUpload> {
  const { sizeBytes } = await storage.put(key, stream, declared);
  if (sizeBytes === 0) throw emptyFile();
  const source = storedSource(storage, key, sizeBytes);
  const film = await cleanFilm(parsing, source);
  if (film) await storage.put(key, film, { sizeBytes });
  const type = await typeOf(parsing, source);
  await assertNoLocation(parsing, source, type);
  const picture = await readPicture(parsing, source, type);
  const clean = picture?.clean ?? (await cleanHeif(parsing, source, type));
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
