import { type RefObject, useEffect } from 'react';
import { useChat } from '../../state/chatContext.ts';
import { allowedWith } from '../../state/messages/allowed.ts';
import { offerLast } from '../../state/messages/editing.ts';
import { usePlace } from '../../state/messages/place.ts';
import type { Row } from '../row/rows.ts';
import type { ListHandle } from './MessageList.tsx';

/** Lets the up arrow in an empty box edit the user's last message in this list. */
export function useEditOffer(
  channelId: string,
  threadId: string | null,
  rows: readonly Row[],
  list: RefObject<ListHandle | null>,
): void {
  const { user } = useChat();
  const { channel } = usePlace();
  useEffect(
    () =>
      offerLast(channelId, threadId, () => {
        const own = rows.findLast(
          ({ message }) => message && allowedWith(message, channel, user.id).edit,
        );
        if (!own?.message) return null;
        list.current?.reveal(own.message.id);
        return own.message.id;
      }),
    [channelId, threadId, rows, list, channel, user.id],
  );
}
