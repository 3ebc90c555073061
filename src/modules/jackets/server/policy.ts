import {
  type Department,
  holdsFeature,
  isJobOf,
  permits,
  type Store,
} from '../../../platform/contract/access.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import { isManager } from '../../../platform/server/records/staff.ts';
import { ownStores, visibleStores } from '../../../platform/server/records/stores.ts';
import { listDeals, saveDeal } from '../../deals/contract.ts';
import { cabinetRules, readableCabinets, writableCabinets } from '../../documents/contract.ts';
import { listOrders, saveOrder } from '../../repair-orders/contract.ts';
import { listVehicles } from '../../vehicles/contract.ts';
import { type ChecklistKind, cabinetOf, type RecordKind, recordOf } from '../contract/kinds.ts';

/** Those who see that a jacket is complete, and have the lender’s and the state’s deadlines. */
const clerks: readonly Department[] = ['finance', 'back_office'];

const isReader = (actor: Actor, record: RecordKind): boolean => {
  const { readers } = cabinetRules[cabinetOf[record]];
  return readers === null || isJobOf(actor, readers);
};

/**
 * The stores whose jackets the actor may read: those of deals and repair orders they can open, if the documents are
 * their department’s, too. Personnel files are for HR only, whatever the role.
 */
export function storesOf(actor: Actor, record: RecordKind): Store[] {
  if (record === 'employee') return readableCabinets(actor).includes('hr') ? ownStores(actor) : [];
  if (!isReader(actor, record)) return [];
  return visibleStores(actor, record === 'deal' ? listDeals.access : listOrders.access);
}

/** Title work is read like the jackets of deals. */
export const titleStoresOf = (actor: Actor): Store[] => storesOf(actor, 'deal');

/** Whether the actor decides what a jacket does without, and keeps the stipulations and the title work. */
export function canKeep(actor: Actor, record: RecordKind): boolean {
  switch (record) {
    case 'deal':
      return permits(saveDeal.access, actor) && isJobOf(actor, clerks);
    case 'repair_order':
      return (
        permits(saveOrder.access, actor) &&
        (isJobOf(actor, ['back_office']) || (isManager(actor) && isJobOf(actor, ['service'])))
      );
    case 'employee':
      return writableCabinets(actor).includes('hr');
  }
}

/** Files documents of these records. */
export const canFile = (actor: Actor, record: RecordKind): boolean =>
  writableCabinets(actor).includes(cabinetOf[record]);

/** A checklist and the limits of title work hold for everyone. */
export const canEditChecklist = (actor: Actor, kind: ChecklistKind): boolean =>
  isManager(actor) && canKeep(actor, recordOf[kind]);
export const canEditLimits = (actor: Actor): boolean => isManager(actor) && canKeep(actor, 'deal');

/** The list of sold vehicles whose lender was not paid, which is part of the inventory. */
export const canSeePayoffs = (actor: Actor): boolean =>
  permits(listVehicles.access, actor) && holdsFeature(actor, 'financial_reports');

export const keepRefusals: Record<RecordKind, string> = {
  deal: 'Only finance, back office and store leaders can change deal jackets and title work.',
  repair_order: 'Only back office, service managers and store leaders can change these jackets.',
  employee: 'Only HR can change personnel files.',
};
