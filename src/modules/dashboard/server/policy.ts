import { permits, type Role, type Store } from '../../../platform/contract/access.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import { ownStores } from '../../../platform/server/records/stores.ts';
import { canSeeDealCost } from '../../deals/server/public.ts';
import { recordAccess, stockAccess } from '../contract.ts';

export const canSeeRecords = (actor: Actor) => permits(recordAccess, actor);
const canSeeStock = (actor: Actor) => permits(stockAccess, actor);

const leaders: readonly Role[] = ['general_manager', 'executive', 'admin'];
/** Comparing stores is for those who lead one, or all of them. */
const canSeeStandings = ({ role }: Pick<Actor, 'role'>) => leaders.includes(role);

/** Everything that decides which figures a reader gets; also the cache key of the answer. */
export interface Scope {
  stores: readonly Store[];
  gross: boolean;
  standings: boolean;
  records: boolean;
  stock: boolean;
}

export const scopeOf = (actor: Actor): Scope => ({
  stores: ownStores(actor),
  gross: canSeeDealCost(actor),
  standings: canSeeStandings(actor),
  records: canSeeRecords(actor),
  stock: canSeeStock(actor),
});
