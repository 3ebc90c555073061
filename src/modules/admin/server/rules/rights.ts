import {
  adminPermissions,
  features,
  type Grants,
  holdsFeature,
  holdsPage,
  pages,
  stores,
} from '../../../../platform/contract/access.ts';
import type { User } from '../../../people/contract.ts';

export type Rights = Pick<User, 'pagePermissions' | 'featurePermissions' | 'storeAccess'>;

/** What an account can access: its permissions, and its department with team channels and notes. */
export interface Reach extends Rights {
  department: User['department'];
}

export interface Holder extends Grants {
  storeAccess: readonly string[];
  department: string | null;
}

/** The first permission `holder` lacks to change an account from `before` to `after`; null if none. */
export function findMissingRights(
  holder: Holder,
  before: Reach,
  after: Reach,
): { field: keyof Reach; value: string } | null {
  if (holder.role === 'admin') return null;
  for (const value of added(before.pagePermissions, after.pagePermissions)) {
    const isHeld =
      value === 'all' ? holder.pagePermissions.includes('all') : holdsPage(holder, value);
    if (!isHeld) return { field: 'pagePermissions', value };
  }
  for (const value of added(before.featurePermissions, after.featurePermissions)) {
    if (!holdsFeatureOrAll(holder, value)) return { field: 'featurePermissions', value };
  }
  for (const value of added(before.storeAccess, after.storeAccess)) {
    if (!holdsStore(holder, value)) return { field: 'storeAccess', value };
  }
  const { department } = after;
  const isNew = department !== null && department !== before.department;
  return isNew && department !== holder.department
    ? { field: 'department', value: department }
    : null;
}

/** No permissions. */
export const noRights: Rights = { pagePermissions: [], featurePermissions: [], storeAccess: [] };

export const noReach: Reach = { ...noRights, department: null };

/** Whether the holder has all permissions of this account. */
export const holdsAll = (holder: Holder, reach: Reach): boolean =>
  findMissingRights(holder, noReach, reach) === null;

/** Whether the holder works in one of the account's stores. Accounts without a store are open to everyone. */
export const sharesStore = (
  holder: Holder,
  { storeAccess }: Pick<Rights, 'storeAccess'>,
): boolean =>
  holder.role === 'admin' ||
  storeAccess.length === 0 ||
  storeAccess.some((store) =>
    store === 'all' ? holder.storeAccess.length > 0 : holdsStore(holder, store),
  );

const added = <T>(before: readonly T[], after: readonly T[]) =>
  after.filter((value) => !before.includes(value));

function holdsFeatureOrAll(holder: Holder, value: Rights['featurePermissions'][number]): boolean {
  if (value !== 'all' && value !== 'full_access') return holdsFeature(holder, value);
  return holder.featurePermissions.some((held) => held === 'all' || held === 'full_access');
}

function holdsStore(holder: Holder, value: Rights['storeAccess'][number]): boolean {
  const { storeAccess } = holder;
  return (
    storeAccess.includes('all') ||
    stores.every((store) => storeAccess.includes(store)) ||
    storeAccess.includes(value)
  );
}

const everyPage = [...pages, ...adminPermissions];
/** The pages a form lists; the others are included with them. */
const listedPages = everyPage.filter(
  (page) => page !== 'admin_tools' && page !== 'system_management',
);

/**
 * Normalizes requested permissions: every store means all of them and the value `all`, and `full_access` means
 * every permission or is removed.
 */
export function settleRights(before: Rights, requested: Partial<Rights>): Rights {
  const page = requested.pagePermissions ?? before.pagePermissions;
  const feature = requested.featurePermissions ?? before.featurePermissions;
  const store = settleStores(before.storeAccess, requested.storeAccess);
  const settled: Rights = {
    pagePermissions: inOrder(['all', ...everyPage], page),
    featurePermissions: inOrder(['all', ...features], feature),
    storeAccess: store,
  };
  if (!feature.includes('full_access')) return settled;
  // `full_access` alone requests everything, even if already held; otherwise, without some permission,
  // it was removed.
  const isRequested = !before.featurePermissions.includes('full_access') || feature.length === 1;
  if (isRequested) return { ...everything, storeAccess: [...stores, 'all'] };
  const hasEveryPage = page.includes('all') || includesAll(page, listedPages);
  if (hasEveryPage && includesAll(feature, features)) return { ...everything, storeAccess: store };
  return { ...settled, featurePermissions: without(settled.featurePermissions, 'full_access') };
}

const everything: Omit<Rights, 'storeAccess'> = {
  pagePermissions: everyPage,
  featurePermissions: [...features],
};

const without = <T>(list: readonly T[], value: NoInfer<T>) => list.filter((each) => each !== value);

function settleStores(
  before: Rights['storeAccess'],
  requested: Rights['storeAccess'] = before,
): Rights['storeAccess'] {
  const named = stores.filter((store) => requested.includes(store));
  // If `all` was set and some are missing now, those were removed; `all` alone means all three.
  const isReduced = before.includes('all') && named.length > 0;
  const every = named.length === stores.length || (requested.includes('all') && !isReduced);
  return every ? [...stores, 'all'] : named;
}

const includesAll = <T>(list: readonly T[], requested: readonly T[]) =>
  requested.every((value) => list.includes(value));

/** Each once, in canonical order, so that equal sets compare equal. */
const inOrder = <T>(known: readonly T[], list: readonly T[]): T[] =>
  known.filter((value) => list.includes(value));
