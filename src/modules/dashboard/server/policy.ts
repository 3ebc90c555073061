import {
  holdsFeature,
  permits,
  type Role,
  type Store,
  stores,
} from '../../../platform/contract/access.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import { recordAccess, stockAccess } from '../contract.ts';

/** The stores whose figures are this person’s. */
export const storesOf = ({ storeAccess }: Pick<Actor, 'storeAccess'>): Store[] =>
  stores.filter((one) => ['all', one].some((held) => storeAccess.includes(held)));

const canSeeGross = (actor: Actor) => holdsFeature(actor, 'financial_reports');
export const canSeeRecords = (actor: Actor) => permits(recordAccess, actor);
const canSeeStock = (actor: Actor) => permits(stockAccess, actor);

const leaders: readonly Role[] = ['general_manager', 'executive', 'admin'];
/** Store beside store is for who leads one, or all of them. */
const canSeeStandings = ({ role }: Pick<Actor, 'role'>) => leaders.includes(role);

/** All that two people must have in common to be told the same. */
export interface Scope {
  stores: readonly Store[];
  gross: boolean;
  standings: boolean;
  records: boolean;
  stock: boolean;
}

export const scopeOf = (actor: Actor): Scope => ({
  stores: storesOf(actor),
  gross: canSeeGross(actor),
  standings: canSeeStandings(actor),
  records: canSeeRecords(actor),
  stock: canSeeStock(actor),
});
