import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../platform/web/api/ApiError.ts';
import type { CurrentUser } from '../contract.ts';
import { currentUserKey, currentUserQuery } from './currentUser.ts';
import { isLingering } from './linger.ts';

/** The served page may say who is signed in, so that the first screen waits for no call. */
export function readBootUser(client: QueryClient): void {
  const text = document.getElementById('boot')?.textContent;
  if (!text) return;
  const boot = JSON.parse(text) as { user: CurrentUser | null };
  client.setQueryData(currentUserKey, boot.user);
}

/**
 * Notices that the session ended or changed behind the page's back: any call answered 401 means
 * nobody is signed in, and a demanded password change shows only in the person's own record.
 */
export function watchSession(client: QueryClient): void {
  const look = (error: unknown) => {
    if (!(error instanceof ApiError)) return;
    if (error.status === 401 && !isLingering()) client.setQueryData(currentUserKey, null);
    if (error.code === 'password_change_required') void client.invalidateQueries(currentUserQuery);
  };
  client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') look(event.action.error);
  });
  client.getMutationCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') look(event.action.error);
  });
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) void client.invalidateQueries(currentUserQuery);
  });
}
