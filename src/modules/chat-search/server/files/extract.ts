import { Unreadable } from '../../../../platform/server/parsing/parser.ts';
import {
  defineParser,
  type Parsing,
  sourceOf,
} from '../../../../platform/server/parsing/parsing.ts';
import type { Source } from '../../../../platform/server/parsing/process.ts';
import type indexFile from './indexParser.ts';
import { pdfMaxBytes } from './limits.ts';
import type readPdf from './pdfParser.ts';
import type readText from './textParser.ts';

interface Readable {
  mimeType: string;
  size: number;
}

/** Whether a file may have extractable text, by its detected type. */
export function isReadable({ mimeType, size }: Readable): boolean {
  if (mimeType === 'application/pdf') return size <= pdfMaxBytes;
  return isText(mimeType);
}

const isText = (type: string) =>
  /^(text\/|application\/(json|xml|x-ndjson|yaml|sql)\b)/.test(type) || type === 'message/rfc822';

const limits = { lane: 'documents', seconds: 5, outputMaxBytes: 8 * 1024 * 1024 } as const;
const text = defineParser<typeof readText>({
  ...limits,
  name: 'chat.text',
  module: new URL('./textParser.ts', import.meta.url),
});
const pdf = defineParser<typeof readPdf>({
  ...limits,
  name: 'chat.pdf',
  module: new URL('./pdfParser.ts', import.meta.url),
  // Code left running by a broken PDF would run alongside the next one.
  isReused: false,
});
const index = defineParser<typeof indexFile>({
  ...limits,
  name: 'chat.index',
  module: new URL('./indexParser.ts', import.meta.url),
});

/** The text of a file; empty if it cannot be read. Rejects only on storage errors. */
export async function extractText(
  parsing: Parsing,
  mimeType: string,
  source: Source,
): Promise<string> {
  return orEmpty(
    mimeType === 'application/pdf'
      ? parsing.read(pdf, source, {})
      : parsing.read(text, source, { mimeType }),
  );
}

/** The index text of a file; empty if it takes too long. */
export const indexOf = (parsing: Parsing, content: string, name: string): Promise<string> =>
  orEmpty(parsing.read(index, sourceOf(Buffer.from(content)), { name }));

/** Files that are broken, encrypted, or exceed memory or time limits have no text. */
async function orEmpty(reading: Promise<{ result: string }>): Promise<string> {
  try {
    return (await reading).result;
  } catch (error) {
    if (error instanceof Unreadable) return '';
    throw error;
  }
}
