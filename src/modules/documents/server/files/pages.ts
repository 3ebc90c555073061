import { Unreadable } from '../../../../platform/server/parsing/parser.ts';
import { defineParser, type Parsing } from '../../../../platform/server/parsing/parsing.ts';
import type { Source } from '../../../../platform/server/parsing/process.ts';
import type { FileKind } from './kinds.ts';
import type readPagesParser from './pagesParser.ts';

const texts = defineParser<typeof readPagesParser>({
  name: 'documents.pages',
  module: new URL('./pagesParser.ts', import.meta.url),
  lane: 'documents',
  // For one page.
  seconds: 10,
  totalSeconds: 60,
  outputMaxBytes: 16 * 1024 * 1024,
});

/**
 * The text of a file, page by page: of a PDF, its text layer; a sheet or slide of an Office file; other texts have one
 * page. Images and other kinds have none. At most 2,000 pages and 2 MB; a file that is broken or takes too long has
 * the pages before that. Rejects only on errors of the source.
 */
export async function readPages(
  parsing: Parsing,
  source: Source,
  kind: FileKind,
): Promise<string[]> {
  const pages: string[] = [];
  const reading = await parsing.open(texts, source, { kind });
  try {
    for await (const item of reading.items()) if ('text' in item) pages.push(item.text);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
  } finally {
    reading.close();
  }
  return pages;
}

const letter = /[\p{L}\p{N}]/gu;
const lettersFrom = 30;

/** Whether a page has its text: its number, or what a scanner stamps on it, is not yet that. */
export const hasText = (text: string): boolean => (text.match(letter)?.length ?? 0) >= lettersFrom;
