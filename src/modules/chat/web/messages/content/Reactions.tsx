import { clsx } from 'clsx';
import { SmilePlus } from 'lucide-react';
import { plural } from '../../../../../platform/web/format/amounts.ts';
import { IconButton } from '../../../../../platform/web/ui/IconButton.tsx';
import { Tooltip } from '../../../../../platform/web/ui/Tooltip.tsx';
import type { ChatMessage, Reaction } from '../../../contract.ts';
import { EmojiPopover } from '../../parts/emoji/EmojiPopover.tsx';
import { useChat } from '../../state/chatContext.ts';
import { namesOf } from '../../state/messages/names.ts';
import { showDialog } from '../../state/messages/shownDialog.ts';
import { useMessageActions } from '../../state/messages/useMessageActions.ts';
import { hasReacted } from '../../state/store/myReactions.ts';
import { shownOf } from './shownReactions.ts';

interface Props {
  message: ChatMessage;
  /** False if read-only. */
  open: boolean;
}

/** The reactions of a message; a click adds or removes mine. */
export function Reactions({ message, open }: Props) {
  const { user } = useChat();
  const actions = useMessageActions();
  const { reactions } = message;
  if (reactions.length === 0) return null;
  const shown = shownOf(reactions, user.id);
  const more = reactions.length - shown.length;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div role="group" aria-label="Reactions" className="mt-1 flex flex-wrap items-center gap-1">
      {shown.map((reaction) => (
        <ReactionChip
          key={reaction.emoji}
          message={message}
          reaction={reaction}
          disabled={!open}
          onReact={(emoji) => void actions.react(message, emoji)}
        />
      ))}
      {more > 0 && (
        <button
          type="button"
          aria-haspopup="dialog"
          aria-label={`${plural(more, 'more reaction')}, show all`}
          onClick={() => showDialog({ kind: 'reactors', message })}
          className={`${chip} ${quietChip}`}
        >
          +{more}
        </button>
      )}
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

const chip =
  'inline-flex h-6 items-center gap-1 rounded-full border px-2 text-sm tabular-nums transition-colors touch:h-9 touch:px-3';
const quietChip = 'border-border bg-sunken text-text hover:border-line';

interface ChipProps {
  message: ChatMessage;
  reaction: Reaction;
  disabled: boolean;
  onReact: (emoji: string) => void;
}

/** One emoji with its count and the people who reacted. */
function ReactionChip({ message, reaction, disabled, onReact }: ChipProps) {
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
