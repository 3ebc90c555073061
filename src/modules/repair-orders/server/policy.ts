import { holdsFeature, permits, type Store } from '../../../platform/contract/access.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import { isManager } from '../../../platform/server/records/staff.ts';
import { visibleStores } from '../../../platform/server/records/stores.ts';
import { readAccess, writeAccess } from '../contract/order.ts';
import {
  isDone,
  needsManager,
  needsReason,
  nextStatuses,
  type Status,
} from '../contract/status.ts';

/** The stores whose orders the actor may see; none without the page and `view_data`. */
export const storesOf = (actor: Actor): Store[] => visibleStores(actor, readAccess);

export const canSeeCost = (actor: Actor) => holdsFeature(actor, 'financial_reports');
/** Closed and void orders are booked. */
export const canEdit = (actor: Actor, status: Status) =>
  permits(writeAccess, actor) && !isDone(status);
export const canImport = (actor: Actor) => permits(writeAccess, actor) && isManager(actor);

/** Only a manager may void or reopen an order. */
export const canChangeStatus = (actor: Actor, from: Status, to: Status) =>
  permits(writeAccess, actor) && (isManager(actor) || !needsManager(from, to));

/** The status changes the actor may make from `from`. */
export const statusChangesFor = (actor: Actor, from: Status) =>
  nextStatuses[from]
    .filter((to) => canChangeStatus(actor, from, to))
    .map((to) => ({ status: to, needsReason: needsReason(from, to) }));
