import { SmilePlus } from 'lucide-react';
import { IconButton } from '../../../../../platform/web/ui/IconButton.tsx';
import type { ChatMessage } from '../../../contract.ts';
import { useChat } from '../../panel/chatContext.ts';
import { useMessageActions } from '../actions/useMessageActions.ts';
import { showDialog } from '../dialogs/shownDialog.ts';
import { EmojiPopover } from '../emoji/EmojiPopover.tsx';
import { countOf } from '../names.ts';
import { chip, quietChip, ReactionChip } from './ReactionChip.tsx';
import { shownOf } from './shown.ts';

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
          aria-label={`${countOf(more, 'more reaction')}, show all`}
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
