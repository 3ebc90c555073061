import { holdsFeature, permits, type Store, stores } from '../../../platform/contract/access.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import { readAccess, writeAccess } from '../contract/deal.ts';
import {
  isClosed,
  needsManager,
  needsReason,
  nextStatuses,
  type Status,
} from '../contract/status.ts';

/** The stores whose deals are there for this person; none without the page and the right to read. */
export function storesOf(actor: Actor): Store[] {
  if (!permits(readAccess, actor)) return [];
  return stores.filter((one) => ['all', one].some((held) => actor.storeAccess.includes(held)));
}

export const canSeeCost = (actor: Actor) => holdsFeature(actor, 'financial_reports');
export const canWrite = (actor: Actor) => permits(writeAccess, actor);
/** What is funded or canceled stands in the books. */
export const canEdit = (actor: Actor, status: Status) => canWrite(actor) && !isClosed(status);
export const isManager = (actor: Actor) => actor.role !== 'employee';
export const canImport = (actor: Actor) => canWrite(actor) && isManager(actor);

/** What this person may say became of a deal that is `from` now. */
export function becomeFor(actor: Actor, from: Status) {
  if (!canWrite(actor)) return [];
  return nextStatuses[from]
    .filter((to) => isManager(actor) || !needsManager(from, to))
    .map((to) => ({ status: to, needsReason: needsReason(from, to) }));
}

/** The trade comes with the buyer: not before the car was handed over, and once. */
export const canTakeTrade = (
  actor: Actor,
  deal: { status: Status; trade_vehicle: string | null; trade_vehicle_id: number | null },
) =>
  canWrite(actor) &&
  (deal.status === 'delivered' || deal.status === 'funded') &&
  deal.trade_vehicle !== null &&
  deal.trade_vehicle_id === null;
