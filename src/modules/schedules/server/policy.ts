import {
  type Department,
  departments,
  permits,
  type Store,
  stores,
} from '../../../platform/contract/access.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import { ownStores } from '../../../platform/server/records/stores.ts';
import { canManageHours, managedStores } from '../../time-clock/server/public.ts';

export type Planner = Parameters<typeof canManageHours>[0];

/** The stores whose schedules the actor plans: where they manage hours, which includes those who write HR data. */
export function plannedStores(actor: Planner): readonly Store[] {
  if (!canManageHours(actor)) return [];
  return managedStores(actor) ?? stores;
}

export const canPlan = (actor: Planner, store: Store): boolean =>
  plannedStores(actor).includes(store);

/** Whether the actor reads all employees' data at the store without planning it. */
const readsAsHr = (actor: Actor, store: Store): boolean =>
  permits({ page: 'hr', feature: 'view_data' }, actor) && ownStores(actor).includes(store);

/** Those who work in a department of a store see what is published for it. */
export const canSee = (actor: Actor, store: Store, department: Department): boolean =>
  canPlan(actor, store) ||
  readsAsHr(actor, store) ||
  (ownStores(actor).includes(store) && actor.department === department);

/** In the order they are offered: the actor's own department first. */
export function visiblePlaces(actor: Actor): { store: Store; department: Department }[] {
  return stores.flatMap((store) =>
    departments
      .filter((department) => canSee(actor, store, department))
      .toSorted((a, b) => rankFor(actor, a) - rankFor(actor, b))
      .map((department) => ({ store, department })),
  );
}

const usual: readonly Department[] = ['sales', 'service', 'parts', 'finance'];
function rankFor(actor: Actor, department: Department): number {
  if (department === actor.department) return -1;
  const rank = usual.indexOf(department);
  return rank < 0 ? usual.length : rank;
}
