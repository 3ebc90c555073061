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

/** What the person at the screen is, as far as it decides what they may do to others. */
export type Actor = Grants & Pick<User, 'id' | 'storeAccess' | 'department'>;

/** Why this account cannot be changed, by nobody or by this person; undefined where it can. */
export function lockReason(
  actor: Actor,
  { protection, role, storeAccess = [] }: Pick<Person, 'protection' | 'role'> & Partial<Rights>,
): string | undefined {
  if (protection === 'system_bot') return 'Bot account: it cannot be changed';
  if (protection === 'protected') return 'Protected account: it cannot be changed';
  if (rankOf(role) > rankOf(actor.role)) return 'This account ranks above yours';
  if (!sharesStore(actor, storeAccess)) return 'This account belongs to other stores';
  return undefined;
}

/** Nobody lifts or locks out themselves. */
export function ownLock(actor: Actor, { id }: Pick<Person, 'id'>): string | undefined {
  return id === actor.id ? 'Your own account: ask another administrator' : undefined;
}

/** Who sets a password can sign in with it: that must not lead to more than one has. */
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
  const more = rights.some(([kind, held]) => held.some((one) => grantLock(actor, kind, one)));
  if (more) return 'This account has permissions you do not hold';
  return user.department && departmentLock(actor, user.department)
    ? 'This account is in another department'
    : undefined;
}

/** Why this person cannot put others into that department: it opens what only its people read. */
export function departmentLock(actor: Actor, department: Department): string | undefined {
  const may = actor.role === 'admin' || actor.department === department;
  return may ? undefined : 'You are not in this department yourself';
}

/** Why this person cannot give that right to others; undefined where they can. */
export function grantLock(actor: Actor, kind: Kind, value: string): string | undefined {
  return mayGrant(actor, kind, value) ? undefined : 'You do not hold this yourself';
}

/** Nobody gives a role above their own. */
export function roleLock(actor: Actor, role: Role): string | undefined {
  return rankOf(role) > rankOf(actor.role) ? 'This role ranks above yours' : undefined;
}

/** Why a click on the badge leads nowhere. */
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

/** Who has no store yet is anybody's to place. */
function sharesStore(actor: Actor, stores: readonly string[]): boolean {
  if (actor.role === 'admin' || stores.length === 0) return true;
  return stores.some((one) =>
    one === 'all' ? actor.storeAccess.length > 0 : holdsStore(actor, one),
  );
}

function holdsStore({ storeAccess }: Actor, value: string): boolean {
  const held: readonly string[] = storeAccess;
  return (
    held.includes('all') || stores.every((store) => held.includes(store)) || held.includes(value)
  );
}
