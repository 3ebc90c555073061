import { useEffect, useState } from 'react';
import { ApiError } from '../../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../../platform/web/api/call.ts';
import { toast } from '../../../../../platform/web/ui/toast.ts';
import { getMessage } from '../../../contract/changes.ts';
import { useUnread } from '../../conversations/useUnread.ts';
import { useChat } from '../../panel/chatContext.ts';
import type { ChatSession } from '../../session/chatSession.ts';
import { openThread } from '../../view/openThread.ts';
import { clearTarget, leftAt, type Target, useTarget } from '../../view/target.ts';
import type { Shown } from '../list/useShown.ts';

/** Goes to the message somebody was sent to, by a link, a search, a quote; answers which one is to be shown. */
export function useGoing(channelId: string) {
  const { session } = useChat();
  const target = useTarget(channelId);
  const unread = useUnread().channels.get(channelId)?.unread ?? 0;
  const [shown, setShown] = useState(() => (unread > 0 ? null : placeLeft(session, channelId)));

  useEffect(() => {
    if (!target) return;
    let left = false;
    void goTo(session, target)
      .then((messageId) => {
        if (left) return;
        if (messageId) setShown({ messageId, at: target.at });
        clearTarget(target);
      })
      .catch((error: unknown) => {
        if (left) return;
        clearTarget(target);
        toast({ variant: 'destructive', title: 'Message not shown', description: reasonOf(error) });
      });
    return () => {
      left = true;
    };
  }, [session, target]);

  return { shown, show: (messageId: string) => setShown({ messageId, at: performance.now() }) };
}

/** Where one was when one went elsewhere, if that is still held. */
function placeLeft({ store }: ChatSession, channelId: string): Shown | null {
  const messageId = leftAt(channelId);
  const isHeld = store.get(channelId).messages.some(({ id }) => id === messageId);
  return messageId !== undefined && isHeld ? { messageId, at: 0, quiet: true } : null;
}

/** Loads the part of the channel the message stands in; null where it is a reply, which stands in its thread. */
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
    ? 'It is no longer there, or not open to you.'
    : 'The server did not answer. Please try again.';
}
