import type { Store } from '../../contract/access.ts';

/** Stores differ by color and, for color-blind users, by stroke. */
const looks: Record<Store, { stroke: string; strokeDasharray?: string }> = {
  ford: { stroke: 'var(--store-ford)' },
  hyundai: { stroke: 'var(--store-hyundai)', strokeDasharray: '6 3' },
  chevrolet: { stroke: 'var(--store-chevrolet)', strokeDasharray: '2 3' },
};
export const lookOf = (store: Store) => looks[store];
