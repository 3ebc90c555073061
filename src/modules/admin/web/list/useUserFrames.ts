import { useQueryClient } from '@tanstack/react-query';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { useSocketEvent } from '../../../../platform/web/realtime/RealtimeProvider.tsx';
import { useLiveQueries } from '../../../../platform/web/realtime/useLiveQueries.ts';
import {
  userCreated,
  userDeleted,
  userRoleChanged,
  userStatusToggled,
  userUpdated,
} from '../../../people/contract.ts';
import { listRegistrations } from '../../contract.ts';
import { countRowActions, dropRow, patchRow, refreshLists } from './listCache.ts';
import type { UserRow } from './userRow.ts';

/** Updates the lists live while others change the same users. */
export function useUserFrames(): void {
  const client = useQueryClient();
  useLiveQueries([queryKeyFor(listRegistrations)], [userCreated, userUpdated, userDeleted]);
  useSocketEvent(userCreated, () => void refreshLists(client));
  // Own changes show before the server has them; an event of an earlier click would undo them.
  const patch = (userId: number, change: Partial<UserRow>) => {
    if (countRowActions(client, userId) === 0) patchRow(client, userId, change);
  };
  useSocketEvent(userUpdated, ({ userId, user }) => patch(userId, user));
  useSocketEvent(userDeleted, ({ userId }) => {
    dropRow(client, userId);
    void refreshLists(client);
  });
  useSocketEvent(userRoleChanged, ({ userId, newRole }) => patch(userId, { role: newRole }));
  useSocketEvent(userStatusToggled, ({ userId, newStatus }) =>
    patch(userId, { isActive: newStatus }),
  );
}
