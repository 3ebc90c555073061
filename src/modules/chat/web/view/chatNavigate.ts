import { openView } from './chatView.ts';

interface ChatTarget {
  channelId?: string | undefined;
  /** Without a channel: the person to write to. */
  senderId?: number | undefined;
}

const eventName = 'chatNavigate';
/** The panel opens first, so that arriving is seen. */
const openingMs = 100;

/** Opens the chat and goes there, from anywhere in the app. */
export function chatNavigate(target: ChatTarget): void {
  window.dispatchEvent(new CustomEvent(eventName, { detail: target }));
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
    const { channelId, senderId } = ((event as CustomEvent).detail ?? {}) as ChatTarget;
    const view = channelId || (senderId !== undefined && personView(Number(senderId)));
    if (view) setTimeout(() => openView(view), openingMs);
  });
}
