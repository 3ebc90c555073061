import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { ApiError } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { callAs, resumeCalls, whenSessionEnds } from '../../../../platform/web/api/session.ts';
import { announceNetworkReturn } from '../../../../platform/web/network/network.ts';
import { createStore } from '../../../../platform/web/state/createStore.ts';
import { abandonUnsavedWork } from '../../../../platform/web/state/unsaved.ts';
import { toastFailure } from '../../../../platform/web/ui/toastFailure.ts';
import { type CurrentUser, logout } from '../../contract.ts';
import { currentUserKey, currentUserQuery } from './currentUser.ts';
import { forgetDestination, rememberDestination } from './destination.ts';
import { beginLeaving, isLingering } from './linger.ts';

/** Messages between the tabs of one browser, which share the cookie. */
type TabMessage = { type: 'signedIn'; userId: number } | { type: 'signedOut' };

const tabs = typeof window === 'undefined' ? null : new BroadcastChannel('forecourt');

const ended = createStore(false);

/** Whether the session has ended and the page waits for its user to sign in again. */
export const useSessionEnded = (): boolean =>
  useSyncExternalStore(ended.watch, ended.get, ended.get);

/** Before the first render of a page for signed-in users: the server has sent visitors the sign-in page instead. */
export function sendVisitorToSignIn(client: QueryClient): void {
  if (client.getQueryData(currentUserKey) !== null) return;
  const { pathname, search, hash } = window.location;
  rememberDestination(pathname + search + hash);
  window.history.replaceState(null, '', '/auth');
}

/**
 * Detects that the session ended or changed in the background. A 401 from any call means that no one is signed
 * in: the page and its unsaved input stay, covered, until the same person has signed in again. A required
 * password change shows only in the user's own record.
 */
export function watchSession(client: QueryClient): void {
  const cachedUser = () => client.getQueryData<CurrentUser | null>(currentUserKey);
  whenSessionEnds(() => {
    if (!cachedUser() || isLingering()) return false;
    setEnded(true);
    return true;
  });
  const checkError = (error: unknown) => {
    if (error instanceof ApiError && error.code === 'password_change_required')
      void client.invalidateQueries(currentUserQuery);
  };
  client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') checkError(event.action.error);
    if (event.query.queryHash === userHash) callAs(cachedUser()?.id ?? null);
  });
  client.getMutationCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') checkError(event.action.error);
  });
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) void client.invalidateQueries(currentUserQuery);
  });
  tabs?.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    const user = cachedUser();
    if (!user || isLingering()) return;
    if (data.type === 'signedOut') {
      abandonUnsavedWork();
      leaveForSignIn(client);
    } else if (data.userId !== user.id) closeForOtherUser();
    else if (ended.get()) continueSession();
  });
}

const userHash = JSON.stringify(currentUserKey);

/**
 * Calls `act` when the user signs out, which clears the query cache. An expired session is no sign-out: the user
 * may come back to what is unsent.
 */
export function onSignOut(client: QueryClient, act: () => void): void {
  client.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'removed' && query.queryHash === userHash) act();
  });
}

/** Announces a sign-in: other tabs of the same user continue, those of another user close. */
export function announceSignIn(userId: number): void {
  tabs?.postMessage({ type: 'signedIn', userId } satisfies TabMessage);
}

/** The user of this page has signed in again: waiting calls are sent now. */
export function continueSession(): void {
  setEnded(false);
  resumeCalls();
  announceNetworkReturn();
}

/** Ends the session, then goes to /auth; on failure shows a toast and changes nothing. */
export function useLogout(): (options?: { evenIfRefused?: boolean }) => Promise<void> {
  const client = useQueryClient();
  return async ({ evenIfRefused = false } = {}) => {
    const stay = beginLeaving();
    try {
      await call(logout);
    } catch (error) {
      if (!evenIfRefused) {
        stay();
        toastFailure(error, 'Logout failed');
        return;
      }
    }
    tabs?.postMessage({ type: 'signedOut' } satisfies TabMessage);
    if (evenIfRefused) abandonUnsavedWork();
    leaveForSignIn(client);
  };
}

/**
 * Loads a new document: on a shared computer nothing of the last user may stay in memory or come back from the
 * browser's page cache.
 */
function leaveForSignIn(client: QueryClient): void {
  beginLeaving();
  forgetDestination();
  window.addEventListener('pagehide', () => client.clear(), { once: true });
  window.location.replace('/auth');
}

/**
 * Closes the page of a user whose session has ended, for another user; nothing of it is shown again. Unsent
 * messages stay in this browser until that user signs in here.
 */
export function closeForOtherUser(): void {
  beginLeaving();
  forgetDestination();
  abandonUnsavedWork();
  window.location.replace('/auth');
}

function setEnded(next: boolean): void {
  if (next !== ended.get()) ended.set(next);
}
