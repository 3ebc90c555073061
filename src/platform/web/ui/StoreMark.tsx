import { clsx } from 'clsx';
import type { Store } from '../../contract/access.ts';
import { storeNames } from '../../contract/names.ts';

const colors: Record<Store, string> = {
  ford: 'bg-store-ford',
  hyundai: 'bg-store-hyundai',
  chevrolet: 'bg-store-chevrolet',
};

/** A store's name with its color. */
export function StoreMark({ store, className }: { store: Store; className?: string }) {
  return (
    <span className={clsx('inline-flex items-center gap-1.5 whitespace-nowrap', className)}>
      <span aria-hidden="true" className={clsx('size-2 shrink-0 rounded-full', colors[store])} />
      {storeNames[store]}
    </span>
  );
}
