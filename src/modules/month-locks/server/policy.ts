import { permits, type Store, storeLeaders } from '../../../platform/contract/access.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import { visibleStores } from '../../../platform/server/records/stores.ts';
import { listMonthLocks } from '../contract.ts';

/** The stores whose month locks the actor may see. */
export const storesOf = (actor: Actor): Store[] => visibleStores(actor, listMonthLocks.access);

/** Those who answer for the books: the leaders of a store or the group, and the managers of the back office. */
export const canChangeLocks = (actor: Actor): boolean =>
  permits(listMonthLocks.access, actor) &&
  (storeLeaders.includes(actor.role) ||
    (actor.role === 'manager' && actor.department === 'back_office'));
