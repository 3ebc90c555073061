import { permits, type Store, stores } from '../../../platform/contract/access.ts';
import { forbidden, invalid } from '../../../platform/server/errors.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import { isManager } from '../../../platform/server/records/staff.ts';
import { ownStores, visibleStores } from '../../../platform/server/records/stores.ts';
import { readAccess, writeAccess } from '../contract/lead.ts';
import { isOpen, type Milestones, nextStatuses, type Status } from '../contract/status.ts';

/** The stores whose leads the actor may read; none without read access. */
export const storesOf = (actor: Actor): Store[] => visibleStores(actor, readAccess);

export const canWrite = (actor: Actor) => permits(writeAccess, actor);
/** May assign leads to others, and change the lead routing. */
export const canAssign = (actor: Actor) => canWrite(actor) && isManager(actor);
/** May read the message a lead arrived in, as it was sent. */
export const canReadOriginal = (actor: Actor) => isManager(actor);
/** Closed leads cannot be edited. */
export const canEdit = (actor: Actor, status: Status) => canWrite(actor) && isOpen(status);

/** The clock is the same at every store, so only a manager of all of them may set it. */
export const canSetClock = (actor: Actor) =>
  canAssign(actor) && ownStores(actor).length === stores.length;

/** The status changes the actor may make. */
export const statusChangesFor = (actor: Actor, lead: Milestones & { status: Status }): Status[] =>
  canWrite(actor) ? [...nextStatuses(lead)] : [];

export function assertOwnStore(actor: Actor, store: Store): void {
  if (!ownStores(actor).includes(store)) {
    throw invalid('You don’t work at this store.', { store: 'Choose one of your stores' });
  }
}

export function assertManages(actor: Actor): void {
  if (!canAssign(actor)) throw forbidden('Only a manager of the store can change this.');
}
