import { toast } from '../../../../platform/web/ui/toast.ts';
import { headingOf, previewOf } from '../../contract/preview.ts';
import type { Notification } from '../../contract.ts';
import { markRead } from '../state/actions.ts';
import { actionPath, followAction } from '../state/following.ts';
import { isLeading } from './leading.ts';

export type Predicate = (notification: Notification) => boolean;

/** Older ones are outdated: the machine was asleep or the connection lost. */
const recentMs = 5_000;
const toastMs = 5_000;

const predicates = new Set<Predicate>();
let serverAheadMs = 0;

/** Left to another tab, kept in case that tab is closed before it shows them. */
let unseen: Notification[] = [];
const channel =
  typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('forecourt:alerts');
channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  unseen = unseen.filter(({ id }) => id !== data);
});

/** While `predicate` is true for a notification, it makes no sound or toast; returns a function to unregister. */
export function suppressWhile(predicate: Predicate): () => void {
  predicates.add(predicate);
  return () => void predicates.delete(predicate);
}

/** Client clocks may be minutes off; the server's counts. */
export function noteServerTime(serverTime: string): void {
  serverAheadMs = Date.parse(serverTime) - Date.now();
}

/** Alerts the person to a new notification. */
export function alertPerson(notification: Notification): void {
  if (!isRecent(notification)) return;
  if (isLeading()) present(notification);
  else unseen = [...unseen.filter(isRecent), notification];
}

/** Alerts to notifications that the previous leading tab was closed before showing. */
export function alertUnseen(): void {
  const pending = unseen.filter(isRecent);
  unseen = [];
  for (const notification of pending) present(notification);
}

export function forgetUnseen(): void {
  unseen = [];
}

function present(notification: Notification): void {
  channel?.postMessage(notification.id);
  if (isSuppressed(notification)) return;
  const { type, silent, toast: isToast } = notification;
  if (!silent) chime();
  if (isToast || type === 'error' || type === 'warning') show(notification);
}

function isRecent({ timestamp }: Notification): boolean {
  return Date.now() + serverAheadMs - Date.parse(timestamp) <= recentMs;
}

function isSuppressed(notification: Notification): boolean {
  return [...predicates].some((predicate) => predicate(notification));
}

function show({ id, title, urgent, message, type, actionUrl, actionLabel }: Notification): void {
  const follow = () => {
    markRead(id);
    followAction(actionUrl);
  };
  toast({
    title: headingOf({ title, urgent }),
    description: previewOf(message),
    variant: type === 'error' ? 'destructive' : 'default',
    durationMs: toastMs,
    ...(actionPath(actionUrl) && { open: { label: actionLabel ?? 'Open', onClick: follow } }),
  });
}

const soundFile = '/notification.mp3';
/** Messages within this time share one sound. */
const minIntervalMs = 1_000;

let sound: HTMLAudioElement | undefined;
let last = Number.NEGATIVE_INFINITY;

function chime(): void {
  const now = performance.now();
  if (now - last < minIntervalMs) return;
  last = now;
  sound ??= new Audio(soundFile);
  sound.currentTime = 0;
  // Browsers refuse sound before the first user gesture; that is fine.
  sound.play()?.catch(() => {});
}
