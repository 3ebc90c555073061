import { type RefObject, useEffect } from 'react';
import { useChat } from '../../panel/chatContext.ts';
import { allowedWith } from '../actions/allowed.ts';
import { offerLast } from '../editing.ts';
import type { ListHandle } from '../list/MessageList.tsx';
import { usePlace } from '../place.ts';
import type { Row } from '../row/rows.ts';

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
