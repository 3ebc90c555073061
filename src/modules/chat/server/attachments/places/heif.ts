import { invalid } from '../../../../../platform/server/http/errors.ts';
import { Unreadable } from '../../../../../platform/server/parsing/parser.ts';
import { defineParser, type Parsing } from '../../../../../platform/server/parsing/parsing.ts';
import type { Source } from '../../../../../platform/server/parsing/process.ts';
import type heifParser from './heifParser.ts';

const types = new Set(['image/heic', 'image/heif', 'image/heic-sequence', 'image/heif-sequence']);
/** It is held in memory meanwhile; a telephone's has two to ten. */
const maxBytes = 50 * 1024 * 1024;

const heif = defineParser<typeof heifParser>({
  name: 'chat.heif',
  module: new URL('./heifParser.ts', import.meta.url),
  lane: 'pictures',
  seconds: 10,
  outputMaxBytes: maxBytes,
});

/**
 * A stored HEIC or HEIF picture without what its camera wrote into it: where and when, and whose it is; as long
 * as it was. Null where it is none, or says nothing. Throws `invalid` for one that cannot be rid of it.
 */
export async function cleanHeif(
  parsing: Parsing,
  source: Source,
  type: string,
): Promise<Buffer | null> {
  if (!types.has(type)) return null;
  if (source.sizeBytes > maxBytes) throw invalid('A HEIC picture can have at most 50 MB.');
  const { items } = await parsing.read(heif, source, {}).catch((error) => {
    if (!(error instanceof Unreadable)) throw error;
    throw invalid('This HEIC picture cannot be read. Please send it as a JPEG.');
  });
  return (items[0] as Buffer | undefined) ?? null;
}
