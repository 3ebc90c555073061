import type { LeadType } from '../../../src/modules/leads/contract/lead.ts';
import type { Hours } from '../../../src/modules/leads/contract/settings.ts';
import type { Store } from '../../../src/platform/contract/access.ts';

const weekday = { opens: '08:30', closes: '19:00' };
export const showroomHours: Hours = [
  ...Array.from({ length: 5 }, () => weekday),
  { opens: '09:00', closes: '18:00' },
  null,
];
export const limitMinutes = 15;

interface DemoSource {
  store: Store;
  name: string;
  type: LeadType;
}

/** Where leads come from; who walks in or was sent by a friend comes from none. */
export const demoSources: readonly DemoSource[] = (
  ['ford', 'hyundai', 'chevrolet'] as const
).flatMap((store) => [
  { store, name: 'Our website', type: 'internet' as const },
  { store, name: 'AutoFinder', type: 'internet' as const },
  { store, name: 'Radio spot', type: 'phone' as const },
]);

/** Who answers at each store, in turn. */
export const demoMembers: Record<Store, readonly string[]> = {
  ford: ['employee', 'tyler.boone', 'priya.raman', 'kayla.moss'],
  hyundai: ['hannah.schultz', 'omar.benali', 'priya.raman', 'kayla.moss'],
  chevrolet: ['jake.lindstrom', 'fatima.haidari', 'kayla.moss'],
};
