import {
  holdsFeature,
  permits,
  type Role,
  type Store,
  stores,
} from '../../../platform/contract/access.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import { readAccess } from '../contract/report.ts';

const leaders: readonly Role[] = ['manager', 'general_manager', 'executive', 'admin'];
const storeLeaders: readonly Role[] = ['general_manager', 'executive', 'admin'];

/** All that decides what somebody may know of the figures; two people of one sight are told the same. */
export interface Scope {
  stores: readonly Store[];
  /** Cost and gross. */
  money: boolean;
  /** One person beside another. */
  people: boolean;
  /** The pages the records stand on. */
  customers: boolean;
  stock: boolean;
  /** Of whoever asks; what only some may see of others is found through it. */
  userId: number;
  role: Role;
}

export const scopeOf = (actor: Actor): Scope => ({
  stores: storesOf(actor),
  money: holdsFeature(actor, 'financial_reports'),
  people: leaders.includes(actor.role),
  customers: permits({ page: 'customer_management', feature: 'view_data' }, actor),
  stock: permits({ page: 'fleet_operations', feature: 'view_data' }, actor),
  userId: actor.userId,
  role: actor.role,
});

export const canRead = (actor: Actor) => permits(readAccess, actor);

/** Targets and briefs of a store are set by who leads it. */
export const canSetPlans = (actor: Actor, store?: Store) =>
  storeLeaders.includes(actor.role) && (!store || storesOf(actor).includes(store));

function storesOf({ storeAccess }: Pick<Actor, 'storeAccess'>): Store[] {
  return stores.filter((one) => ['all', one].some((held) => storeAccess.includes(held)));
}
