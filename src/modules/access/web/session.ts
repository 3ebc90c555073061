import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { ApiError, sentenceOf } from '../../../platform/web/api/ApiError.ts';
import { call } from '../../../platform/web/api/call.ts';
import { callAs, resumeCalls, whenSessionEnds } from '../../../platform/web/api/session.ts';
import { announceNetworkReturn } from '../../../platform/web/network/network.ts';
import { toast } from '../../../platform/web/ui/toast.ts';
import { abandonUnsavedWork } from '../../../platform/web/ui/unsaved.ts';
import { type CurrentUser, logout } from '../contract.ts';
import { currentUserKey, currentUserQuery } from './currentUser.ts';
import { forgetDestination } from './destination.ts';
import { beginLeaving, isLingering } from './linger.ts';

/** What the tabs of one browser tell each other; they share the cookie. */
type Word = { type: 'signedIn'; userId: number } | { type: 'signedOut' };

const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('forecourt');

const watchers = new Set<() => void>();
let ended = false;

/** Whether the session has ended and the page waits for its person to sign in again. */
export const useSessionEnded = (): boolean => useSyncExternalStore(watchEnded, () => ended);

function watchEnded(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

/** The served page may say who is signed in, so that the first screen waits for no call. */
export function readBootUser(client: QueryClient): void {
  const text = document.getElementById('boot')?.textContent;
  if (!text) return;
  const boot = JSON.parse(text) as { user: CurrentUser | null };
  client.setQueryData(currentUserKey, boot.user);
  callAs(boot.user?.id ?? null);
}

/**
 * Notices that the session ended or changed behind the page's back. Any call answered 401 means that nobody is signed in:
 * the page and what was typed in it stay, unreadable, until the same person has signed in again. A demanded password
 * change shows only in the person's own record.
 */
export function watchSession(client: QueryClient): void {
  const known = () => client.getQueryData<CurrentUser | null>(currentUserKey);
  whenSessionEnds(() => {
    if (!known() || isLingering()) return false;
    setEnded(true);
    return true;
  });
  const look = (error: unknown) => {
    if (error instanceof ApiError && error.code === 'password_change_required')
      void client.invalidateQueries(currentUserQuery);
  };
  client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') look(event.action.error);
    if (event.query.queryHash === userHash) callAs(known()?.id ?? null);
  });
  client.getMutationCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') look(event.action.error);
  });
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) void client.invalidateQueries(currentUserQuery);
  });
  tabs?.addEventListener('message', ({ data }: MessageEvent<Word>) => {
    const user = known();
    if (!user || isLingering()) return;
    if (data.type === 'signedOut') {
      abandonUnsavedWork();
      leaveForSignIn(client);
    } else if (data.userId !== user.id) closeForSomebodyElse();
    else if (ended) continueSession();
  });
}

const userHash = JSON.stringify(currentUserKey);

/** Somebody has signed in: other tabs of theirs go on, those of somebody else close what they show. */
export function announceSignIn(userId: number): void {
  tabs?.postMessage({ type: 'signedIn', userId } satisfies Word);
}

/** The person whose page this is has signed in again: what waited is called now. */
export function continueSession(): void {
  setEnded(false);
  resumeCalls();
  announceNetworkReturn();
}

/** Ends the session, then leaves for /auth; a failure toasts and leaves everything as it was. */
export function useLogout(): (options?: { evenIfRefused?: boolean }) => Promise<void> {
  const client = useQueryClient();
  return async ({ evenIfRefused = false } = {}) => {
    const stay = beginLeaving();
    try {
      await call(logout);
    } catch (error) {
      if (!evenIfRefused) {
        stay();
        toast({ title: 'Logout failed', description: sentenceOf(error), variant: 'destructive' });
        return;
      }
    }
    tabs?.postMessage({ type: 'signedOut' } satisfies Word);
    if (evenIfRefused) abandonUnsavedWork();
    leaveForSignIn(client);
  };
}

/**
 * A new document, not a change of page: on a shared desk nothing the last person loaded may stay in memory, nor come
 * back from the browser's page cache.
 */
function leaveForSignIn(client: QueryClient): void {
  beginLeaving();
  forgetDestination();
  window.addEventListener('pagehide', () => client.clear(), { once: true });
  window.location.replace('/auth');
}

/**
 * Closes the page of somebody whose session has ended, for somebody else; nothing of it is shown again. Messages they had
 * not sent yet wait in this browser until they sign in here themselves.
 */
export function closeForSomebodyElse(): void {
  beginLeaving();
  forgetDestination();
  abandonUnsavedWork();
  window.location.replace('/auth');
}

function setEnded(next: boolean): void {
  if (next === ended) return;
  ended = next;
  for (const watcher of [...watchers]) watcher();
}
