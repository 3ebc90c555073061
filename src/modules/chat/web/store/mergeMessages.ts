import type { ChatMessage } from '../../contract.ts';
import { sameVotes, withMyVotes } from '../messages/poll/mine.ts';
import { withMine } from '../messages/reactions/mine.ts';

type Reactions = ChatMessage['reactions'];

/** Something that happened to one message. */
export type Change =
  /** `own`: as an HTTP call answered it, so that the star on it is this person's. */
  | { kind: 'message'; message: ChatMessage; own?: boolean }
  | { kind: 'reaction'; messageId: string; reactions: Reactions; rev: number }
  | { kind: 'star'; messageId: string; starred: boolean };

/** A change as the socket tells it, with its place in the channel's order of changes. */
export type LiveChange = Exclude<Change, { kind: 'star' }> & { prevRev: number };

export const revOf = (change: LiveChange) =>
  change.kind === 'message' ? change.message.rev : change.rev;

/** Both lists as one, by place, each message once; of two versions the one with the higher `rev` stays. */
export function mergeMessages<M extends ChatMessage>(
  held: readonly M[],
  incoming: readonly M[],
  place: (message: M) => number,
  own: boolean,
): readonly M[] {
  const byPlace = new Map(held.map((message) => [place(message), message]));
  let changed = false;
  for (const message of incoming) {
    const known = byPlace.get(place(message));
    const merged = known ? newerOf(known, message, own) : message;
    if (merged === known) continue;
    byPlace.set(place(message), merged);
    changed = true;
  }
  if (!changed) return held;
  return [...byPlace.values()].sort((a, b) => place(a) - place(b));
}

/** Frames are the same for everybody and say nothing of this person's star, or of their part in a large reaction or poll. */
export function newerOf<M extends ChatMessage>(held: M, incoming: M, own: boolean): M {
  if (incoming.rev < held.rev) return held;
  if (!own) {
    if (incoming.rev === held.rev) return held;
    const reactions = withMine(incoming.reactions, held.reactions);
    const metadata = withMyVotes(incoming.metadata, held.metadata);
    return { ...incoming, reactions, metadata, isStarred: held.isStarred };
  }
  const same =
    incoming.rev === held.rev &&
    incoming.isStarred === held.isStarred &&
    incoming.reactions.every(({ mine }, index) => mine === held.reactions[index]?.mine) &&
    sameVotes(incoming.metadata, held.metadata);
  return same ? held : incoming;
}

/** The list after a reaction or a star; the very same list where neither is news. */
export function retouch<M extends ChatMessage>(
  held: readonly M[],
  change: Exclude<Change, { kind: 'message' }>,
): readonly M[] {
  const index = held.findIndex(({ id }) => id === change.messageId);
  const message = held[index];
  if (!message) return held;
  const touched = touch(message, change);
  return touched === message ? held : held.with(index, touched);
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
