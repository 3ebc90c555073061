import { holdsFeature, permits, type Role, type Store } from '../../../platform/contract/access.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import { ownStores } from '../../../platform/server/records/stores.ts';
import { canSeeDealCost } from '../../deals/server/public.ts';
import { readAccess } from '../contract/report.ts';

const leaders: readonly Role[] = ['manager', 'general_manager', 'executive', 'admin'];
const storeLeaders: readonly Role[] = ['general_manager', 'executive', 'admin'];

/** Everything that decides which figures a reader may see. */
export interface Scope {
  stores: readonly Store[];
  /** Cost and gross. */
  money: boolean;
  /** Cost and gross of deals; never for service and parts. */
  dealMoney: boolean;
  /** Figures per employee. */
  people: boolean;
  /** Access to the pages the records link to. */
  customers: boolean;
  stock: boolean;
  /** The reader, for figures that depend on their channels or team. */
  userId: number;
  role: Role;
}

export const scopeOf = (actor: Actor): Scope => ({
  stores: ownStores(actor),
  money: holdsFeature(actor, 'financial_reports'),
  dealMoney: canSeeDealCost(actor),
  people: leaders.includes(actor.role),
  customers: permits({ page: 'customer_management', feature: 'view_data' }, actor),
  stock: permits({ page: 'fleet_operations', feature: 'view_data' }, actor),
  userId: actor.userId,
  role: actor.role,
});

export const canRead = (actor: Actor) => permits(readAccess, actor);

export const canSetPlans = (actor: Actor, store?: Store) =>
  storeLeaders.includes(actor.role) && (!store || ownStores(actor).includes(store));
