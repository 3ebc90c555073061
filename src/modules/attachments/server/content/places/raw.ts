import { invalid } from '../../../../../platform/server/errors.ts';
import { Unreadable } from '../../../../../platform/server/parsing/parser.ts';
import { defineParser, type Parsing } from '../../../../../platform/server/parsing/parsing.ts';
import type { Source } from '../../../../../platform/server/parsing/process.ts';
import type tiffParser from './tiffParser.ts';

/** Camera formats; all of them hold metadata. */
const raw = new Set([
  'image/x-adobe-dng',
  'image/x-canon-cr2',
  'image/x-canon-cr3',
  'image/x-fujifilm-raf',
  'image/x-nikon-nef',
  'image/x-olympus-orf',
  'image/x-panasonic-rw2',
  'image/x-sony-arw',
  'image/jxl',
]);

const tiff = defineParser<typeof tiffParser>({
  name: 'chat.tiff',
  module: new URL('./tiffParser.ts', import.meta.url),
  lane: 'pictures',
  seconds: 10,
  outputMaxBytes: 1_000,
});

/**
 * Throws `invalid` for an image with metadata (location, time, owner) of a type whose metadata can't be removed. A
 * scanned TIFF has none.
 */
export async function assertNoLocation(
  parsing: Parsing,
  source: Source,
  type: string,
): Promise<void> {
  const holds = raw.has(type) || (type === 'image/tiff' && (await hasMetadata(parsing, source)));
  if (holds) throw invalid('Couldn’t remove the location from this image. Send it as a JPEG.');
}

async function hasMetadata(parsing: Parsing, source: Source): Promise<boolean> {
  try {
    return (await parsing.read(tiff, source, {})).result;
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return true;
  }
}
