import { Unreadable } from '../../../../platform/server/parsing/parser.ts';
import {
  defineParser,
  type Parsing,
  sourceOf,
} from '../../../../platform/server/parsing/parsing.ts';
import type { Source } from '../../../../platform/server/parsing/process.ts';
import type { PagedKind } from './kinds.ts';
import type recognizeParser from './recognizeParser.ts';
import { pageAs } from './render.ts';

const recognized = defineParser<typeof recognizeParser>({
  name: 'documents.recognized',
  module: new URL('./recognizeParser.ts', import.meta.url),
  // No one waits for it, and it needs no native library.
  lane: 'documents',
  seconds: 60,
  outputMaxBytes: 2 * 1024 * 1024,
});

/**
 * The English text of one scanned page, recognized at 200 dpi, however it is turned. Takes seconds of processor time.
 * Pages are numbered from 1. Null if there is no such page, or it cannot be read within the limits. Rejects only on
 * errors of the source.
 */
export async function recognizePage(
  parsing: Parsing,
  source: Source,
  { kind, page }: { kind: PagedKind; page: number },
): Promise<string | null> {
  const image = await pageAs(parsing, source, { kind, page, as: 'gray' });
  if (!image) return null;
  const { bytes, width, height } = image;
  try {
    return (await parsing.read(recognized, sourceOf(bytes), { width, height })).result;
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}
