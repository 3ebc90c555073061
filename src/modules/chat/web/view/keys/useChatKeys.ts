import { useEffect, useRef } from 'react';
import type { Channel } from '../../../contract/channels.ts';
import { openChannelDialog } from '../../channels/dialogs.ts';
import { listOrder } from '../../conversations/conversation.ts';
import type { Marks } from '../../conversations/marks.ts';
import { chatView, openView, type View } from '../chatView.ts';
import { showShortcuts } from './sheet.ts';
import { isPressed } from './shortcuts.ts';

interface Ways {
  me: number;
  channels: readonly Channel[];
  marks: Marks;
  /** The chat is to be on screen. */
  onOpen: () => void;
}

/** The keys that work wherever one is. */
export function useChatKeys(ways: Ways): void {
  const latest = useRef(ways);
  latest.current = ways;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || isLayerOpen()) return;
      const act = actOf(event, latest.current);
      if (!act) return;
      event.preventDefault();
      event.stopPropagation();
      act();
    };
    // Before any field: with Alt or Ctrl held, an arrow or a letter means nothing else in it.
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, []);
}

function actOf(event: KeyboardEvent, ways: Ways): (() => void) | null {
  if (isPressed('sheet', event)) {
    return event.key === '?' && isTyping(event.target) ? null : () => showShortcuts();
  }
  const go = (view: View | undefined) => () => {
    if (view === undefined) return;
    openView(view);
    ways.onOpen();
  };
  if (isPressed('next', event)) return go(neighbor(ways, 1));
  if (isPressed('previous', event)) return go(neighbor(ways, -1));
  if (isPressed('nextUnread', event)) return go(neighbor(ways, 1, true));
  if (isPressed('previousUnread', event)) return go(neighbor(ways, -1, true));
  if (isPressed('threads', event)) return go('threads');
  if (!isPressed('newMessage', event)) return null;
  return () => {
    ways.onOpen();
    openChannelDialog({ kind: 'message', userIds: [] });
  };
}

/** The conversation after or before the one on screen, round and round; perhaps only where somebody waits. */
function neighbor({ me, channels, marks }: Ways, step: 1 | -1, unreadOnly = false) {
  const held = chatView(me);
  const order = listOrder(channels, held);
  const at = order.indexOf(held.view);
  const from = at < 0 && step < 0 ? 0 : at;
  for (let moved = 1; moved <= order.length; moved++) {
    const view = order[(from + step * moved + order.length * 2) % order.length];
    if (view !== undefined && view !== held.view && (!unreadOnly || marks(view).unread > 0)) {
      return view;
    }
  }
  return undefined;
}

/** A dialog or a menu has the keyboard for itself. */
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
