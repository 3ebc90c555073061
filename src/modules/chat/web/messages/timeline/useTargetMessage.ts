import { useEffect, useState } from 'react';
import { ApiError } from '../../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../../platform/web/api/call.ts';
import { toast } from '../../../../../platform/web/ui/toast.ts';
import { getMessage } from '../../../contract/changes.ts';
import { useChat } from '../../state/chatContext.ts';
import { useUnread } from '../../state/conversations/useUnread.ts';
import type { ChatSession } from '../../state/session/chatSession.ts';
import { openThread } from '../../state/view/openThread.ts';
import { clearTarget, leftAt, type Target, useTarget } from '../../state/view/target.ts';
import type { Shown } from '../list/useShown.ts';

/** Navigates to the message targeted by a link, search or quote; returns the message to show. */
export function useTargetMessage(channelId: string) {
  const { session } = useChat();
  const target = useTarget(channelId);
  const unread = useUnread().channels.get(channelId)?.unread ?? 0;
  const [shown, setShown] = useState(() => (unread > 0 ? null : placeLeft(session, channelId)));

  useEffect(() => {
    if (!target) return;
    let cancelled = false;
    void goTo(session, target)
      .then((messageId) => {
        if (cancelled) return;
        if (messageId) setShown({ messageId, at: target.at });
        clearTarget(target);
      })
      .catch((error: unknown) => {
        if (cancelled) return;
        clearTarget(target);
        toast({
          variant: 'destructive',
          title: 'Couldn’t open message',
          description: reasonOf(error),
        });
      });
    return () => {
      cancelled = true;
    };
  }, [session, target]);

  return { shown, show: (messageId: string) => setShown({ messageId, at: performance.now() }) };
}

/** The previous position in the channel, if still loaded. */
function placeLeft({ store }: ChatSession, channelId: string): Shown | null {
  const messageId = leftAt(channelId);
  const isLoaded = store.get(channelId).messages.some(({ id }) => id === messageId);
  return messageId !== undefined && isLoaded ? { messageId, at: 0, quiet: true } : null;
}

/** Loads the part of the channel around the message; null for a thread reply, which opens its thread. */
async function goTo(session: ChatSession, target: Target): Promise<string | null> {
  const { channelId, messageId } = target;
  const place = target.seq ?? (await placeOf(channelId, messageId));
  if (typeof place !== 'number') {
    openThread(channelId, place.threadId, place.replyId);
    return null;
  }
  await session.history.goTo(channelId, place);
  const found = session.store.get(channelId).messages.find(({ seq }) => seq === place);
  return found?.id ?? messageId;
}

async function placeOf(channelId: string, messageId: string) {
  const message = await call(getMessage, { params: { channelId, messageId } });
  const { seq, threadId } = message;
  return seq ?? { threadId: threadId ?? messageId, ...(threadId && { replyId: messageId }) };
}

function reasonOf(error: unknown): string {
  const isGone = error instanceof ApiError && error.status === 404;
  return isGone
    ? 'It was deleted, or you don’t have access to it.'
    : 'The server didn’t respond. Try again.';
}
