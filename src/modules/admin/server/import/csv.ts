/**
 * Reads CSV as RFC 4180 and spreadsheets write it: with commas, semicolons or tabs, any line ending, with or
 * without a byte order mark. Cells are text: `=` starts no formula. A blank line is a row with one empty cell.
 * Throws CsvError.
 */
export function readCsv(text: string): string[][] {
  const source = text.replace(/^\uFEFF/, '');
  const separator = detectSeparator(source);
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < source.length) {
    const cell =
      source[at] === '"' ? readQuoted(source, at, separator) : readPlain(source, at, separator);
    row.push(cell.text);
    at = cell.end;
    if (source[at] === separator) {
      at += 1;
      // A separator at the end is followed by an empty cell.
      if (at === source.length) row.push('');
      continue;
    }
    at += source.startsWith('\r\n', at) ? 2 : 1;
    rows.push(row);
    row = [];
  }
  if (row.length > 0) rows.push(row);
  return rows;
}

export class CsvError extends Error {}

interface Cell {
  text: string;
  /** Where the cell ends in the source: at a separator, a line end or the end. */
  end: number;
}

function readPlain(source: string, start: number, separator: string): Cell {
  let end = start;
  while (end < source.length && source[end] !== separator && !isLineEnd(source[end])) end += 1;
  return { text: source.slice(start, end), end };
}

function readQuoted(source: string, start: number, separator: string): Cell {
  let text = '';
  let at = start + 1;
  for (;;) {
    const quote = source.indexOf('"', at);
    if (quote < 0) throw new CsvError(`The quote in line ${lineOf(source, start)} is not closed.`);
    text += source.slice(at, quote);
    if (source[quote + 1] !== '"') {
      const end = quote + 1;
      if (end === source.length || source[end] === separator || isLineEnd(source[end])) {
        return { text, end };
      }
      throw new CsvError(`There is text after a closing quote in line ${lineOf(source, end)}.`);
    }
    text += '"';
    at = quote + 2;
  }
}

const separators = [',', ';', '\t'];
const isLineEnd = (character: string | undefined) => character === '\n' || character === '\r';
const lineOf = (source: string, at: number) => source.slice(0, at).split(/\r\n|\n|\r/).length;

/** The most frequent one in the first line, outside quotes; a comma if there is none. */
function detectSeparator(source: string): string {
  const header = /^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(source)?.[0] ?? '';
  const bare = header.replace(/"(?:[^"]|"")*"/g, '');
  const count = (separator: string) => bare.split(separator).length;
  return separators.reduce((best, each) => (count(each) > count(best) ? each : best));
}
