import { invalid } from '../../../../platform/server/errors.ts';
import { Unreadable } from '../../../../platform/server/parsing/parser.ts';
import { defineParser, type Parsing } from '../../../../platform/server/parsing/parsing.ts';
import type { Source } from '../../../../platform/server/parsing/process.ts';
import type pictureParser from './pictureParser.ts';

interface Picture {
  /** After applying the orientation. */
  width: number;
  height: number;
  /** A smaller WebP without metadata such as the location. */
  thumbnail: Buffer | null;
  /** The image without metadata (location, time, owner). Null if it has none. */
  clean: Buffer | null;
}

const readable = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'];
/** Larger images are treated as plain files: decoding needs them in memory. */
const maxBytes = 50 * 1024 * 1024;

const picture = defineParser<typeof pictureParser>({
  name: 'chat.picture',
  module: new URL('./pictureParser.ts', import.meta.url),
  lane: 'pictures',
  seconds: 25,
  outputMaxBytes: 128 * 1024 * 1024,
});

/**
 * Reads a stored file of this type as an image; null if it is not one, is broken, or exceeds the limits.
 * Throws `invalid` for too many pixels.
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
    throw invalid('This image has too many pixels. The limit is 50 megapixels.');
  const parts = items as Buffer[];
  const { width, height, hasThumbnail, hasClean } = result;
  return {
    width,
    height,
    thumbnail: hasThumbnail ? (parts.shift() ?? null) : null,
    clean: hasClean ? (parts.shift() ?? null) : null,
  };
}
