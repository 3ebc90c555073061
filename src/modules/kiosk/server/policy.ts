import {
  holdsFeature,
  type Store,
  storeLeaders,
  stores,
} from '../../../platform/contract/access.ts';
import { forbidden } from '../../../platform/server/errors.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import { canManageHours, managedStores } from '../../time-clock/server/public.ts';

/** The stores whose kiosks someone manages: those of the hours they manage. */
export const kioskStores = (actor: Actor): readonly Store[] =>
  canManageHours(actor) ? (managedStores(actor) ?? stores) : [];

/** From where a store's employees may punch is decided by who leads it, and by HR. */
export const canChangeRules = (actor: Actor): boolean =>
  kioskStores(actor).length > 0 &&
  (storeLeaders.includes(actor.role) || holdsFeature(actor, 'manage_users'));

export function assertManagesKiosks(actor: Actor): void {
  if (kioskStores(actor).length === 0) throw forbidden('Only managers can manage kiosks.');
}

/** Whether someone may punch at a kiosk, whatever else their account still has to do. */
export const canPunch = (actor: Actor): boolean =>
  !actor.pending && holdsFeature(actor, 'utilities');
