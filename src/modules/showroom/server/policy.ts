import { permits, type Store } from '../../../platform/contract/access.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import { visibleStores } from '../../../platform/server/records/stores.ts';
import { canWriteDeals } from '../../deals/server/public.ts';
import { canCheckOut } from '../../vehicles/server/public.ts';
import type { Visit } from '../contract.ts';
import { readAccess, writeAccess } from '../contract.ts';

/** The stores whose visits the actor may see; none without read access. */
export const storesOf = (actor: Actor): Store[] => visibleStores(actor, readAccess);

export const canWrite = (actor: Actor) => permits(writeAccess, actor);

export const mayOf = (actor: Actor): Visit['may'] => ({
  edit: canWrite(actor),
  checkOut: canWrite(actor) && canCheckOut(actor),
  writeUp: canWrite(actor) && canWriteDeals(actor),
});
