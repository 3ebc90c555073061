import { useEffect, useRef } from 'react';
import type { Channel } from '../../contract/channels.ts';
import { openChannelDialog } from '../state/conversations/channelDialogs.ts';
import { listOrder } from '../state/conversations/conversation.ts';
import type { Marks } from '../state/conversations/marks.ts';
import { isPressed } from '../state/shortcuts.ts';
import { chatView, openView, type View } from '../state/view/chatView.ts';
import { showShortcuts } from '../state/view/shortcutsSheet.ts';

interface KeyContext {
  me: number;
  channels: readonly Channel[];
  marks: Marks;
  /** Shows the chat. */
  onOpen: () => void;
}

/** Global keyboard shortcuts. */
export function useChatKeys(context: KeyContext): void {
  const latest = useRef(context);
  latest.current = context;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || isLayerOpen()) return;
      const act = actOf(event, latest.current);
      if (!act) return;
      event.preventDefault();
      event.stopPropagation();
      act();
    };
    // In the capture phase, before any field: fields do not use these key combinations.
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, []);
}

function actOf(event: KeyboardEvent, context: KeyContext): (() => void) | null {
  if (isPressed('sheet', event)) {
    return event.key === '?' && isTyping(event.target) ? null : () => showShortcuts();
  }
  const go = (view: View | undefined) => () => {
    if (view === undefined) return;
    openView(view);
    context.onOpen();
  };
  if (isPressed('next', event)) return go(neighbor(context, 1));
  if (isPressed('previous', event)) return go(neighbor(context, -1));
  if (isPressed('nextUnread', event)) return go(neighbor(context, 1, true));
  if (isPressed('previousUnread', event)) return go(neighbor(context, -1, true));
  if (isPressed('threads', event)) return go('threads');
  if (!isPressed('newMessage', event)) return null;
  return () => {
    context.onOpen();
    openChannelDialog({ kind: 'message', userIds: [] });
  };
}

/** The next or previous conversation, wrapping around; optionally unread ones only. */
function neighbor({ me, channels, marks }: KeyContext, step: 1 | -1, unreadOnly = false) {
  const current = chatView(me);
  const order = listOrder(channels, current);
  const at = order.indexOf(current.view);
  const from = at < 0 && step < 0 ? 0 : at;
  for (let moved = 1; moved <= order.length; moved++) {
    const view = order[(from + step * moved + order.length * 2) % order.length];
    if (view !== undefined && view !== current.view && (!unreadOnly || marks(view).unread > 0)) {
      return view;
    }
  }
  return undefined;
}

/** Dialogs and menus handle the keyboard themselves. */
function isLayerOpen(): boolean {
  return (
    document.querySelector(
      '[role="dialog"][data-state="open"], [role="alertdialog"], [role="menu"]',
    ) !== null
  );
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select'))
  );
}
