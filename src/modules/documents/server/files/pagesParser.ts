import { decode, encodingOf } from '../../../../platform/server/parsing/encoding.ts';
import type { Input } from '../../../../platform/server/parsing/parser.ts';
import { type FileKind, pagesAtMost } from './kinds.ts';
import { officePages } from './office.ts';
import { startPdfium } from './pdf.ts';

/** Of all pages together; text beyond is left out. */
const textMaxBytes = 2 * 1024 * 1024;

/** Yields the text of each page. */
export default async function* readPages(
  input: Input,
  { kind }: { kind: FileKind },
): AsyncGenerator<{ text: string }, null> {
  let left = textMaxBytes;
  let count = 0;
  for await (const page of pagesOf(input, kind)) {
    if (count >= pagesAtMost) break;
    const bytes = Buffer.from(storable(page));
    const isCut = bytes.length > left;
    // A character cut in half at the end is dropped.
    const text = isCut
      ? bytes
          .subarray(0, left)
          .toString('utf8')
          .replace(/\ufffd$/, '')
      : bytes.toString();
    yield { text };
    if (isCut) break;
    left -= bytes.length;
    count += 1;
  }
  return null;
}

async function* pagesOf(input: Input, kind: FileKind): AsyncGenerator<string> {
  if (kind === 'pdf') {
    const pdf = await (await startPdfium()).open(input.read(), input.sizeBytes);
    const { pageCount } = pdf;
    for (let number = 1; number <= pageCount; number += 1) yield pdf.textOf(number);
  } else if (kind === 'office') {
    yield* officePages(input);
  } else if (kind === 'text') {
    let text = '';
    for await (const piece of decode(input.read(), await encodingOf(input.read()))) {
      text += piece;
      if (text.length > textMaxBytes) break;
    }
    yield text;
  }
}

/** The database cannot store null characters and halves of pairs. */
const storable = (text: string) =>
  text.toWellFormed().replaceAll('\0', ' ').replaceAll('\r\n', '\n');
