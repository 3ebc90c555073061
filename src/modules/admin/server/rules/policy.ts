import { type Role, roles } from '../../../../platform/contract/access.ts';
import type { User } from '../../../people/contract.ts';
import { manages } from '../../../people/server/public.ts';
import { type Holder, holdsAll, type Reach, sharesStore } from './rights.ts';

/** The actions on an account. */
export type AdminAction =
  | 'edit'
  | 'department'
  | 'role'
  | 'permissions'
  | 'status'
  | 'password'
  | 'delete'
  | 'viewSessions'
  | 'endSession';

/** The actor, with current permissions. */
export interface Doer extends Holder {
  userId: number;
}

/** The account an action is about. */
export interface Target extends Reach {
  id: number;
  role: Role;
  protection: User['protection'];
}

/** The protected account and the bots: no one changes them, by any route. */
const protectedAccounts: Record<AdminAction, string | null> = {
  edit: 'Cannot modify protected accounts',
  department: 'Cannot modify protected accounts',
  role: 'Cannot change the role of protected accounts',
  permissions: 'Cannot modify protected account permissions',
  status: 'Cannot change the status of protected accounts',
  password: 'Cannot reset the password of protected accounts',
  delete: 'Cannot delete protected accounts',
  viewSessions: null,
  endSession: 'Cannot end sessions of protected accounts',
};

/**
 * No one can promote themselves or lock themselves out; what people may change about themselves is on the
 * profile page.
 */
const ownAccount: Record<AdminAction, string | null> = {
  edit: null,
  department: 'You cannot change your own department. Please ask another administrator.',
  role: 'You cannot change your own role. Please ask another administrator.',
  permissions: 'You cannot change your own permissions. Please ask another administrator.',
  status: 'You cannot disable your own account. Please ask another administrator.',
  password: 'Please change your own password on your profile page.',
  delete: 'You cannot delete your own account. Please ask another administrator.',
  viewSessions: null,
  endSession: null,
};

const rank = (role: Role) => roles.indexOf(role);

/** The message that rejects the action, or null if it is allowed. */
export function findRefusal(doer: Doer, action: AdminAction, target: Target): string | null {
  if (!manages(doer)) return 'You do not have permission to do this.';
  const immutable = target.protection && protectedAccounts[action];
  if (immutable) return immutable;
  if (target.id === doer.userId) return ownAccount[action];
  if (rank(target.role) > rank(doer.role)) return 'This account has a higher role than yours.';
  if (!sharesStore(doer, target)) return 'This account belongs to stores you don’t have access to.';
  // Setting a password allows signing in with it, which must not give more permissions.
  if (action === 'password' && !holdsAll(doer, target)) {
    return 'You can only set the password of an account whose permissions, stores and department you have yourself.';
  }
  return null;
}

/** No one grants a role above their own: the message that rejects it, or null. */
export function findRoleRefusal(doer: Doer, role: Role): string | null {
  if (!manages(doer)) return 'You do not have permission to do this.';
  return rank(role) > rank(doer.role) ? 'You can’t assign a role higher than your own.' : null;
}
