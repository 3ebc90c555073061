import { clsx } from 'clsx';
import { SmilePlus } from 'lucide-react';
import { IconButton } from '../../../../../platform/web/ui/IconButton.tsx';
import { Tooltip } from '../../../../../platform/web/ui/Tooltip.tsx';
import type { ChatMessage } from '../../../contract.ts';
import { useChat } from '../../panel/chatContext.ts';
import { useMessageActions } from '../actions/useMessageActions.ts';
import { EmojiPopover } from '../emoji/EmojiPopover.tsx';
import { namesOf } from '../names.ts';
import { hasReacted } from './mine.ts';

interface Props {
  message: ChatMessage;
  /** False where it can only be looked at. */
  open: boolean;
}

/** Who reacted how; a click adds mine, or takes it away. */
export function Reactions({ message, open }: Props) {
  const { user, people } = useChat();
  const actions = useMessageActions();
  if (message.reactions.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div role="group" aria-label="Reactions" className="mt-1 flex flex-wrap items-center gap-1">
      {message.reactions.map(({ emoji, users, count = users.length }) => {
        const mine = hasReacted(message, emoji, user.id);
        const named = mine && !users.includes(user.id) ? [user.id, ...users] : users;
        const who = namesOf(named, user.id, people, count);
        return (
          <Tooltip key={emoji} label={who}>
            <button
              type="button"
              aria-pressed={mine}
              aria-label={`${emoji} ${count.toLocaleString('en')}, ${who}`}
              disabled={!open}
              onClick={() => void actions.react(message, emoji)}
              className={clsx(
                'inline-flex h-6 items-center gap-1 rounded-full border px-2 text-sm tabular-nums transition-colors touch:h-9 touch:px-3',
                mine
                  ? 'border-accent bg-accent-surface text-accent-strong'
                  : 'border-border bg-sunken text-text hover:border-line',
              )}
            >
              <span aria-hidden>{emoji}</span>
              <span>{count.toLocaleString('en')}</span>
            </button>
          </Tooltip>
        );
      })}
      {open && (
        <EmojiPopover onPick={(emoji) => void actions.react(message, emoji)}>
          <IconButton
            label="Add reaction"
            icon={SmilePlus}
            size="sm"
            className="h-6! text-muted touch:h-9!"
          />
        </EmojiPopover>
      )}
    </div>
  );
}
