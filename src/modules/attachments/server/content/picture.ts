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
/** Decoding needs them in memory. */
const maxBytes = 50 * 1024 * 1024;

const picture = defineParser<typeof pictureParser>({
  name: 'chat.picture',
  module: new URL('./pictureParser.ts', import.meta.url),
  lane: 'pictures',
  seconds: 25,
  outputMaxBytes: 128 * 1024 * 1024,
});

/**
 * Reads a stored file of this type as an image; null if it is not one, or is broken and has no metadata.
 * Throws `invalid` for too many pixels, and if metadata can't be removed.
 */
export async function readPicture(
  parsing: Parsing,
  source: Source,
  type: string,
): Promise<Picture | null> {
  if (!readable.includes(type)) return null;
  if (source.sizeBytes > maxBytes) {
    // A GIF has no place for a location.
    if (type === 'image/gif') return null;
    throw invalid('An image can be at most 50 MB.');
  }
  const { items, result } = await parsing.read(picture, source, { type }).catch((error) => {
    if (!(error instanceof Unreadable)) throw error;
    return { items: [], result: type === 'image/gif' ? null : ('not cleaned' as const) };
  });
  if (result === null) return null;
  if (result === 'not cleaned') throw invalid('Couldn’t read this image. Choose another one.');
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
