import { holdsFeature, permits, type Store, stores } from '../../../platform/contract/access.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import { readAccess, writeAccess } from '../contract/order.ts';
import {
  isDone,
  needsManager,
  needsReason,
  nextStatuses,
  type Status,
} from '../contract/status.ts';

/** The stores whose orders the actor may see; none without the page and `view_data`. */
export function storesOf(actor: Actor): Store[] {
  if (!permits(readAccess, actor)) return [];
  return stores.filter((store) =>
    ['all', store].some((access) => actor.storeAccess.includes(access)),
  );
}

export const canSeeCost = (actor: Actor) => holdsFeature(actor, 'financial_reports');
/** Closed and void orders are booked. */
export const canEdit = (actor: Actor, status: Status) =>
  permits(writeAccess, actor) && !isDone(status);
export const isManager = (actor: Actor) => actor.role !== 'employee';
export const canImport = (actor: Actor) => permits(writeAccess, actor) && isManager(actor);

/** The statuses the actor may move an order to from `from`. */
export function becomeFor(actor: Actor, from: Status) {
  if (!permits(writeAccess, actor)) return [];
  return nextStatuses[from]
    .filter((to) => isManager(actor) || !needsManager(from, to))
    .map((to) => ({ status: to, needsReason: needsReason(from, to) }));
}
