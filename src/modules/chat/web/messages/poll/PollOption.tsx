import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { Tooltip } from '../../../../../platform/web/ui/Tooltip.tsx';
import type { PollOption as OptionRecord } from '../../../contract/messages/poll.ts';
import { useChat } from '../../panel/chatContext.ts';
import { namesOf } from '../names.ts';
import { hasVoted } from './mine.ts';

interface Props {
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
export function PollOption({ option, multiple, voters, leads, disabled, onVote }: Props) {
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
