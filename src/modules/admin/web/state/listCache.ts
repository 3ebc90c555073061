import type { QueryClient } from '@tanstack/react-query';
import type { ReplyOf } from '../../../../platform/contract/endpoint.ts';
import type { listUsers } from '../../../people/contract.ts';
import type { UserRow } from './userRow.ts';

const listKey = ['api', 'users'];
/** The mutation key of pending row actions. */
export const rowActionsKey = ['admin', 'row-actions'];

interface List {
  users?: UserRow[];
  pagination?: ReplyOf<typeof listUsers>['pagination'];
}

/** The row from any loaded list. */
export function findRow(client: QueryClient, id: number): UserRow | undefined {
  for (const [, list] of client.getQueriesData<List>({ queryKey: listKey })) {
    const row = list?.users?.find((user) => user.id === id);
    if (row) return row;
  }
  return undefined;
}

/** Updates the row in every loaded list; an older record is ignored. */
export function patchRow(client: QueryClient, id: number, change: Partial<UserRow>): void {
  client.setQueriesData<List>({ queryKey: listKey }, (list) => {
    if (!list?.users?.some((user) => user.id === id)) return list;
    const users = list.users.map((user) =>
      user.id === id && !isOlder(change, user) ? { ...user, ...change } : user,
    );
    return { ...list, users };
  });
}

export function dropRow(client: QueryClient, id: number): void {
  client.setQueriesData<List>({ queryKey: listKey }, (list) => {
    if (!list?.users?.some((user) => user.id === id) || !list.pagination) return list;
    const { totalUsers } = list.pagination;
    return {
      ...list,
      users: list.users.filter((user) => user.id !== id),
      pagination: { ...list.pagination, totalUsers: totalUsers - 1 },
    };
  });
}

/** Invalidates the lists; those on screen reload immediately. */
export function refreshLists(client: QueryClient): Promise<void> {
  return client.invalidateQueries({
    queryKey: listKey,
    predicate: ({ queryKey }) => typeof queryKey[2] !== 'string',
  });
}

const isOlder = (change: Partial<UserRow>, shown: UserRow) =>
  change.version !== undefined && shown.version !== undefined && change.version < shown.version;

/** The number of pending actions on this row. */
export function countRowActions(client: QueryClient, id: number): number {
  return client.isMutating({
    mutationKey: rowActionsKey,
    predicate: ({ state }) => (state.variables as { user: UserRow } | undefined)?.user.id === id,
  });
}
