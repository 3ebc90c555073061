import type { ChatMessage } from '../../../contract.ts';
import { withMine } from './myReactions.ts';
import { sameVotes, withMyVotes } from './myVotes.ts';

type Reactions = ChatMessage['reactions'];

/** A change to one message. */
export type Change =
  /** `own`: from an HTTP reply, so that its star is this user's. */
  | { kind: 'message'; message: ChatMessage; own?: boolean }
  | { kind: 'reaction'; messageId: string; reactions: Reactions; rev: number }
  | { kind: 'star'; messageId: string; starred: boolean };

/** A change from the socket, with its place in the channel's revision order. */
export type LiveChange = Exclude<Change, { kind: 'star' }> & { prevRev: number };

export const revOf = (change: LiveChange) =>
  change.kind === 'message' ? change.message.rev : change.rev;

/** Merges both lists by position, each message once; of two versions the higher `rev` wins. */
export function mergeMessages<M extends ChatMessage>(
  current: readonly M[],
  incoming: readonly M[],
  place: (message: M) => number,
  own: boolean,
): readonly M[] {
  const byPlace = new Map(current.map((message) => [place(message), message]));
  let changed = false;
  for (const message of incoming) {
    const known = byPlace.get(place(message));
    const merged = known ? newerOf(known, message, own) : message;
    if (merged === known) continue;
    byPlace.set(place(message), merged);
    changed = true;
  }
  if (!changed) return current;
  return [...byPlace.values()].sort((a, b) => place(a) - place(b));
}

/**
 * Socket events are the same for everyone: they lack this user's star, and their own part in large
 * reactions and polls.
 */
export function newerOf<M extends ChatMessage>(current: M, incoming: M, own: boolean): M {
  if (incoming.rev < current.rev) return current;
  if (!own) {
    if (incoming.rev === current.rev) return current;
    const reactions = withMine(incoming.reactions, current.reactions);
    const metadata = withMyVotes(incoming.metadata, current.metadata);
    return { ...incoming, reactions, metadata, isStarred: current.isStarred };
  }
  const same =
    incoming.rev === current.rev &&
    incoming.isStarred === current.isStarred &&
    incoming.reactions.every(({ mine }, index) => mine === current.reactions[index]?.mine) &&
    sameVotes(incoming.metadata, current.metadata);
  return same ? current : incoming;
}

/** The list after a reaction or star change; the same object if nothing changed. */
export function retouch<M extends ChatMessage>(
  current: readonly M[],
  change: Exclude<Change, { kind: 'message' }>,
): readonly M[] {
  const index = current.findIndex(({ id }) => id === change.messageId);
  const message = current[index];
  if (!message) return current;
  const touched = touch(message, change);
  return touched === message ? current : current.with(index, touched);
}

export function touch<M extends ChatMessage>(
  message: M,
  change: Exclude<Change, { kind: 'message' }>,
): M {
  if (change.kind === 'star') {
    const { starred } = change;
    return message.isStarred === starred ? message : { ...message, isStarred: starred };
  }
  if (change.rev <= message.rev) return message;
  return { ...message, reactions: withMine(change.reactions, message.reactions), rev: change.rev };
}
