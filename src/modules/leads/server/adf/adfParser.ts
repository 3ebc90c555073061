import { AppError } from '../../../../platform/server/http/errors.ts';
import { concat, type Input } from '../../../../platform/server/parsing/parser.ts';
import { type Prospect, readProspects } from './prospect.ts';
import { textOf } from './text.ts';

type ReadMessage = { raw: string; prospects: Prospect[] } | { raw: string; problem: string };

/** The words of a message and whom it is about, or what is wrong with it. */
// biome-ignore lint/correctness/useYield: it says all at the end
export default async function* readMessage(
  input: Input,
  { contentType }: { contentType: string },
): AsyncGenerator<never, ReadMessage> {
  const raw = textOf(await concat(input.read()), contentType);
  try {
    return { raw, prospects: readProspects(raw) };
  } catch (error) {
    // What its sender can correct is the answer; anything else is not.
    if (!(error instanceof AppError)) throw error;
    return { raw, problem: error.message };
  }
}
