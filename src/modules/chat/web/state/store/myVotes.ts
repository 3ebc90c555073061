import type { MessageChanged } from '../../../contract/changes.ts';
import type { Poll, PollOption } from '../../../contract/messages/poll.ts';
import type { ChatMessage } from '../../../contract.ts';

type Metadata = ChatMessage['metadata'];

// If an option does not list all voters, events, which are the same for everyone, do not contain my
// vote: keep what was known before, and apply my own changes from the event.

export const hasVoted = ({ voters, mine }: PollOption, me: number) =>
  mine === true || voters.includes(me);

/** The message of an event, with my vote if the event is mine. */
export function changedMessage(event: MessageChanged, me: number): ChatMessage {
  const { prevRev: _, vote, ...message } = event;
  if (vote?.userId !== me) return message;
  const { options } = vote;
  return { ...message, metadata: withMineSet(message.metadata, ({ id }) => options.includes(id)) };
}

/** Incoming metadata, with my known votes. */
export function withMyVotes(incoming: Metadata, known: Metadata): Metadata {
  const knownVotes = new Map(known?.poll?.options.map(({ id, mine }) => [id, mine]));
  return withMineSet(incoming, ({ id, mine }) => mine ?? knownVotes.get(id));
}

export const sameVotes = (one: Metadata, other: Metadata) =>
  (one?.poll?.options ?? []).every(({ mine }, index) => mine === other?.poll?.options[index]?.mine);

function withMineSet(
  metadata: Metadata,
  mineOf: (option: PollOption) => boolean | undefined,
): Metadata {
  const poll: Poll | undefined = metadata?.poll;
  if (!metadata || !poll || poll.options.every(({ count }) => count === undefined)) return metadata;
  const options = poll.options.map((option) => {
    const mine = option.count === undefined ? undefined : mineOf(option);
    return mine === undefined ? option : { ...option, mine };
  });
  return { ...metadata, poll: { ...poll, options } };
}
