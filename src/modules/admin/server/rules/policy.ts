import { type Role, roles } from '../../../../platform/contract/access.ts';
import type { User } from '../../../people/contract.ts';
import { manages } from '../../../people/server/public.ts';
import { type Holder, holdsAll, type Reach, sharesStore } from './rights.ts';

/** What may be done to an account. */
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

/** Who acts, as they are at this moment. */
export interface Doer extends Holder {
  userId: number;
}

/** The account it is done to. */
export interface Target extends Reach {
  id: number;
  role: Role;
  protection: User['protection'];
}

/** The fail-safe account and the bots: nobody changes them, by whatever route. */
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

/** Nobody can lift or lock out themselves; what one may change of oneself is on the profile page. */
const oneself: Record<AdminAction, string | null> = {
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

/** The sentence that refuses the deed, or null: only then it may be done. */
export function findRefusal(doer: Doer, deed: AdminAction, target: Target): string | null {
  if (!manages(doer)) return 'You do not have permission to do this.';
  const immutable = target.protection && protectedAccounts[deed];
  if (immutable) return immutable;
  if (target.id === doer.userId) return oneself[deed];
  if (rank(target.role) > rank(doer.role)) return 'This account has a higher role than yours.';
  if (!sharesStore(doer, target)) return 'This account belongs to stores that you do not hold.';
  // Who sets a password can sign in with it: that must not lead to more than one has.
  if (deed === 'password' && !holdsAll(doer, target)) {
    return 'You can only set the password of an account whose permissions, stores and department you hold yourself.';
  }
  return null;
}

/** Nobody grants what they do not hold: the sentence that refuses the role, or null. */
export function findRoleRefusal(doer: Doer, wanted: Role): string | null {
  if (!manages(doer)) return 'You do not have permission to do this.';
  return rank(wanted) > rank(doer.role) ? 'You cannot give a role higher than your own.' : null;
}
