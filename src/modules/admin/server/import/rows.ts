import type * as z from 'zod/mini';
import { AppError, invalid } from '../../../../platform/server/errors.ts';
import { parse } from '../../../../platform/server/http/validation.ts';
import { newAccount } from '../../contract.ts';
import { type Column, columnOf, requiredColumns, toCandidate } from './columns.ts';
import { CsvError, isFilled, readCsv } from './csv.ts';

export interface RowError {
  /** As in a spreadsheet: the header is row 1. */
  row: number;
  field: string;
  error: string;
}

export interface ReadAccount {
  row: number;
  account: z.output<typeof newAccount>;
}

export interface ReadRows {
  /** The number of non-empty rows below the header. */
  rows: number;
  accounts: ReadAccount[];
  errors: RowError[];
}

const maxRows = 2_000;

/** The accounts of a file, and the errors of the other rows; throws if it is not such a file. */
export function readAccounts(csv: string): ReadRows {
  const [header = [], ...body] = parseCsv(csv);
  const columns = header.map(columnOf);
  assertValidHeader(columns);
  const errors: RowError[] = header.flatMap((name, index) =>
    columns[index] === null && name.trim()
      ? [{ row: 1, field: name.trim(), error: 'Unknown column; it was ignored' }]
      : [],
  );
  const filled = body
    .map((cells, index) => ({ cells, row: index + 2 }))
    .filter(({ cells }) => isFilled(cells));
  if (filled.length > maxRows)
    throw invalidCsv(`You can import at most ${maxRows} people at once.`);
  const accounts: ReadAccount[] = [];
  for (const { cells, row } of filled) {
    const found = readRow(columns, cells, row);
    if (Array.isArray(found)) errors.push(...found);
    else accounts.push(found);
  }
  return { rows: filled.length, accounts, errors };
}

const invalidCsv = (sentence: string) => invalid(sentence, { csv: sentence });

function parseCsv(csv: string): string[][] {
  try {
    // The header, and one more than is allowed.
    return readCsv(csv, maxRows + 2);
  } catch (error) {
    if (error instanceof CsvError) throw invalidCsv(error.message);
    throw error;
  }
}

function assertValidHeader(columns: (Column | null)[]): void {
  const missing = requiredColumns.filter((name) => !columns.includes(name));
  if (missing.length > 0)
    throw invalidCsv(`The first row must contain the columns ${missing.join(', ')}.`);
  const twice = columns.find((name, index) => name && columns.indexOf(name) !== index);
  if (twice) throw invalidCsv(`The column ${twice} appears twice.`);
}

function readRow(
  columns: (Column | null)[],
  cells: string[],
  row: number,
): ReadAccount | RowError[] {
  if (cells.length > columns.length) {
    return [{ row, field: '', error: 'This row has more cells than columns' }];
  }
  try {
    return { row, account: parse(newAccount, toCandidate(columns, cells)) };
  } catch (error) {
    // A validation error is a result; anything else is thrown.
    if (!(error instanceof AppError)) throw error;
    const fields = Object.entries(error.fields ?? { '': error.message });
    return fields.map(([name, problem]) => ({
      row,
      field: name.split('.')[0] ?? '',
      error: problem,
    }));
  }
}
