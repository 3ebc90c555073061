import type { Store } from '../../../../platform/contract/access.ts';
import { storeAccessNames } from '../../../../platform/contract/names.ts';

export const peopleCount = (count: number) => (count === 1 ? '1 person' : `${count} people`);

export function storeList(stores: readonly string[]): string {
  if (stores.includes('all')) return storeAccessNames.all;
  return stores.map((store) => storeAccessNames[store as Store] ?? store).join(', ');
}
