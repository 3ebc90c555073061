import { holdsFeature, type Store } from '../../../platform/contract/access.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import { isManager } from '../../../platform/server/records/staff.ts';
import { visibleStores } from '../../../platform/server/records/stores.ts';
import { canWriteOrders, readAccess, workAccess } from '../contract/order.ts';
import {
  isDone,
  needsManager,
  needsReason,
  nextStatuses,
  type Status,
} from '../contract/status.ts';

/** The stores whose orders the actor may see; none without the page and `view_data`. */
export const storesOf = (actor: Actor): Store[] => visibleStores(actor, readAccess);
/** The stores whose lines that name the actor they may work; without the page of all orders. */
export const workStoresOf = (actor: Actor): Store[] => visibleStores(actor, workAccess.read);

export const canSeeCost = (actor: Actor) => holdsFeature(actor, 'financial_reports');
export const canWrite = (actor: Actor) => canWriteOrders(actor);
/** Closed and void orders are booked. */
export const canEdit = (actor: Actor, status: Status) => canWrite(actor) && !isDone(status);
export const canImport = (actor: Actor) => canWrite(actor) && isManager(actor);

/** The day an order was closed is corrected by a manager. */
export const canCorrectDays = (actor: Actor) => canWrite(actor) && isManager(actor);

/** Why the actor may not make this change of status; null if they may. */
export function statusRefusal(actor: Actor, from: Status, to: Status): string | null {
  if (!canWrite(actor)) return 'Only service and parts can change repair orders.';
  if (needsManager(from, to) && !isManager(actor)) {
    return 'Only managers can void or reopen a repair order.';
  }
  return null;
}

/** The status changes the actor may make from `from`. */
export const statusChangesFor = (actor: Actor, from: Status) =>
  nextStatuses[from]
    .filter((to) => statusRefusal(actor, from, to) === null)
    .map((to) => ({ status: to, needsReason: needsReason(from, to) }));
