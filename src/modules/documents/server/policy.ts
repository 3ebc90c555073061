import { type RawBuilder, sql } from 'kysely';
import { type Store, stores } from '../../../platform/contract/access.ts';
import { forbidden, invalid } from '../../../platform/server/errors.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import { isManager } from '../../../platform/server/records/staff.ts';
import { inStores, ownStores } from '../../../platform/server/records/stores.ts';
import { isCondemned } from '../../retention/server/public.ts';
import { type Cabinet, readableCabinets, writableCabinets } from '../contract/cabinets.ts';
import { isTypeOf } from '../contract/types.ts';

/** Where a document is. */
interface Place {
  cabinet: Cabinet;
  /** Null: of every store. */
  store: Store | null;
}

/** What a policy needs to know about a document. */
interface DocumentFacts extends Place {
  removed_at: Date | null;
  created_by: number;
}

/** The cabinets whose removed documents and reading log the actor may see. */
const managedCabinets = (actor: Actor): Cabinet[] =>
  isManager(actor) ? writableCabinets(actor) : [];

/**
 * Condition on `documents d`: the actor may read it. What is destroyed, or about to be, is for no one; what was
 * removed, for those who manage its cabinet.
 */
export const visibleTo = (actor: Actor): RawBuilder<boolean> => sql<boolean>`
  (d.cabinet = any(${readableCabinets(actor)}::text[])
    and (d.store is null or ${inStores('d.store', ownStores(actor))})
    and d.destroyed_at is null and not ${isCondemned('documents', 'd.id')}
    and (d.removed_at is null or d.cabinet = any(${managedCabinets(actor)}::text[])))`;

/** Whether the actor works where the documents of this store are. */
const worksIn = (actor: Actor, store: Store | null) =>
  store === null ? ownStores(actor).length === stores.length : ownStores(actor).includes(store);

const canFile = (actor: Actor, { cabinet, store }: Place) =>
  writableCabinets(actor).includes(cabinet) && worksIn(actor, store);

const manages = (actor: Actor, place: Place) => canFile(actor, place) && isManager(actor);

export const canEdit = (actor: Actor, document: DocumentFacts) =>
  canFile(actor, document) && document.removed_at === null;

/** A file in the wrong place is taken out by who put it there, or by a manager. */
export const canRemove = (actor: Actor, document: DocumentFacts) =>
  canEdit(actor, document) && (isManager(actor) || document.created_by === actor.userId);

export const canRestore = (actor: Actor, document: DocumentFacts) =>
  manages(actor, document) && document.removed_at !== null;

export const canSeeAccesses = (actor: Actor, document: DocumentFacts) => manages(actor, document);

/** Throws unless the actor may file a document of this type there. */
export function assertFilable(actor: Actor, { cabinet, type, store }: Place & { type: string }) {
  if (!writableCabinets(actor).includes(cabinet)) {
    throw forbidden('You can’t file documents in this cabinet.');
  }
  if (!isTypeOf(cabinet, type)) {
    throw invalid('Check the type.', { type: 'Choose a type of this cabinet' });
  }
  if (store === null && cabinet !== 'policies') {
    throw invalid('Choose a store.', { store: 'Choose a store' });
  }
  if (!worksIn(actor, store)) {
    throw store === null
      ? invalid('Only those who work at every store can file for all of them.', {
          store: 'Choose one of your stores',
        })
      : invalid('You don’t work at this store.', { store: 'Choose one of your stores' });
  }
}

/** Throws if a move would take a document out of the personnel files, or into them. */
export function assertStaysInHr(from: Cabinet, to: Cabinet): void {
  if ((from === 'hr') === (to === 'hr')) return;
  throw invalid('Personnel files stay in HR.', { cabinet: 'Personnel files stay in HR' });
}
