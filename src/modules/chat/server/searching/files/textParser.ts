import { concat, type Input } from '../../../../../platform/server/parsing/parser.ts';
import { textMaxBytes } from './limits.ts';

/** The text of a text file, up to a limit; of HTML and XML without its tags. */
// biome-ignore lint/correctness/useYield: it says all at the end
export default async function* readText(
  input: Input,
  { mimeType }: { mimeType: string },
): AsyncGenerator<never, string> {
  const text = (await concat(input.read({ end: textMaxBytes }))).toString('utf8');
  return storable(/(html|xml)$/.test(mimeType) ? withoutTags(text) : text);
}

/** In one pass: a pattern for tags would look for the end of each `<` anew. */
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

/** As the database can keep it; a character cut in two at the end is dropped. */
export function storable(text: string): string {
  const whole = text.toWellFormed();
  let end = whole.length;
  while (end > 0 && whole[end - 1] === '\ufffd') end -= 1;
  return whole.slice(0, end).replaceAll('\0', ' ').slice(0, textMaxBytes).toWellFormed();
}
