import { openView } from './chatView.ts';
import { openMessage } from './target.ts';

interface ChatTarget {
  channelId?: string | undefined;
  /** Without a channel: the person to message. */
  senderId?: number | undefined;
  /** The message to show. */
  messageId?: string | undefined;
}

const eventName = 'chatNavigate';
/** The panel opens first, so that the navigation is visible. */
const openingMs = 100;

/** Opens the chat at the target, from anywhere in the app. */
export function chatNavigate(target: ChatTarget): void {
  window.dispatchEvent(new CustomEvent(eventName, { detail: target }));
}

/** Closes the chat where it would cover a page opened from it. */
export function chatGiveWay(): void {
  window.dispatchEvent(new CustomEvent('chatGiveWay'));
}

/** A direct message as a view; becomes the channel id once the current user is known. */
const personView = (userId: number) => `person-${userId}`;

export function personOfView(view: string): number | null {
  const [, id] = /^person-(\d+)$/.exec(view) ?? [];
  return id === undefined ? null : Number(id);
}

/** Handles `chatNavigate` from page load on: it may be raised before any part of the chat is on screen. */
export function followNavigation(): void {
  window.addEventListener(eventName, (event) => {
    const { channelId, senderId, messageId } = ((event as CustomEvent).detail ?? {}) as ChatTarget;
    const view = channelId || (senderId !== undefined && personView(Number(senderId)));
    if (!view) return;
    setTimeout(
      () => (channelId && messageId ? openMessage(channelId, messageId) : openView(view)),
      openingMs,
    );
  });
}
