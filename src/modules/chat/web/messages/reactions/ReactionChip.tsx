import { clsx } from 'clsx';
import { Tooltip } from '../../../../../platform/web/ui/Tooltip.tsx';
import type { ChatMessage, Reaction } from '../../../contract.ts';
import { useChat } from '../../panel/chatContext.ts';
import { namesOf } from '../names.ts';
import { hasReacted } from './mine.ts';

export const chip =
  'inline-flex h-6 items-center gap-1 rounded-full border px-2 text-sm tabular-nums transition-colors touch:h-9 touch:px-3';
export const quietChip = 'border-border bg-sunken text-text hover:border-line';

interface Props {
  message: ChatMessage;
  reaction: Reaction;
  disabled: boolean;
  onReact: (emoji: string) => void;
}

/** One emoji with its count and the people who reacted. */
export function ReactionChip({ message, reaction, disabled, onReact }: Props) {
  const { user, people } = useChat();
  const { emoji, users, count = users.length } = reaction;
  const mine = hasReacted(message, emoji, user.id);
  const named = mine && !users.includes(user.id) ? [user.id, ...users] : users;
  const who = namesOf(named, user.id, people, count);
  const number = count.toLocaleString('en');
  return (
    <Tooltip label={who}>
      <button
        type="button"
        aria-pressed={mine}
        aria-label={`${emoji} ${number}, ${who}`}
        disabled={disabled}
        onClick={() => onReact(emoji)}
        className={clsx(
          chip,
          mine ? 'border-accent bg-accent-surface text-accent-strong' : quietChip,
        )}
      >
        <span aria-hidden>{emoji}</span>
        <span>{number}</span>
      </button>
    </Tooltip>
  );
}
