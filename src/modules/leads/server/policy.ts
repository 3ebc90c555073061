import { permits, type Store, stores } from '../../../platform/contract/access.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import { forbidden, invalid } from '../../../platform/server/http/errors.ts';
import { readAccess, writeAccess } from '../contract/lead.ts';
import { isOpen, nextStatuses, type Status } from '../contract/status.ts';

/** The stores a person works in. */
export const workplacesOf = ({ storeAccess }: Pick<Actor, 'storeAccess'>): Store[] =>
  stores.filter((one) => ['all', one].some((held) => storeAccess.includes(held)));

/** The stores whose leads are there for this person; none without the page and the right to read. */
export const storesOf = (actor: Actor): Store[] =>
  permits(readAccess, actor) ? workplacesOf(actor) : [];

export const canWrite = (actor: Actor) => permits(writeAccess, actor);
/** Gives leads to others, says how they are taken, and reads what came word for word. */
export const isManager = (actor: Actor) => actor.role !== 'employee';
export const canAssign = (actor: Actor) => canWrite(actor) && isManager(actor);
/** What is sold or lost is as it was. */
export const canEdit = (actor: Actor, status: Status) => canWrite(actor) && isOpen(status);

/** What this person may say became of a lead that is `from` now. */
export const becomeFor = (actor: Actor, from: Status): Status[] =>
  canWrite(actor) ? [...nextStatuses[from]] : [];

export function assertOwnStore(actor: Actor, store: Store): void {
  if (!workplacesOf(actor).includes(store)) {
    throw invalid('You do not work in this store.', { store: 'Choose one of your stores' });
  }
}

export function assertManages(actor: Actor): void {
  if (!canAssign(actor)) throw forbidden('Only a manager of the store may change this.');
}
