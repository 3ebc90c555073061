import { concat, type Input } from '../../../../platform/server/parsing/parser.ts';
import { indexText } from '../text/document.ts';

/** The index text of a file: its text and name. */
// biome-ignore lint/correctness/useYield: it only returns a result
export default async function* indexFile(
  input: Input,
  { name }: { name: string },
): AsyncGenerator<never, string> {
  return indexText([(await concat(input.read())).toString('utf8'), name]);
}
