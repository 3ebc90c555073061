import type { Reaction } from '../../../contract.ts';
import { hasReacted } from './mine.ts';

/** So many stand below a message; what more there are is told in a dialog. */
export const mostShown = 12;

/** The reactions that are drawn: the first, and one’s own wherever they stand. */
export function shownOf(reactions: readonly Reaction[], me: number): readonly Reaction[] {
  // One more would take the place of the button that says that there is one more.
  if (reactions.length <= mostShown + 1) return reactions;
  return reactions.filter(
    ({ emoji }, index) => index < mostShown || hasReacted({ reactions }, emoji, me),
  );
}
