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

/** The stores whose orders are there for this person; none without the page and the right to read. */
export function storesOf(actor: Actor): Store[] {
  if (!permits(readAccess, actor)) return [];
  return stores.filter((one) => ['all', one].some((held) => actor.storeAccess.includes(held)));
}

export const canSeeCost = (actor: Actor) => holdsFeature(actor, 'financial_reports');
/** What is closed or void stands in the books. */
export const canEdit = (actor: Actor, status: Status) =>
  permits(writeAccess, actor) && !isDone(status);
export const isManager = (actor: Actor) => actor.role !== 'employee';
export const canImport = (actor: Actor) => permits(writeAccess, actor) && isManager(actor);

/** What this person may say became of an order that is `from` now. */
export function becomeFor(actor: Actor, from: Status) {
  if (!permits(writeAccess, actor)) return [];
  return nextStatuses[from]
    .filter((to) => isManager(actor) || !needsManager(from, to))
    .map((to) => ({ status: to, needsReason: needsReason(from, to) }));
}
