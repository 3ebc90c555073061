import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Role } from '../../../../platform/contract/access.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { toast } from '../../../../platform/web/ui/toast.ts';
import type { User } from '../../../people/contract.ts';
import { changePermissions, changeRole, toggleStatus } from '../../contract.ts';
import { fullName } from '../rules/labels.ts';
import { changedRights, hasFullAccess, type Rights } from '../rules/rights.ts';
import { nextRole, roleLabel } from '../rules/role.ts';
import { toastFailure } from './failure.ts';
import { countRowActions, patchRow, rowActionsKey } from './listCache.ts';

interface Change {
  user: User;
  /** Shown immediately, and reverted on failure. */
  change: Partial<User>;
  send: () => Promise<User>;
  failure: string;
  onSaved?: (saved: User) => void;
  onSettled?: () => void;
}

/** Optimistic changes, sent one after the other, reverted on failure. */
function useChange() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: rowActionsKey,
    // One at a time: two quick clicks on a badge must arrive in the order they were made.
    scope: { id: 'admin-row-actions' },
    mutationFn: ({ send }: Change) => send(),
    onMutate: ({ user, change }) => patchRow(client, user.id, change),
    onSuccess: (saved, { user, onSaved }) => {
      // The reply to an earlier click would show an outdated value.
      if (countRowActions(client, user.id) === 1) patchRow(client, saved.id, saved);
      onSaved?.(saved);
    },
    onError: (error, { user, change, failure }) => {
      patchRow(client, user.id, before(user, change));
      toastFailure(error, failure);
    },
    onSettled: (_saved, _error, { onSettled }) => onSettled?.(),
  }).mutate;
}

/** The actions on a row. */
export function useRowActions() {
  const mutate = useChange();
  const setRole = (user: User, role: Role, onSaved?: Change['onSaved']) =>
    mutate({
      user,
      change: { role },
      send: () => call(changeRole, { params: { id: user.id }, body: { role } }),
      failure: 'Failed to change user role',
      ...(onSaved && { onSaved }),
    });

  return {
    escalate: (user: User) =>
      setRole(user, nextRole(user.role), (saved) =>
        toast({
          title: 'Role changed',
          description: `${fullName(saved)} is now ${roleLabel(saved.role)}.`,
          action: { label: 'Undo', onClick: () => setRole(saved, user.role) },
        }),
      ),
    toggleActive: (user: User) =>
      mutate({
        user,
        change: { isActive: !user.isActive },
        send: () => call(toggleStatus, { params: { id: user.id } }),
        failure: 'Failed to toggle user status',
      }),
    setRights: (user: User, rights: Rights, onSettled: () => void) => {
      const change = changedRights(user, rights);
      const granted = hasFullAccess(rights) && !hasFullAccess(user);
      mutate({
        user,
        change,
        send: () => call(changePermissions, { params: { id: user.id }, body: change }),
        failure: granted ? 'Failed to grant full access' : 'Failed to update permissions',
        onSettled,
      });
    },
  };
}

export type RowActionSet = ReturnType<typeof useRowActions>;

/** The previous values of the changed fields. */
function before(user: User, change: Partial<User>): Partial<User> {
  const keys = Object.keys(change) as (keyof User)[];
  return Object.fromEntries(keys.map((key) => [key, user[key]]));
}
