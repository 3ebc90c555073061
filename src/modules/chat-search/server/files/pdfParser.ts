import { getDocumentProxy } from 'unpdf';
import { concat, type Input } from '../../../../platform/server/parsing/parser.ts';
import { textMaxBytes } from './limits.ts';
import { storable } from './textParser.ts';

/** Long documents are read for this time only; the first pages are better than none. */
const maxReadMs = 3_500;

/** The text of a PDF, up to a limit. */
export default async function* readPdf(input: Input): AsyncGenerator<never, string> {
  const deadline = performance.now() + maxReadMs;
  const pdf = await getDocumentProxy(new Uint8Array(await concat(input.read())));
  const texts: string[] = [];
  let length = 0;
  for (let number = 1; number <= pdf.numPages && length < textMaxBytes; number += 1) {
    if (performance.now() > deadline) break;
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    const text = items
      .map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : ''))
      .join('');
    texts.push(text);
    length += text.length;
    page.cleanup();
  }
  return storable(texts.join('\n'));
}
