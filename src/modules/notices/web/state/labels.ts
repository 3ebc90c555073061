import type { Store } from '../../../../platform/contract/access.ts';
import { storeNames } from '../../../../platform/contract/names.ts';

export const peopleCount = (count: number) => (count === 1 ? '1 person' : `${count} people`);

export function storeList(stores: readonly string[]): string {
  if (stores.includes('all')) return 'All stores';
  return stores.map((store) => storeNames[store as Store] ?? store).join(', ');
}
