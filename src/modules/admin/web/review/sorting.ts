import type { User } from '../../../people/contract.ts';
import { fullName, pageName } from '../rules/labels.ts';
import { rankOf } from '../rules/role.ts';

export type SortKey = 'name' | 'role' | 'pages' | 'features' | 'stores' | 'lastLogin';
export interface Sort {
  key: SortKey;
  descending: boolean;
}

export const filters = [
  { value: 'everyone', label: 'Everyone' },
  { value: 'full', label: 'Full access' },
  { value: 'people', label: 'User management' },
  { value: 'unused', label: 'No sign-in for 90 days' },
  { value: 'disabled', label: 'Disabled' },
] as const;
export type Filter = (typeof filters)[number]['value'];

const unusedAfterMs = 90 * 24 * 3_600_000;

const tests: Record<Filter, (user: User, now: number) => boolean> = {
  everyone: () => true,
  full: (user) => hasFull(user),
  people: (user) => user.role === 'admin' || holdsOneOf(user, 'user_management'),
  unused: (user, now) => now - signedInAt(user) > unusedAfterMs,
  disabled: (user) => !user.isActive,
};

export const filtered = (users: readonly User[], filter: Filter, now: number) =>
  users.filter((user) => tests[filter](user, now));

const values: Record<SortKey, (user: User) => number | string> = {
  name: (user) => `${user.lastName} ${fullName(user)}`.toLowerCase(),
  role: (user) => rankOf(user.role),
  pages: (user) => (user.pagePermissions.includes('all') ? 99 : user.pagePermissions.length),
  features: (user) => (hasFull(user) ? 99 : user.featurePermissions.length),
  stores: (user) => (user.storeAccess.includes('all') ? 99 : user.storeAccess.length),
  lastLogin: signedInAt,
};

export function sorted(users: readonly User[], { key, descending }: Sort): User[] {
  const value = values[key];
  const direction = descending ? -1 : 1;
  return users.toSorted((one, other) => {
    const left = value(one);
    const right = value(other);
    if (left === right) return 0;
    return (left < right ? -1 : 1) * direction;
  });
}

export function pagesText({ pagePermissions }: User): string {
  if (pagePermissions.includes('all')) return 'All pages';
  return pagePermissions.map(pageName).join(', ') || 'None';
}

function hasFull({ featurePermissions }: User): boolean {
  return featurePermissions.includes('full_access') || featurePermissions.includes('all');
}

function holdsOneOf({ pagePermissions }: User, page: 'user_management'): boolean {
  return pagePermissions.includes('all') || pagePermissions.includes(page);
}

function signedInAt({ lastLogin }: User): number {
  return lastLogin ? Date.parse(lastLogin) : 0;
}
