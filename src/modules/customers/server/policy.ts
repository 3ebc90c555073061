import {
  holdsFeature,
  type Role,
  roles,
  type Store,
  stores,
} from '../../../platform/contract/access.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import { forbidden, invalid } from '../../../platform/server/http/errors.ts';

/** The stores whose customers a person sees. */
export function storesOf({ storeAccess }: Pick<Actor, 'storeAccess'>): Store[] {
  return storeAccess.includes('all')
    ? [...stores]
    : stores.filter((store) => storeAccess.includes(store));
}

type Ranked = Pick<Actor, 'role' | 'pagePermissions' | 'featurePermissions'>;

const ranks = (role: Role, least: Role) => roles.indexOf(role) >= roles.indexOf(least);

export const canWrite = (actor: Ranked) => holdsFeature(actor, 'create_records');
export const canMerge = (actor: Ranked) => canWrite(actor) && ranks(actor.role, 'manager');
export const canImport = (actor: Ranked) => canWrite(actor) && ranks(actor.role, 'manager');
/** A copy of many people's data leaves the house: one rank above merging. */
export const canExport = (actor: Ranked) =>
  holdsFeature(actor, 'view_data') && ranks(actor.role, 'general_manager');

export function assertMay(allowed: boolean, sentence: string): void {
  if (!allowed) throw forbidden(sentence);
}

export const sentences = {
  merge: 'Only managers may merge customers.',
  import: 'Only managers may import customers.',
  export: 'Only general managers may export customers.',
} as const;

/** Refuses to write into a store that is not one's own. */
export function assertOwnStore(actor: Actor, store: Store): void {
  if (!storesOf(actor).includes(store))
    throw invalid('This is none of your stores.', { store: 'Please choose one of your stores' });
}
