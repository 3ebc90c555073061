import { Unreadable } from '../../../../platform/server/parsing/parser.ts';
import { defineParser, type Parsing } from '../../../../platform/server/parsing/parsing.ts';
import type { Source } from '../../../../platform/server/parsing/process.ts';
import type { FileKind } from './kinds.ts';
import type readPagesParser from './pagesParser.ts';

interface PageTexts {
  /** In order. `hasText`: false for scans, whose text has to be recognized. */
  pages: { text: string; hasText: boolean }[];
  /** Whether these are all pages with all their text. */
  isComplete: boolean;
}

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
): Promise<PageTexts> {
  const pages: PageTexts['pages'] = [];
  const reading = await parsing.open(texts, source, { kind });
  try {
    const items = reading.items();
    for (;;) {
      const { done, value } = await items.next();
      if (done) return { pages, isComplete: value };
      if ('text' in value) pages.push(value);
    }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { pages, isComplete: false };
  } finally {
    reading.close();
  }
}
