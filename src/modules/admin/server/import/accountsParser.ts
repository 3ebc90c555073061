import { AppError } from '../../../../platform/server/errors.ts';
import { concat, type Input, Unreadable } from '../../../../platform/server/parsing/parser.ts';
import { type ReadRows, readAccounts } from './rows.ts';

/** Parses accounts from a CSV file. */
// biome-ignore lint/correctness/useYield: it returns everything at the end
export default async function* readFile(input: Input): AsyncGenerator<never, ReadRows> {
  try {
    return readAccounts((await concat(input.read())).toString('utf8'));
  } catch (error) {
    throw error instanceof AppError ? new Unreadable(error.message) : error;
  }
}
