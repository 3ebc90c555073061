import { AppError } from '../../../../platform/server/http/errors.ts';
import { concat, type Input, Unreadable } from '../../../../platform/server/parsing/parser.ts';
import { type ReadRows, readAccounts } from './rows.ts';

/** The accounts a CSV file asks for. */
// biome-ignore lint/correctness/useYield: it says all at the end
export default async function* readFile(input: Input): AsyncGenerator<never, ReadRows> {
  try {
    return readAccounts((await concat(input.read())).toString('utf8'));
  } catch (error) {
    throw error instanceof AppError ? new Unreadable(error.message) : error;
  }
}
