import { holdsFeature, type Role, roles, type Store } from '../../../platform/contract/access.ts';
import { forbidden, invalid } from '../../../platform/server/errors.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import { ownStores } from '../../../platform/server/records/stores.ts';

/**
 * The stores whose customers the actor may see. Does not check `read`: every endpoint declares it, and the topic and
 * the record source check it.
 */
export const storesOf = (actor: Pick<Actor, 'storeAccess'>): Store[] => ownStores(actor);

type Ranked = Pick<Actor, 'role' | 'pagePermissions' | 'featurePermissions'>;

const hasRank = (role: Role, least: Role) => roles.indexOf(role) >= roles.indexOf(least);

export const canWrite = (actor: Ranked) => holdsFeature(actor, 'create_records');
export const canMerge = (actor: Ranked) => canWrite(actor) && hasRank(actor.role, 'manager');
export const canImport = (actor: Ranked) => canWrite(actor) && hasRank(actor.role, 'manager');
/** An export takes many people's data out of Forecourt, hence one rank above merging. */
export const canExport = (actor: Ranked) =>
  holdsFeature(actor, 'view_data') && hasRank(actor.role, 'general_manager');

export function assertMay(allowed: boolean, message: string): void {
  if (!allowed) throw forbidden(message);
}

export const sentences = {
  merge: 'Only managers may merge customers.',
  import: 'Only managers may import customers.',
  export: 'Only general managers may export customers.',
} as const;

/** Throws unless the actor works at the store. */
export function assertOwnStore(actor: Actor, store: Store): void {
  if (!storesOf(actor).includes(store))
    throw invalid('You don’t have access to this store.', { store: 'Choose one of your stores' });
}
