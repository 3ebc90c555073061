import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, sentenceOf } from '../../../platform/web/api/ApiError.ts';
import { call } from '../../../platform/web/api/call.ts';
import { toast } from '../../../platform/web/ui/toast.ts';
import { type CurrentUser, getCurrentUser, logout } from '../contract.ts';
import { forgetDestination } from './destination.ts';
import { isLingering } from './linger.ts';

export const currentUserKey = ['api', 'user'] as const;

/** The signed-in person; null when nobody is signed in. */
export const currentUserQuery = queryOptions<CurrentUser | null>({
  queryKey: currentUserKey,
  queryFn: ({ signal }) =>
    call(getCurrentUser, {}, { signal }).catch((error: unknown) => {
      const signedOut = error instanceof ApiError && error.status === 401;
      if (signedOut && !isLingering()) return null;
      throw error;
    }),
});

/** Who is signed in: null when nobody is, undefined while that is not known yet. */
export function useCurrentUser(): CurrentUser | null | undefined {
  return useQuery(currentUserQuery).data;
}

/** Replaces what the browser knows of the signed-in person, if somebody is signed in. */
export function updateCurrentUser(client: QueryClient, change: Partial<CurrentUser>): void {
  client.setQueryData<CurrentUser | null>(currentUserKey, (user) => user && { ...user, ...change });
}

/** Ends the session, then leaves for /auth; a failure toasts and leaves everything as it was. */
export function useLogout(): (options?: { evenIfRefused?: boolean }) => Promise<void> {
  const client = useQueryClient();
  return async ({ evenIfRefused = false } = {}) => {
    try {
      await call(logout);
    } catch (error) {
      if (!evenIfRefused) {
        toast({ title: 'Logout failed', description: sentenceOf(error), variant: 'destructive' });
        return;
      }
    }
    leave(client);
  };
}

/**
 * A new document, not a change of page: on a shared desk nothing the last person loaded may stay in
 * memory, nor come back from the browser's page cache.
 */
function leave(client: QueryClient) {
  forgetDestination();
  window.addEventListener('pagehide', () => client.clear(), { once: true });
  window.location.replace('/auth');
}
