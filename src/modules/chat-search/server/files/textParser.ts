import { concat, type Input } from '../../../../platform/server/parsing/parser.ts';
import { textMaxBytes } from './limits.ts';

/** The content of a text file, up to a limit; HTML and XML without tags. */
// biome-ignore lint/correctness/useYield: it only returns a result
export default async function* readText(
  input: Input,
  { mimeType }: { mimeType: string },
): AsyncGenerator<never, string> {
  const text = (await concat(input.read({ end: textMaxBytes }))).toString('utf8');
  return storable(/(html|xml)$/.test(mimeType) ? withoutTags(text) : text);
}

/** One pass: a regular expression would be quadratic for many `<`. */
export function withoutTags(markup: string): string {
  const parts: string[] = [];
  let at = 0;
  for (;;) {
    const start = markup.indexOf('<', at);
    const end = start < 0 ? -1 : markup.indexOf('>', start);
    if (end < 0) return [...parts, markup.slice(at)].join(' ');
    parts.push(markup.slice(at, start));
    at = end + 1;
  }
}

/** Storable text; drops a character cut in half at the end. */
export function storable(text: string): string {
  const wellFormed = text.toWellFormed();
  let end = wellFormed.length;
  while (end > 0 && wellFormed[end - 1] === '\ufffd') end -= 1;
  return wellFormed.slice(0, end).replaceAll('\0', ' ').slice(0, textMaxBytes).toWellFormed();
}
