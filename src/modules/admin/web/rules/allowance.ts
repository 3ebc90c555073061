import {
  type AdminPermission,
  type Department,
  type Feature,
  type Grants,
  holdsFeature,
  holdsPage,
  type Page,
  type Role,
  stores,
} from '../../../../platform/contract/access.ts';
import type { Person, User } from '../../../people/contract.ts';
import type { Kind, Rights } from './rights.ts';
import { nextRole, rankOf } from './role.ts';

/** The fields of the signed-in user that decide what they may do to others. */
export type Actor = Grants & Pick<User, 'id' | 'storeAccess' | 'department'>;

/** Why this account cannot be changed by this user, or by anyone; undefined if it can. */
export function lockReason(
  actor: Actor,
  { protection, role, storeAccess = [] }: Pick<Person, 'protection' | 'role'> & Partial<Rights>,
): string | undefined {
  if (protection === 'system_bot') return 'Bot accounts can’t be changed';
  if (protection === 'protected') return 'Protected accounts can’t be changed';
  if (rankOf(role) > rankOf(actor.role)) return 'This account has a higher role than yours';
  if (!sharesStore(actor, storeAccess)) return 'This account belongs to other stores';
  return undefined;
}

/** No one can promote themselves or lock themselves out. */
export function ownLock(actor: Actor, { id }: Pick<Person, 'id'>): string | undefined {
  return id === actor.id ? 'Ask another administrator to change your account' : undefined;
}

/** Why role, state and selection of an account cannot be changed in the list. */
export const rowLock = (
  actor: Actor,
  user: Parameters<typeof lockReason>[1] & Pick<User, 'id' | 'pending'>,
): string | undefined =>
  lockReason(actor, user) ??
  ownLock(actor, user) ??
  (user.pending ? 'Waiting for approval' : undefined);

/** Setting a password allows signing in with it, which must not give more permissions. */
export function passwordLock(
  actor: Actor,
  user: Rights & Pick<Person, 'id' | 'department'>,
): string | undefined {
  if (user.id === actor.id) return 'Change your own password on your profile page';
  const rights: [Kind, readonly string[]][] = [
    ['page', user.pagePermissions],
    ['feature', user.featurePermissions],
    ['store', user.storeAccess],
  ];
  const hasMore = rights.some(([kind, values]) =>
    values.some((value) => grantLock(actor, kind, value)),
  );
  if (hasMore) return 'This account has permissions you don’t have';
  return user.department && departmentLock(actor, user.department)
    ? 'This account is in another department'
    : undefined;
}

/** Why this user cannot assign others to that department: it gives access to its team channels and notes. */
export function departmentLock(actor: Actor, department: Department): string | undefined {
  const isAllowed = actor.role === 'admin' || actor.department === department;
  return isAllowed ? undefined : 'You are not in this department';
}

/** Why this user cannot grant that permission; undefined if they can. */
export function grantLock(actor: Actor, kind: Kind, value: string): string | undefined {
  return mayGrant(actor, kind, value) ? undefined : 'You don’t have this permission';
}

/** No one assigns a role above their own. */
export function roleLock(actor: Actor, role: Role): string | undefined {
  return rankOf(role) > rankOf(actor.role) ? 'This role is higher than yours' : undefined;
}

/** Why a click on the badge does nothing. */
export function escalationLock(actor: Actor, role: Role): string | undefined {
  return roleLock(actor, nextRole(role));
}

function mayGrant(actor: Actor, kind: Kind, value: string): boolean {
  if (actor.role === 'admin') return true;
  if (kind === 'page') return holdsPage(actor, value as Page | AdminPermission);
  if (kind === 'store') return holdsStore(actor, value);
  const { featurePermissions } = actor;
  if (value !== 'full_access' && value !== 'all') return holdsFeature(actor, value as Feature);
  return featurePermissions.includes('full_access') || featurePermissions.includes('all');
}

/** Accounts without a store are open to everyone. */
function sharesStore(actor: Actor, stores: readonly string[]): boolean {
  if (actor.role === 'admin' || stores.length === 0) return true;
  return stores.some((one) =>
    one === 'all' ? actor.storeAccess.length > 0 : holdsStore(actor, one),
  );
}

function holdsStore({ storeAccess }: Actor, value: string): boolean {
  const values: readonly string[] = storeAccess;
  return (
    values.includes('all') ||
    stores.every((store) => values.includes(store)) ||
    values.includes(value)
  );
}
