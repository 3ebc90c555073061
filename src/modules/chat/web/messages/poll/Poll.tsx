import { Check, Lock } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../../../platform/web/api/call.ts';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { closePoll, votePoll } from '../../../contract/changes.ts';
import type { Poll as PollRecord } from '../../../contract/messages/poll.ts';
import type { ChatMessage } from '../../../contract.ts';
import { useChat } from '../../panel/chatContext.ts';
import { useMessageActions } from '../actions/useMessageActions.ts';
import { countOf } from '../names.ts';
import { hasVoted } from './mine.ts';
import { PollOption } from './PollOption.tsx';

interface Props {
  message: ChatMessage;
  poll: PollRecord;
  /** False if read-only. */
  open: boolean;
}

/** A poll's options and results, below its question. */
export function Poll({ message, poll, open }: Props) {
  const { user } = useChat();
  const { apply } = useMessageActions();
  const [closing, setClosing] = useState(false);
  const params = { channelId: message.channelId, messageId: message.id };
  const voters = poll.voterCount ?? new Set(poll.options.flatMap((option) => option.voters)).size;
  const canVote = open && poll.closedAt === null;
  const most = Math.max(...poll.options.map(countOfOption));

  const vote = (id: number) => {
    const mine = poll.options.filter((one) => hasVoted(one, user.id)).map((one) => one.id);
    const options = votesAfter(mine, id, poll.multiple);
    void apply('Couldn’t save your vote', call(votePoll, { params, body: { options } }));
  };
  const close = async () => {
    setClosing(true);
    await apply('Couldn’t close poll', call(closePoll, { params }));
    setClosing(false);
  };

  return (
    <div className="mt-1.5 flex max-w-md flex-col gap-1.5">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields */}
      <div role="group" aria-label={message.content} className="flex flex-col gap-1">
        {poll.options.map((option) => (
          <PollOption
            key={option.id}
            option={option}
            multiple={poll.multiple}
            voters={voters}
            leads={poll.closedAt !== null && most > 0 && countOfOption(option) === most}
            disabled={!canVote}
            onVote={() => vote(option.id)}
          />
        ))}
      </div>
      <div className="flex min-h-7 flex-wrap items-center gap-x-3 text-xs text-muted">
        <span className="tabular-nums">{countOf(voters, 'person voted', 'people voted')}</span>
        <span className="inline-flex items-center gap-1">
          {poll.closedAt === null ? (
            <Check className="size-3" aria-hidden />
          ) : (
            <Lock className="size-3" aria-hidden />
          )}
          {stateOf(poll)}
        </span>
        {canVote && message.senderId === user.id && (
          <Button size="sm" variant="ghost" pending={closing} onClick={() => void close()}>
            Close poll
          </Button>
        )}
      </div>
    </div>
  );
}

const countOfOption = ({ voters, count = voters.length }: PollRecord['options'][number]) => count;

function votesAfter(mine: number[], id: number, multiple: boolean): number[] {
  if (mine.includes(id)) return mine.filter((one) => one !== id);
  return multiple ? [...mine, id] : [id];
}

function stateOf({ closedAt, multiple }: Props['poll']): string {
  if (closedAt !== null) return 'Closed';
  return multiple ? 'Choose any number' : 'Choose one';
}
