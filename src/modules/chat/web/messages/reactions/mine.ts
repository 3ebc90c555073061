import type { MessageReaction } from '../../../contract/changes.ts';
import type { Reaction } from '../../../contract.ts';

type Reactions = readonly Reaction[];

// Where a reaction does not name all who chose it, frames, which are the same for everybody, do not say
// whether I did: that is what I knew before, and what the frame itself says I changed.

export function hasReacted({ reactions }: { reactions: Reactions }, emoji: string, me: number) {
  return reactions.some(
    (one) => one.emoji === emoji && (one.users.includes(me) || one.mine === true),
  );
}

/** What a frame says, as I know it from my part in it alone. */
export function reactionsOf(frame: MessageReaction, me: number): Reaction[] {
  const { reactions, userId, emoji, action } = frame;
  if (userId !== me) return reactions;
  return reactions.map((one) =>
    one.count !== undefined && one.emoji === emoji ? { ...one, mine: action === 'add' } : one,
  );
}

/** What a frame brought, with what I knew of my own part. */
export function withMine(incoming: Reaction[], held: Reactions): Reaction[] {
  if (incoming.every(({ count }) => count === undefined)) return incoming;
  return incoming.map((one) => {
    if (one.count === undefined || one.mine !== undefined) return one;
    const known = held.find(({ emoji }) => emoji === one.emoji);
    return known?.mine === undefined ? one : { ...one, mine: known.mine };
  });
}
