import { holdsFeature, permits, type Store, stores } from '../../../platform/contract/access.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import { movable } from '../contract/lot/transfers.ts';
import { needsManager, needsReason, nextStatuses, type Status } from '../contract/status.ts';
import { readAccess, writeAccess } from '../contract/vehicle.ts';

export type Viewer = Pick<
  Actor,
  | 'role'
  | 'storeAccess'
  | 'pagePermissions'
  | 'featurePermissions'
  | 'pending'
  | 'mustChangePassword'
>;

/** The stores whose cars are there for this person; none without the page and the right to read. */
export function storesOf(actor: Viewer): Store[] {
  if (!permits(readAccess, actor)) return [];
  return stores.filter((one) => ['all', one].some((held) => actor.storeAccess.includes(held)));
}

export const canSeeMoney = (actor: Viewer) => holdsFeature(actor, 'financial_reports');
export const canWrite = (actor: Viewer) => permits(writeAccess, actor);
/** Spends money, and lets a car go without a buyer. */
export const isManager = (actor: Viewer) => actor.role !== 'employee';

/** The stores of the group a car of `from` may be sent to; those one works in are no more than the others. */
export function sendToFor(actor: Viewer, from: Store, status: Status): Store[] {
  if (!canWrite(actor) || !isManager(actor) || !movable.includes(status)) return [];
  return stores.filter((one) => one !== from);
}

/** What this person may say became of a car that is `from` now. */
export function becomeFor(actor: Viewer, from: Status) {
  if (!canWrite(actor)) return [];
  return nextStatuses[from]
    .filter((to) => isManager(actor) || !needsManager(from, to))
    .map((to) => ({ status: to, needsReason: needsReason(from, to) }));
}
