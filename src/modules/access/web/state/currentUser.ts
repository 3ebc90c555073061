import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { ApiError } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { type CurrentUser, getCurrentUser } from '../../contract.ts';
import { isLingering } from './linger.ts';

export const currentUserKey = ['api', 'user'] as const;

/** The signed-in user; null if no one is signed in. */
export const currentUserQuery = queryOptions<CurrentUser | null>({
  queryKey: currentUserKey,
  queryFn: ({ signal }) =>
    call(getCurrentUser, {}, { signal }).catch((error: unknown) => {
      const signedOut = error instanceof ApiError && error.status === 401;
      if (signedOut && !isLingering()) return null;
      throw error;
    }),
});

/** The signed-in user: null if no one is, undefined while loading. */
export function useCurrentUser(): CurrentUser | null | undefined {
  return useQuery(currentUserQuery).data;
}

/** Updates the cached user, if someone is signed in. */
export function updateCurrentUser(client: QueryClient, change: Partial<CurrentUser>): void {
  client.setQueryData<CurrentUser | null>(currentUserKey, (user) => user && { ...user, ...change });
}
