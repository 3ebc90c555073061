/** Requires a word or another mark after it: `>:(` is an emoticon. */
const quoted = /^ {0,3}>(?=[\s>\p{L}\p{N}"'“*`]|$) ?/u;
const item = /^( {0,3})([-*]|\d{1,9}[.)])([ \t]+)(?=[^ \t\n])/;
/** Below other text, a list only starts with a bullet or a 1: a year at the start of a line is not a list. */
const begins = /^ {0,3}(?:[-*][ \t]+[^ \t]|1[.)][ \t]+[^ \t]|`{3}[^`]*$|~{3})/;
const heading = /^(#{1,3})[ \t]+([^\n]*)(?:\n|$)/;
const indented = /^[ \t]+(?=[^ \t\n])/;
const blank = /^[ \t]*$/;

interface Taken {
  raw: string;
}

export interface TakenList extends Taken {
  /** Null if the items are not numbered. */
  start: number | null;
  items: string[];
}

/** The quoted lines at the start of `src`. The first line without `>` ends the quote. */
export function takeQuote(src: string): (Taken & { text: string }) | undefined {
  if (!quoted.test(src)) return undefined;
  const lines: string[] = [];
  for (const line of linesOf(src)) {
    if (!quoted.test(line)) break;
    lines.push(line);
  }
  return { raw: rawOf(src, lines), text: lines.map((line) => line.replace(quoted, '')).join('\n') };
}

/** The heading at the start of `src`: up to three signs, followed by text. */
export function takeHeading(src: string): (Taken & { level: number; text: string }) | undefined {
  const [raw, signs = '', rest = ''] = heading.exec(src) ?? [];
  let end = rest.length;
  while (end > 0 && /[\s#]/.test(rest.charAt(end - 1))) end -= 1;
  return raw && end > 0 ? { raw, level: signs.length, text: rest.slice(0, end) } : undefined;
}

/**
 * The list at the start of `src`, at most `maxItems` items: items of one kind, each with the indented lines below it.
 */
export function takeList(src: string, maxItems: number): TakenList | undefined {
  const first = item.exec(src);
  if (!first) return undefined;
  const kind = kindOf(first);
  const taken: string[] = [];
  const items: string[][] = [];
  let gap = false;
  for (const line of linesOf(src)) {
    const marker = item.exec(line);
    const starts = marker !== null && kindOf(marker) === kind && marker[1] === first[1];
    const belongs = indented.test(line);
    const empty = blank.test(line);
    if (!starts && !belongs && (!empty || gap)) break;
    if (starts && items.length >= maxItems) break;
    if (starts) items.push([line.slice(marker[0].length)]);
    else items.at(-1)?.push(dedented(line, first[0].length));
    taken.push(line);
    gap = empty;
  }
  return {
    raw: rawOf(src, gap ? taken.slice(0, -1) : taken),
    start: /\d/.test(kind) ? Number.parseInt(first[2] ?? '', 10) : null,
    items: items.map((one) => one.join('\n').trimEnd()),
  };
}

/** The lines at the start of `src`, up to an empty one or one that starts another block. */
export function takeParagraph(src: string, { headings }: { headings: boolean }): string {
  const lines: string[] = [];
  for (const line of linesOf(src)) {
    if (lines.length > 0 && endsBefore(line, headings)) break;
    lines.push(line);
  }
  return rawOf(src, lines);
}

function endsBefore(line: string, headings: boolean): boolean {
  if (headings && takeHeading(line)) return true;
  return blank.test(line) || begins.test(line) || quoted.test(line);
}

function kindOf([, , marker = '']: RegExpExecArray): string {
  return marker.replace(/\d+/, '1');
}

function dedented(line: string, width: number): string {
  let at = 0;
  while (at < width && (line[at] === ' ' || line[at] === '\t')) at += line[at] === '\t' ? width : 1;
  return line.slice(Math.min(at, line.length - line.trimStart().length));
}

/** The lines including their line ends, because the lexer counts consumed characters. */
function rawOf(src: string, lines: readonly string[]): string {
  const length = lines.join('\n').length;
  return src.slice(0, src[length] === '\n' ? length + 1 : length);
}

/** Iterates lines lazily: most blocks end soon. */
function* linesOf(src: string): Generator<string> {
  let from = 0;
  for (;;) {
    const end = src.indexOf('\n', from);
    yield end < 0 ? src.slice(from) : src.slice(from, end);
    if (end < 0) return;
    from = end + 1;
  }
}
