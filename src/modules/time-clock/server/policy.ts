import {
  holdsFeature,
  type Role,
  roles,
  type Store,
  stores,
} from '../../../platform/contract/access.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';

export type HoursManager = Pick<
  Actor,
  'userId' | 'role' | 'featurePermissions' | 'pagePermissions' | 'storeAccess'
>;
interface ManagedPerson {
  id: number;
  role: Role;
  store_access: readonly string[];
}

const rank = (role: Role) => roles.indexOf(role);
const managesUsers = (manager: HoursManager) => holdsFeature(manager, 'manage_users');

/** Whether someone manages other people's hours at all. */
export const canManageHours = (manager: HoursManager): boolean =>
  rank(manager.role) >= rank('manager') || managesUsers(manager);

/** Null means all stores, and people without a store. */
export function managedStores(manager: HoursManager): readonly Store[] | null {
  if (manager.role === 'admin' || manager.storeAccess.includes('all')) return null;
  return stores.filter((store) => manager.storeAccess.includes(store));
}

/** The roles whose hours they manage: up to their own, or all with `manage_users`. */
export function managedRoles(manager: HoursManager): readonly Role[] {
  if (!canManageHours(manager)) return [];
  return managesUsers(manager) ? roles : roles.slice(0, rank(manager.role) + 1);
}

/** Another person at their stores; no one manages their own hours, whatever their role. */
export function canManageHoursOf(manager: HoursManager, person: ManagedPerson): boolean {
  if (person.id === manager.userId || !managedRoles(manager).includes(person.role)) return false;
  const managed = managedStores(manager);
  return managed === null || managed.some((store) => person.store_access.includes(store));
}
