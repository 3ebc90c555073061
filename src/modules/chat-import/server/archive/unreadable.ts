import { Unreadable } from '../../../../platform/server/parsing/parser.ts';

/** Why an export cannot be read, as a message for the user. */
export class UnreadableExport extends Unreadable {}

/** The message for an export whose parser ended without its own. */
export function unreadableOf({ reason, message }: Unreadable): UnreadableExport {
  if (reason === 'refused') return new UnreadableExport(message);
  return new UnreadableExport(
    reason === 'limit'
      ? 'This file takes too much memory or time to read.'
      : 'The file is damaged: part of it cannot be read.',
  );
}
