import { CsvError as ParseError } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import { separatorOf } from '../../../../platform/server/parsing/csv.ts';

/** A CSV file that cannot be read, with a sentence for the person. */
export class CsvError extends Error {}

/** Thrown out of `parse`, which offers no other way to end early. */
const stop = new Error('Enough rows');

/**
 * The rows of a CSV text as spreadsheets write it: with commas, semicolons or tabs, any line ending, with or
 * without a byte order mark. Cells are text: `=` starts no formula. A blank line is a row with one empty cell, except
 * at the end. Stops after `filledMax` rows that are not blank. Throws CsvError.
 */
export function readCsv(text: string, filledMax = Number.POSITIVE_INFINITY): string[][] {
  const source = text.replace(/^\uFEFF/, '');
  const bytes = Buffer.from(source);
  const lineAt = (end: number) => bytes.toString('utf8', 0, end).split(/\r\n|\n|\r/).length;
  const rows: string[][] = [];
  let filled = 0;
  try {
    parse(bytes, {
      delimiter: separatorOf(source),
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      // For every row of another length the parser builds an error, which takes seconds for a file of blank lines.
      skip_empty_lines: true,
      // A quote in the middle of a cell is text, but then so is what follows a closing quote.
      relax_quotes: true,
      cast: (cell, { quoting, bytes: end }) => {
        if (quoting && !endsWithQuoted(bytes.subarray(0, end), cell)) {
          throw new CsvError(`There is text after a closing quote in line ${lineAt(end)}.`);
        }
        return cell;
      },
      on_record: (cells: string[], { records, empty_lines }) => {
        while (rows.length < records + empty_lines - 1) rows.push(['']);
        rows.push(cells);
        if (isFilled(cells)) filled += 1;
        if (filled >= filledMax) throw stop;
        return null;
      },
    });
  } catch (error) {
    if (error === stop) return rows;
    if (!(error instanceof ParseError) || error.code !== 'CSV_QUOTE_NOT_CLOSED') throw error;
    // It counts the bytes of the cells before.
    const quoteAt = bytes.indexOf('"', Number(error.bytes));
    throw new CsvError(`The quote in line ${lineAt(quoteAt)} is not closed.`);
  }
  return rows;
}

export const isFilled = (cells: readonly string[]): boolean =>
  cells.some((cell) => cell.trim() !== '');

function endsWithQuoted(source: Buffer, cell: string): boolean {
  const quoted = Buffer.from(`"${cell.replaceAll('"', '""')}"`);
  return source.subarray(-quoted.length).equals(quoted);
}
