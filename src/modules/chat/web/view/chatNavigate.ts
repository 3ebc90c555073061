import { openView } from './chatView.ts';
import { openMessage } from './target.ts';

interface ChatTarget {
  channelId?: string | undefined;
  /** Without a channel: the person to write to. */
  senderId?: number | undefined;
  /** The message of that channel to show. */
  messageId?: string | undefined;
}

const eventName = 'chatNavigate';
/** The panel opens first, so that arriving is seen. */
const openingMs = 100;

/** Opens the chat and goes there, from anywhere in the app. */
export function chatNavigate(target: ChatTarget): void {
  window.dispatchEvent(new CustomEvent(eventName, { detail: target }));
}

/** Gives way to a page somebody was led to from the chat, where that would cover it. */
export function chatGiveWay(): void {
  window.dispatchEvent(new CustomEvent('chatGiveWay'));
}

/** A direct message to a person, as a view; becomes the channel's id once it is known who I am. */
const personView = (userId: number) => `person-${userId}`;

export function personOfView(view: string): number | null {
  const [, id] = /^person-(\d+)$/.exec(view) ?? [];
  return id === undefined ? null : Number(id);
}

/**
 * Follows `chatNavigate` for as long as the page lives: whoever raises it may do so before any part
 * of the chat is on screen.
 */
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
