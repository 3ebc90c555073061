import type { MessageReaction } from '../../../contract/changes.ts';
import type { Reaction } from '../../../contract.ts';

type Reactions = readonly Reaction[];

// If a reaction does not list all people, events, which are the same for everyone, do not contain my
// reaction: keep what was known before, and apply my own changes from the event.

export function hasReacted({ reactions }: { reactions: Reactions }, emoji: string, me: number) {
  return reactions.some(
    (one) => one.emoji === emoji && (one.users.includes(me) || one.mine === true),
  );
}

/** The reactions of an event, with mine if the event is mine. */
export function reactionsOf(event: MessageReaction, me: number): Reaction[] {
  const { reactions, userId, emoji, action } = event;
  if (userId !== me) return reactions;
  return reactions.map((one) =>
    one.count !== undefined && one.emoji === emoji ? { ...one, mine: action === 'add' } : one,
  );
}

/** Incoming reactions, with my known ones. */
export function withMine(incoming: Reaction[], current: Reactions): Reaction[] {
  if (incoming.every(({ count }) => count === undefined)) return incoming;
  return incoming.map((one) => {
    if (one.count === undefined || one.mine !== undefined) return one;
    const known = current.find(({ emoji }) => emoji === one.emoji);
    return known?.mine === undefined ? one : { ...one, mine: known.mine };
  });
}
