import { type Store, stores } from '../../../../platform/contract/access.ts';
import type { StoreHours } from '../../contract/sheets.ts';
import type { Day } from './days.ts';
import type { Split } from './overtime.ts';

const order: readonly (Store | null)[] = [...stores, null];

/**
 * A day's paid hours by the store they were worked at. Within a day overtime follows the regular hours and double
 * time follows overtime, under every law and basis, so it belongs to the store of the hours worked last.
 */
export function dayByStore(day: Day, split: Split): StoreHours[] {
  const hours = new Map<Store | null, StoreHours>();
  const left = { ...split };
  const paid = day.intervals.filter((interval) => interval.paid);
  for (const { store, start, end } of paid.toSorted((a, b) => a.start - b.start)) {
    const sums = hours.get(store) ?? none(store);
    hours.set(store, sums);
    let rest = end - start;
    for (const kind of ['regularMs', 'overtimeMs', 'doubleMs'] as const) {
      const part = Math.min(rest, left[kind]);
      left[kind] -= part;
      sums[kind] += part;
      sums.paidMs += part;
      rest -= part;
    }
  }
  return inOrder(hours);
}

/** The sums of several days. */
export function addStores(days: readonly (readonly StoreHours[])[]): StoreHours[] {
  const sums = new Map<Store | null, StoreHours>();
  for (const day of days.flat()) {
    const sum = sums.get(day.store) ?? none(day.store);
    sums.set(day.store, {
      store: day.store,
      paidMs: sum.paidMs + day.paidMs,
      regularMs: sum.regularMs + day.regularMs,
      overtimeMs: sum.overtimeMs + day.overtimeMs,
      doubleMs: sum.doubleMs + day.doubleMs,
    });
  }
  return inOrder(sums);
}

const none = (store: Store | null): StoreHours => ({
  store,
  paidMs: 0,
  regularMs: 0,
  overtimeMs: 0,
  doubleMs: 0,
});

const inOrder = (hours: ReadonlyMap<Store | null, StoreHours>): StoreHours[] =>
  order.flatMap((store) => hours.get(store) ?? []).filter(({ paidMs }) => paidMs > 0);
