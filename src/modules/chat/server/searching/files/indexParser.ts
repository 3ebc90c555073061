import { concat, type Input } from '../../../../../platform/server/parsing/parser.ts';
import { indexText } from '../text/document.ts';

/** By what a file is found: its text and its name. */
// biome-ignore lint/correctness/useYield: it says all at the end
export default async function* indexFile(
  input: Input,
  { name }: { name: string },
): AsyncGenerator<never, string> {
  return indexText([(await concat(input.read())).toString('utf8'), name]);
}
