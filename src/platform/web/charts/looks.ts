import type { Store } from '../../contract/access.ts';

/** A store by its color and, for who does not tell colors apart, by its stroke. */
const looks: Record<Store, { stroke: string; strokeDasharray?: string }> = {
  ford: { stroke: 'var(--store-ford)' },
  hyundai: { stroke: 'var(--store-hyundai)', strokeDasharray: '6 3' },
  chevrolet: { stroke: 'var(--store-chevrolet)', strokeDasharray: '2 3' },
};
export const lookOf = (store: Store) => looks[store];
