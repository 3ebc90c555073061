import { invalid } from '../../../../../platform/server/errors.ts';
import { Unreadable } from '../../../../../platform/server/parsing/parser.ts';
import { defineParser, type Parsing } from '../../../../../platform/server/parsing/parsing.ts';
import type { Source } from '../../../../../platform/server/parsing/process.ts';
import type heifParser from './heifParser.ts';

const types = new Set(['image/heic', 'image/heif', 'image/heic-sequence', 'image/heif-sequence']);
/** Kept in memory while processing; phone photos have 2 to 10 MB. */
const maxBytes = 50 * 1024 * 1024;

const heif = defineParser<typeof heifParser>({
  name: 'chat.heif',
  module: new URL('./heifParser.ts', import.meta.url),
  lane: 'pictures',
  seconds: 10,
  outputMaxBytes: maxBytes,
});

/**
 * A stored HEIC or HEIF image without metadata (location, time, owner), same length. Null if it is not
 * one or has no metadata. Throws `invalid` if the metadata cannot be removed.
 */
export async function cleanHeif(
  parsing: Parsing,
  source: Source,
  type: string,
): Promise<Buffer | null> {
  if (!types.has(type)) return null;
  if (source.sizeBytes > maxBytes) throw invalid('A HEIC image can be at most 50 MB.');
  const { items } = await parsing.read(heif, source, {}).catch((error) => {
    if (!(error instanceof Unreadable)) throw error;
    throw invalid('Couldn’t read this HEIC image. Send it as a JPEG.');
  });
  return (items[0] as Buffer | undefined) ?? null;
}
