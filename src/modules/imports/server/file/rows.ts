import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { separatorOf } from '../../../../platform/server/parsing/csv.ts';
import { Unreadable } from '../../../../platform/server/parsing/parser.ts';

const maxRowLength = 100_000;

/** The rows of a CSV text, the header first; a blank line is a row with one empty cell. Throws Unreadable. */
export async function* rowsOf(text: AsyncGenerator<string>): AsyncGenerator<string[]> {
  const first = await beginningOf(text);
  const parser = Readable.from(joined(first, text)).pipe(
    parse({
      delimiter: separatorOf(first),
      relax_column_count: true,
      max_record_size: maxRowLength,
    }),
  );
  try {
    for await (const row of parser) {
      // The database cannot store null characters, and no one types them.
      yield (row as string[]).map((cell) => cell.replaceAll('\0', ''));
    }
  } catch (error) {
    throw error instanceof CsvError ? new Unreadable(sentenceOf(error)) : error;
  }
}

/** Enough of a text to contain its first line. */
async function beginningOf(text: AsyncGenerator<string>): Promise<string> {
  let first = '';
  while (!/[\r\n]/.test(first) && first.length < maxRowLength) {
    const { value, done } = await text.next();
    if (done) break;
    first += value;
  }
  return first;
}

async function* joined(first: string, rest: AsyncGenerator<string>) {
  yield first;
  yield* rest;
}

function sentenceOf(error: CsvError): string {
  const line = typeof error.lines === 'number' ? ` near line ${error.lines}` : '';
  switch (error.code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return `A quotation mark is never closed${line}.`;
    case 'CSV_INVALID_CLOSING_QUOTE':
    case 'INVALID_OPENING_QUOTE':
      return `There is a quotation mark in the middle of a cell${line}.`;
    case 'CSV_MAX_RECORD_SIZE':
      return `A row is longer than 100,000 characters${line}. A quotation mark may be missing.`;
    default:
      return `This file isn’t a valid CSV file${line}.`;
  }
}
