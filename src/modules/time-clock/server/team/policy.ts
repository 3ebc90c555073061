import { holdsFeature, type Role, roles, stores } from '../../../../platform/contract/access.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';

export type Keeper = Pick<
  Actor,
  'userId' | 'role' | 'featurePermissions' | 'pagePermissions' | 'storeAccess'
>;
interface Kept {
  id: number;
  role: Role;
  store_access: readonly string[];
}

const rank = (role: Role) => roles.indexOf(role);
const holdsFeatureManage = (keeper: Keeper) => holdsFeature(keeper, 'manage_users');

/** Whether somebody keeps the hours of others at all. */
export const canKeepHours = (keeper: Keeper): boolean =>
  rank(keeper.role) >= rank('manager') || holdsFeatureManage(keeper);

/** Null: all of them, and those who belong to none. */
export function storesKept(keeper: Keeper): readonly string[] | null {
  if (keeper.role === 'admin' || keeper.storeAccess.includes('all')) return null;
  return stores.filter((store) => keeper.storeAccess.includes(store));
}

/** The highest role whose hours they keep: their own, or anybody's for who manages people. */
export function rolesKept(keeper: Keeper): readonly Role[] {
  if (!canKeepHours(keeper)) return [];
  return holdsFeatureManage(keeper) ? roles : roles.slice(0, rank(keeper.role) + 1);
}

/** Somebody else of their stores; one's own hours need another pair of eyes, whoever one is. */
export function canKeep(keeper: Keeper, person: Kept): boolean {
  if (person.id === keeper.userId || !rolesKept(keeper).includes(person.role)) return false;
  const kept = storesKept(keeper);
  return kept === null || person.store_access.some((store) => kept.includes(store));
}
