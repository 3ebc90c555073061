import { useSyncExternalStore } from 'react';
import { toast } from '../../../platform/web/ui/toast.ts';
import type { Notification } from '../contract.ts';

export interface Entry extends Notification {
  read: boolean;
}

/** Older ones fall away: nobody reads back further, and the tab stays open all day. */
const keptAtMost = 200;
const previewLength = 50;

let entries: readonly Entry[] = [];
const listeners = new Set<() => void>();

function replace(next: readonly Entry[]): void {
  entries = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Newest first. */
export function useNotifications(): readonly Entry[] {
  return useSyncExternalStore(subscribe, () => entries);
}

export function useUnreadCount(): number {
  return useSyncExternalStore(subscribe, () => entries.filter((entry) => !entry.read).length);
}

/** Adds one that came from the server; the same one again changes nothing. */
export function receiveNotification(notification: Notification): void {
  if (entries.some((entry) => entry.id === notification.id)) return;
  replace([{ ...notification, read: false }, ...entries].slice(0, keptAtMost));
  if (notification.type === 'error' || notification.type === 'warning') show(notification);
}

function show({ title, message, type }: Notification): void {
  const characters = [...message];
  const cut = characters.length > previewLength;
  toast({
    title: title || 'Notification',
    description: cut ? `${characters.slice(0, previewLength).join('')}…` : message,
    variant: type === 'error' ? 'destructive' : 'default',
    durationMs: 5000,
  });
}

export function markRead(id: string): void {
  replace(entries.map((entry) => (entry.id === id ? { ...entry, read: true } : entry)));
}

export function markAllRead(): void {
  replace(entries.map((entry) => ({ ...entry, read: true })));
}

export function removeNotification(id: string): void {
  replace(entries.filter((entry) => entry.id !== id));
}

export function removeAllNotifications(): void {
  replace([]);
}

/** Those that lead into a conversation: whoever opened the chat has seen them. */
export function removeChatNotifications(): void {
  replace(entries.filter(({ actionUrl }) => !leadsToChannel(actionUrl)));
}

function leadsToChannel(actionUrl: string | undefined): boolean {
  return actionUrl !== undefined && /[?&]channel=/.test(actionUrl);
}
