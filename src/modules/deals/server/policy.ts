import { holdsFeature, permits, type Store } from '../../../platform/contract/access.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import { isManager } from '../../../platform/server/records/staff.ts';
import { visibleStores } from '../../../platform/server/records/stores.ts';
import { readAccess, writeAccess } from '../contract/deal.ts';
import {
  isClosed,
  needsManager,
  needsReason,
  nextStatuses,
  type Status,
} from '../contract/status.ts';

/** The stores whose deals the actor may read; none without read access. */
export const storesOf = (actor: Actor): Store[] => visibleStores(actor, readAccess);

export const canSeeCost = (actor: Actor) => holdsFeature(actor, 'financial_reports');
export const canWrite = (actor: Actor) => permits(writeAccess, actor);
/** Funded and canceled deals are final. */
export const canEdit = (actor: Actor, status: Status) => canWrite(actor) && !isClosed(status);
export const canImport = (actor: Actor) => canWrite(actor) && isManager(actor);

/** Only a manager may undo a signed deal. */
export const canChangeStatus = (actor: Actor, from: Status, to: Status) =>
  canWrite(actor) && (isManager(actor) || !needsManager(from, to));

/** The status changes the actor may make from `from`. */
export const statusChangesFor = (actor: Actor, from: Status) =>
  nextStatuses[from]
    .filter((to) => canChangeStatus(actor, from, to))
    .map((to) => ({ status: to, needsReason: needsReason(from, to) }));

/** The trade-in arrives with the delivery, and is added only once. */
export const canTakeTrade = (
  actor: Actor,
  deal: { status: Status; trade_vehicle: string | null; trade_vehicle_id: number | null },
) =>
  canWrite(actor) &&
  (deal.status === 'delivered' || deal.status === 'funded') &&
  deal.trade_vehicle !== null &&
  deal.trade_vehicle_id === null;
