import { holdsFeature, permits, type Store, stores } from '../../../platform/contract/access.ts';
import { isManager } from '../../../platform/server/records/staff.ts';
import { type Viewer, visibleStores } from '../../../platform/server/records/stores.ts';
import { movable } from '../contract/lot/transfers.ts';
import {
  isGone,
  needsManager,
  needsReason,
  nextStatuses,
  type Standing,
  type Status,
  undoes,
} from '../contract/status.ts';
import { readAccess, writeAccess } from '../contract/vehicle.ts';

/** The stores whose vehicles the actor may see; none without the page and `view_data`. */
export const storesOf = (actor: Viewer): Store[] => visibleStores(actor, readAccess);

export const canSeeMoney = (actor: Viewer) => holdsFeature(actor, 'financial_reports');
export const canWrite = (actor: Viewer) => permits(writeAccess, actor);
const canManage = (actor: Viewer) => canWrite(actor) && isManager(actor);
/** Recon work costs money. */
export const canApproveSpending = canManage;
/** How long a step of the recon may take. */
export const canSetLimits = canManage;
export const canAddPlates = canManage;
/** A vehicle leaves its store without a buyer. */
export const canTransfer = canManage;

/** Stores a vehicle of `from` may be transferred to, including those the actor has no access to. */
export function sendToFor(actor: Viewer, from: Store, status: Status): Store[] {
  if (!canTransfer(actor) || !movable.includes(status)) return [];
  return stores.filter((one) => one !== from);
}

/** A sale, a deposit and its deal are of the store. */
export const keepsStore = ({ status }: Pick<Standing, 'status'>): boolean =>
  status === 'deposit' || status === 'sold' || status === 'delivered';

/** A vehicle leaves without a buyer, or comes back, only with a manager: `needsManager`. */
export const canChangeStatus = (actor: Viewer, from: Standing, to: Status) =>
  canWrite(actor) && (isManager(actor) || !needsManager(from, to));

/** The statuses the actor may give a vehicle that stands like this. */
export const becomeFor = (actor: Viewer, from: Standing) =>
  nextStatuses(from)
    .filter((to) => canChangeStatus(actor, from, to))
    .map((to) => ({ status: to, needsReason: needsReason(from, to), undoes: undoes(from, to) }));

/** A deposit keeps a vehicle that is neither sold nor reserved yet, wherever it is. */
export const canTakeDeposit = (actor: Viewer, { status }: Standing): boolean =>
  canWrite(actor) && !isGone(status) && status !== 'sold' && status !== 'deposit';
