import type { Store } from '../../../../platform/contract/access.ts';
import { namesStore, type PunchKind } from '../../contract.ts';
import type { ShownClock } from './useClock.ts';

/**
 * Why the server would not accept this punch from where the user is; undefined if it would. `chosen` is the store
 * chosen for a clock-in or the end of a break; every other punch belongs to the running shift's.
 */
export function refusalOf(
  { refusals, stores, store }: Pick<ShownClock, 'refusals' | 'stores' | 'store'>,
  kind: PunchKind,
  chosen?: Store,
): string | undefined {
  const only = stores.length === 1 ? stores[0] : undefined;
  const place = (namesStore(kind) && chosen) || only || store;
  return refusals.find((one) => one.store === place)?.reason;
}
