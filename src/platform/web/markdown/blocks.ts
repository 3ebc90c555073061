/** With a word or another mark after it: `>:(` is a face. */
const quoted = /^ {0,3}>(?=[\s>\p{L}\p{N}"'“*`]|$) ?/u;
const item = /^( {0,3})([-*]|\d{1,9}[.)])([ \t]+)(?=[^ \t\n])/;
/** A list begins below other words with a bullet or a one: a year at a line's start is no list. */
const begins = /^ {0,3}(?:[-*][ \t]+[^ \t]|1[.)][ \t]+[^ \t]|`{3}[^`]*$|~{3})/;
const heading = /^(#{1,3})[ \t]+([^\n]*)(?:\n|$)/;
const indented = /^[ \t]+(?=[^ \t\n])/;
const blank = /^[ \t]*$/;

interface Taken {
  raw: string;
}

export interface TakenList extends Taken {
  /** Null where the items are not numbered. */
  start: number | null;
  items: string[];
}

/** The quoted lines `src` begins with. The first line without its `>` is the writer's own again. */
export function takeQuote(src: string): (Taken & { text: string }) | undefined {
  if (!quoted.test(src)) return undefined;
  const lines: string[] = [];
  for (const line of linesOf(src)) {
    if (!quoted.test(line)) break;
    lines.push(line);
  }
  return { raw: rawOf(src, lines), text: lines.map((line) => line.replace(quoted, '')).join('\n') };
}

/** The heading `src` begins with: up to three signs, and words behind them. */
export function takeHeading(src: string): (Taken & { level: number; text: string }) | undefined {
  const [raw, signs = '', rest = ''] = heading.exec(src) ?? [];
  let end = rest.length;
  while (end > 0 && /[\s#]/.test(rest.charAt(end - 1))) end -= 1;
  return raw && end > 0 ? { raw, level: signs.length, text: rest.slice(0, end) } : undefined;
}

/** The list `src` begins with, of at most `room` items: those of one kind, each with the indented lines below it. */
export function takeList(src: string, room: number): TakenList | undefined {
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
    if (starts && items.length >= room) break;
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

/** The lines `src` begins with, up to an empty one or one that begins something else. */
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

/** The lines with the line end after them, as the lexer counts what was read. */
function rawOf(src: string, lines: readonly string[]): string {
  const length = lines.join('\n').length;
  return src.slice(0, src[length] === '\n' ? length + 1 : length);
}

/** Line by line, no further than is asked: most of what begins here ends soon. */
function* linesOf(src: string): Generator<string> {
  let from = 0;
  for (;;) {
    const end = src.indexOf('\n', from);
    yield end < 0 ? src.slice(from) : src.slice(from, end);
    if (end < 0) return;
    from = end + 1;
  }
}
