import { useMemo } from 'react';
import { sentenceOf } from '../../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../../platform/web/api/call.ts';
import { toast } from '../../../../../platform/web/ui/toast.ts';
import { deleteMessage, pinMessage, reactToMessage } from '../../../contract/changes.ts';
import { starMessage } from '../../../contract/personal.ts';
import type { ChatMessage } from '../../../contract.ts';
import { useChat } from '../../panel/chatContext.ts';
import type { ChatSession } from '../../session/chatSession.ts';
import { noteEmoji } from '../emoji/recents.ts';
import { hasReacted } from '../reactions/mine.ts';

/** What can be done with a message; a refusal is said in a toast. Each answers whether it was done. */
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
      toast({ variant: 'destructive', title: failure, description: sentenceOf(error) });
      return false;
    }
  };
  const apply = (failure: string, answer: Promise<ChatMessage>) =>
    attempt(failure, async () => session.take(await answer));
  const params = ({ channelId, id }: ChatMessage) => ({ channelId, messageId: id });

  return {
    /** Adds my reaction, or takes it away. */
    react(message: ChatMessage, emoji: string) {
      const action = hasReacted(message, emoji, me) ? 'remove' : 'add';
      if (action === 'add') noteEmoji(emoji);
      const body = { emoji, action } as const;
      return apply('Not changed', call(reactToMessage, { params: params(message), body }));
    },
    star(message: ChatMessage) {
      const body = { starred: !message.isStarred };
      return apply('Not changed', call(starMessage, { params: params(message), body }));
    },
    pin(message: ChatMessage) {
      const body = { pinned: !message.isPinned };
      return apply('Not changed', call(pinMessage, { params: params(message), body }));
    },
    remove(message: ChatMessage) {
      return apply('Not deleted', call(deleteMessage, { params: params(message) }));
    },
    markUnread({ channelId }: ChatMessage, seq: number) {
      return attempt('Not marked as unread', () => session.markUnread(channelId, seq));
    },
    /** Takes what another call about a message answers. */
    apply,
  };
}
