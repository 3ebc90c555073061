import {
  holdsFeature,
  isJobOf,
  type JobGrants,
  type Store,
} from '../../../platform/contract/access.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import { isManager } from '../../../platform/server/records/staff.ts';
import { visibleStores } from '../../../platform/server/records/stores.ts';
import { canWriteDeals, dealDepartments, readAccess } from '../contract/deal.ts';
import {
  goesBack,
  isClosed,
  needsManager,
  needsReason,
  nextStatuses,
  type Status,
} from '../contract/status.ts';

/** What a policy needs to know about a deal. */
interface DealFacts {
  status: Status;
  salesperson_id: number | null;
  second_salesperson_id: number | null;
  created_by: number;
}

/** The stores whose deals the actor may read; none without read access. */
export const storesOf = (actor: Actor): Store[] => visibleStores(actor, readAccess);

/** Cost and gross of deals: not for service and parts, who see those of their own work. */
export const canSeeCost = (actor: JobGrants) =>
  holdsFeature(actor, 'financial_reports') && isJobOf(actor, dealDepartments);
export const canWrite = (actor: Actor) => canWriteDeals(actor);
export const canImport = (actor: Actor) => canWrite(actor) && isManager(actor);

/** A salesperson works on their own deals only, and hands them over with the signature. */
export const isSalesperson = ({ role, department }: Actor) =>
  role === 'employee' && department === 'sales';
const isOwn = (actor: Actor, deal: Omit<DealFacts, 'status'>) =>
  deal.salesperson_id === actor.userId ||
  deal.second_salesperson_id === actor.userId ||
  deal.created_by === actor.userId;

const canWorkOn = (actor: Actor, deal: DealFacts) =>
  canWrite(actor) && (!isSalesperson(actor) || (isOwn(actor, deal) && deal.status === 'open'));

/** Funded and canceled deals are final. */
export const canEdit = (actor: Actor, deal: DealFacts) =>
  canWorkOn(actor, deal) && !isClosed(deal.status);

/** Promises are kept after the signature, too. */
export const canKeepPromises = (actor: Actor, deal: DealFacts) =>
  canWrite(actor) && (!isSalesperson(actor) || isOwn(actor, deal));

/** Whether the lender’s money has arrived is for F&I and managers to say. */
const canFund = (actor: Actor) => actor.department === 'finance' || isManager(actor);

/** Why the actor may not make this change of status; null if they may. */
export function statusRefusal(actor: Actor, deal: DealFacts, to: Status): string | null {
  const from = deal.status;
  if (!canWrite(actor)) return 'Only sales, finance and back office can change deals.';
  if (!canWorkOn(actor, deal)) {
    return from === 'open'
      ? 'Salespeople can change their own deals only.'
      : 'Salespeople can change their deals until they are signed.';
  }
  if (to === 'funded' && !canFund(actor)) return 'Only finance or a manager can fund a deal.';
  if (needsManager(from, to) && !isManager(actor)) return 'Only a manager can undo a signed deal.';
  return null;
}

/** The status changes the actor may make. */
export const statusChangesFor = (actor: Actor, deal: DealFacts) =>
  nextStatuses[deal.status]
    .filter((to) => statusRefusal(actor, deal, to) === null)
    .map((to) => ({ status: to, needsReason: needsReason(deal.status, to) }));

/** A day that is in the books is corrected by a manager. */
export const canCorrectDays = (actor: Actor) => canWrite(actor) && isManager(actor);

/** A change to a status that is reached on a day, not one that is returned to. */
export const asksForDay = (from: Status, to: Status) => to !== 'canceled' && !goesBack(from, to);

/** The trade-in arrives with the delivery, and is added only once. */
export const canTakeTrade = (
  actor: Actor,
  deal: { status: Status; trade_vehicle: string | null; trade_vehicle_id: number | null },
) =>
  canWrite(actor) &&
  !isSalesperson(actor) &&
  (deal.status === 'delivered' || deal.status === 'funded') &&
  deal.trade_vehicle !== null &&
  deal.trade_vehicle_id === null;
