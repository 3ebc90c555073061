import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { forceLogout } from '../../../platform/contract/socket.ts';
import { useSocketEvent } from '../../../platform/web/realtime/RealtimeProvider.tsx';
import { useLiveQueries } from '../../../platform/web/realtime/useLiveQueries.ts';
import { toast } from '../../../platform/web/ui/toast.ts';
import type { CurrentUser } from '../../access/contract.ts';
import { currentUserKey, linger, updateCurrentUser, useLogout } from '../../access/web/public.ts';
import {
  type Person,
  statuses,
  userPermissionsUpdated,
  userUpdated,
} from '../../people/contract.ts';
import { type StatusChange, statusEvents, useStatusChanges } from '../../presence/web/public.ts';

const logoutAfterMs = 2000;
/** Time for the sign-out request to be answered. */
const graceMs = 3000;
const defaultReason = 'Your account has been disabled by an administrator';

/** Keeps cached user data up to date while the page is open. */
export function useLiveFacts(user: CurrentUser): void {
  const client = useQueryClient();
  const logout = useLogout();

  useSocketEvent(forceLogout, ({ reason }) => {
    const description = reason || defaultReason;
    linger(logoutAfterMs + graceMs);
    toast({ title: 'Session Terminated', description, variant: 'destructive' });
    setTimeout(() => void logout({ evenIfRefused: true }), logoutAfterMs);
  });

  useSocketEvent(userPermissionsUpdated, ({ userId, user: updated }) => {
    if (userId !== user.id) return;
    const { pagePermissions, featurePermissions, storeAccess, role } = updated;
    const { pending, emailConfirmed } = updated;
    const rights = { pagePermissions, featurePermissions, storeAccess, role };
    updateCurrentUser(client, { ...rights, pending, emailConfirmed });
  });

  useStatusChanges((changes) => {
    updatePeople(client, changes);
    const own = changes.get(user.id);
    // Offline is what others see; the user's own choice stays until changed.
    if (!own || own.status === 'offline') return;
    updateCurrentUser(client, {
      ...own,
      status: statuses.includes(own.status) ? own.status : 'online',
    });
  });

  useLiveQueries([currentUserKey], [], [userPermissionsUpdated, userUpdated, ...statusEvents]);
}

/** In every loaded list of users, whatever its page or search. */
function updatePeople(client: QueryClient, changes: ReadonlyMap<number, StatusChange>) {
  client.setQueriesData<{ users?: Person[] }>({ queryKey: ['api', 'users'] }, (list) => {
    if (!list?.users?.some(({ id }) => changes.has(id))) return list;
    const users = list.users.map((person) => ({ ...person, ...changes.get(person.id) }));
    return { ...list, users };
  });
}
