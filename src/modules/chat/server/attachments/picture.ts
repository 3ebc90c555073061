import { invalid } from '../../../../platform/server/http/errors.ts';
import { Unreadable } from '../../../../platform/server/parsing/parser.ts';
import { defineParser, type Parsing } from '../../../../platform/server/parsing/parsing.ts';
import type { Source } from '../../../../platform/server/parsing/process.ts';
import type pictureParser from './pictureParser.ts';

interface Picture {
  /** As it is meant to be looked at. */
  width: number;
  height: number;
  /** A smaller WebP without anything else that was in the file, such as where it was taken. */
  thumbnail: Buffer | null;
  /** The picture without what its camera wrote into it: where and when, and whose it is. Null: it says nothing. */
  clean: Buffer | null;
}

const readable = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'];
/** Above it a picture is a file like any other: it would have to be held in memory to be read. */
const maxBytes = 50 * 1024 * 1024;

const picture = defineParser<typeof pictureParser>({
  name: 'chat.picture',
  module: new URL('./pictureParser.ts', import.meta.url),
  lane: 'pictures',
  seconds: 25,
  outputMaxBytes: 128 * 1024 * 1024,
});

/**
 * Reads a stored file of this type as a picture; null where it is none, a broken one, or one that takes more
 * than a picture may. Throws `invalid` for one of more pixels than can be decoded.
 */
export async function readPicture(
  parsing: Parsing,
  source: Source,
  type: string,
): Promise<Picture | null> {
  if (!readable.includes(type) || source.sizeBytes > maxBytes) return null;
  const { items, result } = await parsing.read(picture, source, { type }).catch((error) => {
    if (!(error instanceof Unreadable)) throw error;
    return { items: [], result: null };
  });
  if (result === null) return null;
  if (result === 'too many pixels')
    throw invalid('This picture has too many pixels: at most 50 megapixels.');
  const parts = items as Buffer[];
  const { width, height, hasThumbnail, hasClean } = result;
  return {
    ...{ width, height },
    thumbnail: hasThumbnail ? (parts.shift() ?? null) : null,
    clean: hasClean ? (parts.shift() ?? null) : null,
  };
}
