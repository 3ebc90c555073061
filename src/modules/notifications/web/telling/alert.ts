import { toast } from '../../../../platform/web/ui/toast.ts';
import { headingOf, previewOf } from '../../contract/preview.ts';
import type { Notification } from '../../contract.ts';
import { actionPath, followAction } from '../following.ts';
import { markRead } from '../store/acts.ts';
import { chime } from './chime.ts';
import { isLeading } from './leading.ts';

export type Predicate = (notification: Notification) => boolean;

/** What is older is no news: it waited for a machine that slept or a line that was cut. */
const newsMs = 5_000;
const toastMs = 5_000;

const predicates = new Set<Predicate>();
let serverAheadMs = 0;

/** Another tab's to tell, kept in case that tab is closed before it does. */
let unseen: Notification[] = [];
const channel =
  typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('forecourt:told');
channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  unseen = unseen.filter(({ id }) => id !== data);
});

/** While `predicate` holds for a notification it makes no sound and no toast; answers how to stop asking it. */
export function suppressWhile(predicate: Predicate): () => void {
  predicates.add(predicate);
  return () => void predicates.delete(predicate);
}

/** Clocks of machines differ by minutes; what counts is the server's. */
export function noteServerTime(serverTime: string): void {
  serverAheadMs = Date.parse(serverTime) - Date.now();
}

/** Draws the person's attention to one that has just come. */
export function alertPerson(notification: Notification): void {
  if (!isNews(notification)) return;
  if (isLeading()) draw(notification);
  else unseen = [...unseen.filter(isNews), notification];
}

/** What the tab that led until now has left: it was closed, or has given way, in that very moment. */
export function alertUnseen(): void {
  const left = unseen.filter(isNews);
  unseen = [];
  for (const notification of left) draw(notification);
}

export function forgetUnseen(): void {
  unseen = [];
}

function draw(notification: Notification): void {
  channel?.postMessage(notification.id);
  if (isSuppressed(notification)) return;
  const { type, silent, toast: isToast } = notification;
  if (!silent) chime();
  if (isToast || type === 'error' || type === 'warning') show(notification);
}

function isNews({ timestamp }: Notification): boolean {
  return Date.now() + serverAheadMs - Date.parse(timestamp) <= newsMs;
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
