import { Readable } from 'node:stream';
import { invalid, tooLarge } from '../../../../platform/server/errors.ts';
import { Unreadable } from '../../../../platform/server/parsing/parser.ts';
import { defineParser, type Parsing } from '../../../../platform/server/parsing/parsing.ts';
import type { Source } from '../../../../platform/server/parsing/process.ts';
import type editParser from './editParser.ts';
import type { EditPlan } from './editParser.ts';
import { type PagedKind, pagesAtMost } from './kinds.ts';

/** Sources and result are in memory together. */
const editMaxBytes = 64 * 1024 * 1024;

const edited = defineParser<typeof editParser>({
  name: 'documents.edited',
  module: new URL('./editParser.ts', import.meta.url),
  lane: 'pictures',
  seconds: 60,
  outputMaxBytes: 128 * 1024 * 1024,
});

/**
 * A new PDF with pages of PDFs and images, in the order of the plan: one part per run of pages. Merging is a part per
 * file, extracting a part with a list of pages, splitting one call per result. Images are fitted on letter pages.
 * Notes, stamps and form fields become part of the page, so signatures and bookmarks do not survive. Throws `invalid`
 * with a sentence if a file or the plan cannot be used, `too_large` beyond 64 MB or 2,000 pages.
 */
export async function editPages(
  parsing: Parsing,
  files: readonly { source: Source; kind: PagedKind }[],
  plan: EditPlan,
): Promise<Buffer> {
  const source = joined(files.map((file) => file.source));
  if (source.sizeBytes > editMaxBytes)
    throw tooLarge('Together these files are larger than 64 MB. Choose fewer.');
  const options = {
    files: files.map(({ kind, source: { sizeBytes } }) => ({ kind, sizeBytes })),
    plan,
  };
  try {
    const { items, result } = await parsing.read(edited, source, options);
    if (result === 'too many pages')
      throw tooLarge(`A PDF may have at most ${pagesAtMost.toLocaleString('en-US')} pages.`);
    return items[0] as Buffer;
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    throw invalid(sentenceOf(error));
  }
}

function sentenceOf({ reason, message }: Unreadable): string {
  if (reason === 'refused') return message;
  return reason === 'limit'
    ? 'These files take too much memory or time. Choose fewer pages.'
    : 'One of these files is damaged and can’t be opened.';
}

/** One file after the other, as one. */
function joined(sources: readonly Source[]): Source {
  const sizeBytes = sources.reduce((sum, source) => sum + source.sizeBytes, 0);
  async function* bytesOf(range: { start: number; end: number }): AsyncGenerator<Buffer> {
    let offset = 0;
    for (const source of sources) {
      const start = Math.max(range.start - offset, 0);
      const end = Math.min(range.end - offset, source.sizeBytes - 1);
      offset += source.sizeBytes;
      if (start <= end) yield* (await source.open({ start, end })) as AsyncIterable<Buffer>;
    }
  }
  return { sizeBytes, open: async (range) => Readable.from(bytesOf(range), { objectMode: false }) };
}
