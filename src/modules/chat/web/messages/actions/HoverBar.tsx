import { clsx } from 'clsx';
import { MessageSquareText, SmilePlus } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { IconButton } from '../../../../../platform/web/ui/IconButton.tsx';
import type { ChatMessage } from '../../../contract.ts';
import { EmojiPopover } from '../../parts/emoji/EmojiPopover.tsx';
import { useChat } from '../../state/chatContext.ts';
import { allowedWith } from '../../state/messages/allowed.ts';
import { useIsEdited } from '../../state/messages/editing.ts';
import { usePlace } from '../../state/messages/place.ts';
import { useRecentEmoji } from '../../state/messages/recentEmoji.ts';
import { useMessageActions } from '../../state/messages/useMessageActions.ts';
import { openThread } from '../../state/view/openThread.ts';
import { MoreMenu } from './MoreMenu.tsx';
import type { Attention } from './useRowAttention.ts';

const quickEmoji = 3;

interface Props {
  message: ChatMessage;
  attention: Attention;
  /** The message starts with its author's name. */
  startsGroup: boolean;
}

/**
 * Reserves space for the bar at the end of a row's first line, so that the bar never covers or moves
 * text. Must come before the content it reserves space in.
 */
export function BarPlace({ message }: { message: ChatMessage | null }) {
  const edited = useIsEdited(message?.id ?? '');
  if (edited) return null;
  return <span aria-hidden className="float-right h-5 w-26 @xl:w-39 touch:h-8! touch:w-9!" />;
}

/** A message's actions in the reserved space; on touch screens one permanent button. */
export function HoverBar({ message, attention, startsGroup }: Props) {
  const touch = isTouch();
  const edited = useIsEdited(message.id);
  if (edited || (!attention.active && !touch)) return null;
  return (
    <div
      role="toolbar"
      aria-label="Message actions"
      onKeyDown={walk}
      className={
        touch
          ? clsx('absolute right-2', startsGroup ? 'top-2' : 'top-0')
          : clsx('absolute right-4 flex items-center', startsGroup ? 'top-1' : '-top-px')
      }
    >
      {!touch && <Quick message={message} attention={attention} />}
      <MoreMenu message={message} touch={touch} onOpenChange={attention.setPopoverOpen} />
    </div>
  );
}

function Quick({ message, attention }: Omit<Props, 'startsGroup'>) {
  const { user } = useChat();
  const { channel, threadId } = usePlace();
  const actions = useMessageActions();
  const recent = useRecentEmoji().slice(0, quickEmoji);
  if (!allowedWith(message, channel, user.id).change) return null;
  return (
    <>
      {recent.map((emoji) => (
        <button
          key={emoji}
          type="button"
          aria-label={`React with ${emoji}`}
          onClick={() => void actions.react(message, emoji)}
          className="inline-flex size-6 items-center justify-center rounded-sm text-base hover:bg-hover @max-xl:not-first:hidden"
        >
          {emoji}
        </button>
      ))}
      <EmojiPopover
        onOpenChange={attention.setPopoverOpen}
        onPick={(emoji) => void actions.react(message, emoji)}
      >
        <IconButton
          data-act="react"
          label="Add reaction"
          icon={SmilePlus}
          size="sm"
          className="size-6!"
        />
      </EmojiPopover>
      {threadId === null && (
        <IconButton
          label="Reply in thread"
          icon={MessageSquareText}
          size="sm"
          className="size-6!"
          onClick={() => openThread(message.channelId, message.threadId ?? message.id)}
        />
      )}
    </>
  );
}

/** Left and right move through the bar; Escape returns to the message. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const bar = event.currentTarget;
  if (!bar.contains(event.target as Node)) return;
  const buttons = [...bar.querySelectorAll('button')].filter((button) => button.checkVisibility());
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (step) {
    event.preventDefault();
    buttons
      .at((buttons.indexOf(event.target as HTMLButtonElement) + step) % buttons.length)
      ?.focus();
  } else if (event.key === 'Escape' && !event.defaultPrevented) {
    event.preventDefault();
    event.stopPropagation();
    bar.closest<HTMLElement>('[data-row]')?.focus();
  }
}

const coarse = typeof window === 'undefined' ? null : window.matchMedia('(pointer: coarse)');
const isTouch = () => coarse?.matches ?? false;
