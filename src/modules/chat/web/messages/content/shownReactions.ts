import type { Reaction } from '../../../contract.ts';
import { hasReacted } from '../../state/store/myReactions.ts';

/** Shown below a message; the rest is in a dialog. */
export const mostShown = 12;

/** The reactions to render: the first ones, and all of one's own. */
export function shownOf(reactions: readonly Reaction[], me: number): readonly Reaction[] {
  // A single extra reaction takes no more space than the "more" button.
  if (reactions.length <= mostShown + 1) return reactions;
  return reactions.filter(
    ({ emoji }, index) => index < mostShown || hasReacted({ reactions }, emoji, me),
  );
}
