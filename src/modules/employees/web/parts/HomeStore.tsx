import type { Store } from '../../../../platform/contract/access.ts';
import { homeStoreName } from '../../../../platform/contract/names.ts';
import { StoreMark } from '../../../../platform/web/ui/StoreMark.tsx';

/** The home store; without one, an employee of the whole group. */
export function HomeStore({ store, className }: { store: Store | null; className?: string }) {
  return store ? (
    <StoreMark store={store} {...(className && { className })} />
  ) : (
    <span className={className}>{homeStoreName(store)}</span>
  );
}
