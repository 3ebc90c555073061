import type { KeyboardEvent, RefObject } from 'react';
import type { ChatMessage } from '../../../contract.ts';
import { useChat } from '../../state/chatContext.ts';
import { allowedWith } from '../../state/messages/allowed.ts';
import { requestEdit } from '../../state/messages/editing.ts';
import { usePlace } from '../../state/messages/place.ts';
import { showDialog } from '../../state/messages/shownDialog.ts';
import { useMessageActions } from '../../state/messages/useMessageActions.ts';
import { isPressed } from '../../state/shortcuts.ts';
import { openThread } from '../../state/view/openThread.ts';

/** Keyboard shortcuts of a focused row; elements inside it keep their own keys. */
export function useRowKeys(message: ChatMessage | null, article: RefObject<HTMLElement | null>) {
  const { user } = useChat();
  const { channel, threadId } = usePlace();
  const actions = useMessageActions();
  return (event: KeyboardEvent) => {
    if (!message || event.target !== event.currentTarget) return;
    const allowed = allowedWith(message, channel, user.id);
    const button = (selector: string) =>
      [
        ...(article.current?.querySelectorAll<HTMLElement>(`[role="toolbar"] ${selector}`) ?? []),
      ].find((one) => one.checkVisibility());
    const act = {
      actions: () => button('button')?.focus(),
      edit: () => allowed.edit && requestEdit(message.id),
      react: () => allowed.change && button('[data-act="react"]')?.click(),
      thread: () =>
        allowed.change &&
        threadId === null &&
        openThread(message.channelId, message.threadId ?? message.id),
      star: () => message.deletedAt === null && void actions.star(message),
      delete: () => allowed.remove && showDialog({ kind: 'delete', message }),
    };
    const names = Object.keys(act) as (keyof typeof act)[];
    const name = names.find((one) => isPressed(one, event.nativeEvent));
    const pressed = name ?? (event.key === 'ArrowRight' ? 'actions' : undefined);
    if (!pressed) return;
    event.preventDefault();
    act[pressed]();
  };
}
