import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { ApiError } from '../../../platform/web/api/ApiError.ts';
import { call } from '../../../platform/web/api/call.ts';
import { type CurrentUser, getCurrentUser } from '../contract.ts';
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
