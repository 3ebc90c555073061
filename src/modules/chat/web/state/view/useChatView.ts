import { useEffect, useSyncExternalStore } from 'react';
import { directChannelId } from '../../../contract.ts';
import { personOfView } from './chatNavigate.ts';
import { type ChatView, chatView, drawnView, openView, watchChatView } from './chatView.ts';

export function useChatView(me: number): ChatView {
  const current = useSyncExternalStore(watchChatView, () => chatView(me), drawnView);
  const person = personOfView(current.view);
  useEffect(() => {
    if (person !== null) openView(directChannelId(me, person));
  }, [person, me]);
  return current;
}
