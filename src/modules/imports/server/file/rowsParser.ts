import { decode, encodingOf } from '../../../../platform/server/parsing/encoding.ts';
import { type Input, Unreadable } from '../../../../platform/server/parsing/parser.ts';
import { columnsAtMost, type encodings, importMaxRows } from '../../contract.ts';
import { rowsOf } from './rows.ts';

const batchRows = 1_000;
/** Rows can be long: batches are limited by size as well. */
const batchMaxChars = 4_000_000;
const headingMaxLength = 200;

/**
 * Yields the rows of a file in batches, each as the JSON text of `{ row, cells }[]`, which the database takes as it
 * is; returns the encoding, the header and the number of rows.
 */
export default async function* readRows(
  input: Input,
  { encoding: requested }: { encoding: (typeof encodings)[number] },
): AsyncGenerator<Buffer, { encoding: string; header: string[]; row_count: number }> {
  const encoding = requested === 'auto' ? await encodingOf(input.read()) : requested;
  let header: string[] | undefined;
  let row = 1;
  let count = 0;
  let batch: string[] = [];
  let chars = 0;
  for await (const cells of rowsOf(decode(input.read(), encoding))) {
    if (header === undefined)
      header = cells.map((name) => name.trim().slice(0, headingMaxLength).toWellFormed());
    else if (cells.some((cell) => cell.trim() !== '')) {
      const text = JSON.stringify({ row, cells });
      batch.push(text);
      chars += text.length;
      if (++count > importMaxRows)
        throw new Unreadable(
          `A file may have at most ${importMaxRows.toLocaleString('en-US')} rows.`,
        );
    }
    row += 1;
    if (batch.length >= batchRows || chars >= batchMaxChars) {
      yield Buffer.from(`[${batch.join()}]`);
      batch = [];
      chars = 0;
    }
  }
  if (batch.length > 0) yield Buffer.from(`[${batch.join()}]`);
  if (header === undefined || count === 0)
    throw new Unreadable('The file has no rows below its header.');
  if (header.length > columnsAtMost)
    throw new Unreadable(`The file has more than ${columnsAtMost} columns.`);
  return { encoding, header, row_count: count };
}
