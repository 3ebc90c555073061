import { useMemo } from 'react';
import { call } from '../../../../../platform/web/api/call.ts';
import { toastFailure } from '../../../../../platform/web/ui/toastFailure.ts';
import { deleteMessage, pinMessage, reactToMessage } from '../../../contract/changes.ts';
import { starMessage } from '../../../contract/personal.ts';
import type { ChatMessage } from '../../../contract.ts';
import { useChat } from '../chatContext.ts';
import type { ChatSession } from '../session/chatSession.ts';
import { hasReacted } from '../store/myReactions.ts';
import { noteEmoji } from './recentEmoji.ts';

/** Message actions; errors are shown as a toast. Each returns whether it succeeded. */
export function useMessageActions() {
  const { session, user } = useChat();
  return useMemo(() => actionsOf(session, user.id), [session, user.id]);
}

function actionsOf(session: ChatSession, me: number) {
  const attempt = async (failure: string, act: () => Promise<void>) => {
    try {
      await act();
      return true;
    } catch (error) {
      toastFailure(error, failure);
      return false;
    }
  };
  const apply = (failure: string, reply: Promise<ChatMessage>) =>
    attempt(failure, async () => session.take(await reply));
  const params = ({ channelId, id }: ChatMessage) => ({ channelId, messageId: id });

  return {
    /** Adds or removes my reaction. */
    react(message: ChatMessage, emoji: string) {
      const action = hasReacted(message, emoji, me) ? 'remove' : 'add';
      if (action === 'add') noteEmoji(emoji);
      const body = { emoji, action } as const;
      return apply(
        'Couldn’t update reaction',
        call(reactToMessage, { params: params(message), body }),
      );
    },
    star(message: ChatMessage) {
      const body = { starred: !message.isStarred };
      return apply('Couldn’t update message', call(starMessage, { params: params(message), body }));
    },
    pin(message: ChatMessage) {
      const body = { pinned: !message.isPinned };
      return apply('Couldn’t update message', call(pinMessage, { params: params(message), body }));
    },
    remove(message: ChatMessage) {
      return apply('Couldn’t delete message', call(deleteMessage, { params: params(message) }));
    },
    markUnread({ channelId }: ChatMessage, seq: number) {
      return attempt('Couldn’t mark as unread', () => session.markUnread(channelId, seq));
    },
    /** Applies the reply of another call about a message. */
    apply,
  };
}
