import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { CurrentUser } from '../../contract.ts';
import { currentUserKey } from '../state/currentUser.ts';
import { announceSignIn } from '../state/session.ts';

/** Completes a sign-in: first clears what was cached for the previous user. */
export function useEnter(): (user: CurrentUser) => void {
  const client = useQueryClient();
  return (user) => {
    client.removeQueries({ predicate: isNotTheUser });
    client.setQueryData(currentUserKey, user);
    announceSignIn(user.id);
  };
}

const isNotTheUser: NonNullable<Parameters<QueryClient['removeQueries']>[0]>['predicate'] = (
  query,
) => query.queryHash !== JSON.stringify(currentUserKey);
