import { Unreadable } from '../../../../platform/server/parsing/parser.ts';

/** Why an export cannot be read, as a sentence for the person. */
export class UnreadableExport extends Unreadable {}

/** What is said of an export whose parser ended without a sentence of its own. */
export function unreadableOf({ reason, message }: Unreadable): UnreadableExport {
  if (reason === 'refused') return new UnreadableExport(message);
  return new UnreadableExport(
    reason === 'limit'
      ? 'The file takes too much memory or time to read.'
      : 'The file is broken: a part of it cannot be read.',
  );
}
