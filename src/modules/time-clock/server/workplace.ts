import type { Store } from '../../../platform/contract/access.ts';
import { invalid } from '../../../platform/server/errors.ts';
import { ownStores } from '../../../platform/server/records/stores.ts';
import { namesStore, type PunchKind } from '../contract.ts';
import type { CountedPunch } from './punches.ts';
import type { ClockDb } from './tables.ts';

export interface Worker {
  id: number;
  store_access: readonly string[];
}

export const workStores = ({ store_access }: Worker): Store[] =>
  ownStores({ storeAccess: [...store_access] });

/**
 * The store to record with a punch: as chosen, or of a clock-in the person's only one. Null if it does not say. Throws
 * if it is not one of their stores.
 */
export function checkStore(
  person: Worker,
  { kind, store }: { kind: PunchKind; store?: Store | undefined },
): Store | null {
  const own = workStores(person);
  if (store === undefined) {
    return kind === 'clock_in' && own.length === 1 ? (own[0] ?? null) : null;
  }
  if (!namesStore(kind)) {
    const field = { store: 'Not for this kind of punch' };
    throw invalid('Only a clock-in or the end of a break can name a store.', field);
  }
  if (!own.includes(store)) {
    const field = { store: 'Not one of their stores' };
    throw invalid('Choose one of the stores the employee works at.', field);
  }
  return store;
}

/** Whether a chosen store is one of theirs; true if none was chosen. */
export const worksAt = (person: Worker, store: Store | undefined): boolean =>
  store === undefined || workStores(person).includes(store);

/** Whether someone of several stores clocks in without saying where. */
export const lacksStore = (person: Worker, kind: PunchKind, store: Store | null): boolean =>
  kind === 'clock_in' && store === null && workStores(person).length > 1;

/** Where someone last said they work, before this instant; null if they no longer work there. */
export async function findUsualStore(
  db: ClockDb,
  person: Worker,
  before: number,
): Promise<Store | null> {
  const row = await db
    .selectFrom('time_effective')
    .select('store')
    .where('user_id', '=', person.id)
    .where('store', 'is not', null)
    .where('at', '<=', new Date(before))
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return workStores(person).find((store) => store === row?.store) ?? null;
}

/** Hours of someone with one store belong to it, also where that was not recorded. */
export function withOnlyStore(
  punches: readonly CountedPunch[],
  person: Worker,
): readonly CountedPunch[] {
  const [only, ...others] = workStores(person);
  if (only === undefined || others.length > 0) return punches;
  return punches.map((punch) =>
    punch.kind === 'clock_in' && punch.store === null ? { ...punch, store: only } : punch,
  );
}
