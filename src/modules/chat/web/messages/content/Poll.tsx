import { clsx } from 'clsx';
import { Check, Lock } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../../../platform/web/api/call.ts';
import { plural } from '../../../../../platform/web/format/amounts.ts';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { Tooltip } from '../../../../../platform/web/ui/Tooltip.tsx';
import { closePoll, votePoll } from '../../../contract/changes.ts';
import type {
  PollOption as OptionRecord,
  Poll as PollRecord,
} from '../../../contract/messages/poll.ts';
import type { ChatMessage } from '../../../contract.ts';
import { useChat } from '../../state/chatContext.ts';
import { namesOf } from '../../state/messages/names.ts';
import { useMessageActions } from '../../state/messages/useMessageActions.ts';
import { hasVoted } from '../../state/store/myVotes.ts';

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
        <span className="tabular-nums">{plural(voters, 'person voted', 'people voted')}</span>
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

interface OptionProps {
  option: OptionRecord;
  multiple: boolean;
  /** The number of people who voted. */
  voters: number;
  /** The winning option. */
  leads: boolean;
  disabled: boolean;
  onVote: () => void;
}

/** One option with its votes as a number and a bar. */
function PollOption({ option, multiple, voters, leads, disabled, onVote }: OptionProps) {
  const { user, people } = useChat();
  const mine = hasVoted(option, user.id);
  const { voters: named, count = named.length } = option;
  const share = voters > 0 ? Math.round((count / voters) * 100) : 0;
  const known = mine && !named.includes(user.id) ? [user.id, ...named] : named;
  const who = count > 0 ? namesOf(known, user.id, people, count) : 'No votes yet';
  return (
    <Tooltip label={who}>
      <button
        type="button"
        aria-pressed={mine}
        aria-disabled={disabled}
        onClick={() => !disabled && onVote()}
        className={clsx(
          'relative flex min-h-9 w-full items-center gap-2.5 overflow-hidden rounded-md border px-2.5 py-1.5 text-left text-base transition-colors touch:min-h-11',
          mine ? 'border-accent' : 'border-border',
          !disabled && 'hover:border-line',
        )}
      >
        <span
          aria-hidden
          style={{ width: `${share}%` }}
          className={clsx(
            'absolute inset-y-0 left-0 transition-[width]',
            mine ? 'bg-accent-surface' : 'bg-sunken',
          )}
        />
        <span
          aria-hidden
          className={clsx(
            'relative flex size-4 shrink-0 items-center justify-center border',
            multiple ? 'rounded-sm' : 'rounded-full',
            mine ? 'border-accent bg-accent text-accent-text' : 'border-border-strong bg-surface',
          )}
        >
          {mine && <Check className="size-3" />}
        </span>
        <span
          className={clsx(
            'relative min-w-0 flex-1 wrap-anywhere text-text',
            leads && 'font-semibold',
          )}
        >
          {option.text}
        </span>
        <span className="relative shrink-0 text-sm text-muted tabular-nums">
          {count.toLocaleString('en')} · {share}%
        </span>
      </button>
    </Tooltip>
  );
}
