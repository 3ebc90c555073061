import type { MessageChanged } from '../../../contract/changes.ts';
import type { Poll, PollOption } from '../../../contract/messages/poll.ts';
import type { ChatMessage } from '../../../contract.ts';

type Metadata = ChatMessage['metadata'];

// Where an option does not name all who chose it, frames, which are the same for everybody, do not say
// whether I did: that is what I knew before, and what the frame itself says I changed.

export const hasVoted = ({ voters, mine }: PollOption, me: number) =>
  mine === true || voters.includes(me);

/** The message a frame brought, as I know it from my part in it alone. */
export function changedMessage(frame: MessageChanged, me: number): ChatMessage {
  const { prevRev: _, vote, ...message } = frame;
  if (vote?.userId !== me) return message;
  const { options } = vote;
  return { ...message, metadata: noting(message.metadata, ({ id }) => options.includes(id)) };
}

/** What a frame brought, with what I knew of my own votes. */
export function withMyVotes(incoming: Metadata, held: Metadata): Metadata {
  const known = new Map(held?.poll?.options.map(({ id, mine }) => [id, mine]));
  return noting(incoming, ({ id, mine }) => mine ?? known.get(id));
}

export const sameVotes = (one: Metadata, other: Metadata) =>
  (one?.poll?.options ?? []).every(({ mine }, index) => mine === other?.poll?.options[index]?.mine);

function noting(metadata: Metadata, mineOf: (option: PollOption) => boolean | undefined): Metadata {
  const poll: Poll | undefined = metadata?.poll;
  if (!metadata || !poll || poll.options.every(({ count }) => count === undefined)) return metadata;
  const options = poll.options.map((option) => {
    const mine = option.count === undefined ? undefined : mineOf(option);
    return mine === undefined ? option : { ...option, mine };
  });
  return { ...metadata, poll: { ...poll, options } };
}
