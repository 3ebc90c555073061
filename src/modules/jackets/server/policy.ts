import { holdsFeature, permits, type Store } from '../../../platform/contract/access.ts';
import { forbidden } from '../../../platform/server/errors.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import { isManager } from '../../../platform/server/records/staff.ts';
import { ownStores } from '../../../platform/server/records/stores.ts';
import { writableCabinets } from '../../documents/contract.ts';
import { listVehicles } from '../../vehicles/contract.ts';
import { type ChecklistKind, cabinetOf, type RecordKind, recordOf } from '../contract/kinds.ts';
import { canKeepJackets, readableRecords } from '../contract/rights.ts';

/** The stores whose jackets of these records the actor may read. */
export const storesOf = (actor: Actor, record: RecordKind): Store[] =>
  readableRecords(actor).includes(record) ? ownStores(actor) : [];

/** Title work is read like the jackets of deals. */
export const titleStoresOf = (actor: Actor): Store[] => storesOf(actor, 'deal');

export const canKeep = (actor: Actor, record: RecordKind): boolean => canKeepJackets(actor, record);

/** An export takes many people’s data out of Forecourt: for those who work on it, not all who read it. */
export function assertMayExport(actor: Actor, record: RecordKind): void {
  if (!canKeep(actor, record)) throw forbidden(exportRefusals[record]);
}

/** Files documents of these records. */
export const canFile = (actor: Actor, record: RecordKind): boolean =>
  writableCabinets(actor).includes(cabinetOf[record]);

/** A checklist holds for every store. */
export const canEditChecklist = (actor: Actor, kind: ChecklistKind): boolean =>
  isManager(actor) && canKeep(actor, recordOf[kind]);
export const canEditLimits = (actor: Actor): boolean => isManager(actor) && canKeep(actor, 'deal');

/** The list of sold vehicles whose lender was not paid, which is part of the inventory. */
export const canSeePayoffs = (actor: Actor): boolean =>
  permits(listVehicles.access, actor) && holdsFeature(actor, 'financial_reports');

const exportRefusals: Record<RecordKind, string> = {
  deal: 'Only finance, back office and store leaders can export deal jackets and title work.',
  repair_order: 'Only back office, service managers and store leaders can export these jackets.',
  employee: 'Only HR can export personnel files.',
};

export const keepRefusals: Record<RecordKind, string> = {
  deal: 'Only finance, back office and store leaders can change deal jackets and title work.',
  repair_order: 'Only back office, service managers and store leaders can change these jackets.',
  employee: 'Only HR can change personnel files.',
};
