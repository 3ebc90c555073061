import type * as z from 'zod/mini';
import { AppError, invalid } from '../../../../platform/server/http/errors.ts';
import { parse } from '../../../../platform/server/http/validation.ts';
import { newAccount } from '../../contract.ts';
import { type Column, columnOf, requiredColumns, toCandidate } from './columns.ts';
import { CsvError, readCsv } from './csv.ts';

export interface RowError {
  /** As a spreadsheet counts: the header is row 1. */
  row: number;
  field: string;
  error: string;
}

export interface ReadAccount {
  row: number;
  account: z.output<typeof newAccount>;
}

export interface ReadRows {
  /** How many rows say something, below the header. */
  rows: number;
  accounts: ReadAccount[];
  errors: RowError[];
}

const maxRows = 2_000;

/** The accounts a file asks for, and what is wrong with the others; throws where it is no such file. */
export function readAccounts(csv: string): ReadRows {
  const [header = [], ...body] = readOrRefuse(csv);
  const columns = header.map(columnOf);
  refuseHeader(columns);
  const errors: RowError[] = header.flatMap((name, index) =>
    columns[index] === null && name.trim()
      ? [{ row: 1, field: name.trim(), error: 'This column is not known; it was left out' }]
      : [],
  );
  const filled = body
    .map((cells, index) => ({ cells, row: index + 2 }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  if (filled.length > maxRows) throw refuse(`At most ${maxRows} people can be imported at once.`);
  const accounts: ReadAccount[] = [];
  for (const { cells, row } of filled) {
    const found = readRow(columns, cells, row);
    if (Array.isArray(found)) errors.push(...found);
    else accounts.push(found);
  }
  return { rows: filled.length, accounts, errors };
}

const refuse = (sentence: string) => invalid(sentence, { csv: sentence });

function readOrRefuse(csv: string): string[][] {
  try {
    return readCsv(csv);
  } catch (error) {
    if (error instanceof CsvError) throw refuse(error.message);
    throw error;
  }
}

function refuseHeader(columns: (Column | null)[]): void {
  const missing = requiredColumns.filter((name) => !columns.includes(name));
  if (missing.length > 0)
    throw refuse(`The first row must name the columns ${missing.join(', ')}.`);
  const twice = columns.find((name, index) => name && columns.indexOf(name) !== index);
  if (twice) throw refuse(`The column ${twice} is there twice.`);
}

function readRow(
  columns: (Column | null)[],
  cells: string[],
  row: number,
): ReadAccount | RowError[] {
  if (cells.length > columns.length) {
    return [{ row, field: '', error: 'There are more cells than columns' }];
  }
  try {
    return { row, account: parse(newAccount, toCandidate(columns, cells)) };
  } catch (error) {
    // What is wrong with a row is the answer; anything else is not.
    if (!(error instanceof AppError)) throw error;
    const fields = Object.entries(error.fields ?? { '': error.message });
    return fields.map(([name, problem]) => ({
      row,
      field: name.split('.')[0] ?? '',
      error: problem,
    }));
  }
}
