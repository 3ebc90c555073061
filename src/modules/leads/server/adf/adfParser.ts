import { AppError } from '../../../../platform/server/errors.ts';
import { concat, type Input } from '../../../../platform/server/parsing/parser.ts';
import { type Prospect, readProspects } from './prospect.ts';
import { textOf } from './text.ts';

type ReadMessage = { raw: string; prospects: Prospect[] } | { raw: string; problem: string };

/** Parses a message into its text and prospects, or into a problem. */
// biome-ignore lint/correctness/useYield: it returns everything at the end
export default async function* readMessage(
  input: Input,
  { contentType }: { contentType: string },
): AsyncGenerator<never, ReadMessage> {
  const raw = textOf(await concat(input.read()), contentType);
  try {
    return { raw, prospects: readProspects(raw) };
  } catch (error) {
    // Validation errors are the result; anything else is a bug.
    if (!(error instanceof AppError)) throw error;
    return { raw, problem: error.message };
  }
}
