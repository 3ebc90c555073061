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

/** What an account reaches: its rights, and the department that opens its team channels and notes. */
export interface Reach extends Rights {
  department: User['department'];
}

export interface Holder extends Grants {
  storeAccess: readonly string[];
  department: string | null;
}

/** What `holder` would have to hold, and does not, so that the account gets from `before` to `after`. */
export function findMissingRights(
  holder: Holder,
  before: Reach,
  after: Reach,
): { field: keyof Reach; value: string } | null {
  if (holder.role === 'admin') return null;
  for (const value of added(before.pagePermissions, after.pagePermissions)) {
    const held =
      value === 'all' ? holder.pagePermissions.includes('all') : holdsPage(holder, value);
    if (!held) return { field: 'pagePermissions', value };
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

/** What somebody has who has nothing. */
export const noRights: Rights = { pagePermissions: [], featurePermissions: [], storeAccess: [] };

export const noReach: Reach = { ...noRights, department: null };

/** Whether the holder has everything that this account has. */
export const holdsAll = (holder: Holder, reach: Reach): boolean =>
  findMissingRights(holder, noReach, reach) === null;

/** Whether the holder works in one of the account's stores. Who has no store yet is anybody's to place. */
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
  const held = holder.storeAccess;
  return (
    held.includes('all') || stores.every((store) => held.includes(store)) || held.includes(value)
  );
}

const everyPage = [...pages, ...adminPermissions];
/** What a form lists; the others come with them. */
const listedPages = everyPage.filter(
  (page) => page !== 'admin_tools' && page !== 'system_management',
);

/**
 * The rights an account gets when `wanted` is asked for one that has `before`: every store is all of them
 * and the word `all`, and `full_access` is everything or it is not there.
 */
export function settleRights(before: Rights, wanted: Partial<Rights>): Rights {
  const page = wanted.pagePermissions ?? before.pagePermissions;
  const feature = wanted.featurePermissions ?? before.featurePermissions;
  const store = settleStores(before.storeAccess, wanted.storeAccess);
  const settled: Rights = {
    pagePermissions: inOrder(['all', ...everyPage], page),
    featurePermissions: inOrder(['all', ...features], feature),
    storeAccess: store,
  };
  if (!feature.includes('full_access')) return settled;
  // The word alone asks for it, also where it is held; without some of the rest, that was taken away.
  const asked = !before.featurePermissions.includes('full_access') || feature.length === 1;
  if (asked) return { ...everything, storeAccess: [...stores, 'all'] };
  const pagesWhole = page.includes('all') || includesAll(page, listedPages);
  if (pagesWhole && includesAll(feature, features)) return { ...everything, storeAccess: store };
  return { ...settled, featurePermissions: without(settled.featurePermissions, 'full_access') };
}

const everything: Omit<Rights, 'storeAccess'> = {
  pagePermissions: everyPage,
  featurePermissions: [...features],
};

const without = <T>(list: readonly T[], value: NoInfer<T>) => list.filter((each) => each !== value);

function settleStores(
  before: Rights['storeAccess'],
  wanted: Rights['storeAccess'] = before,
): Rights['storeAccess'] {
  const named = stores.filter((store) => wanted.includes(store));
  // Where `all` was held and some are missing now, those were taken away; alone it stands for all three.
  const taken = before.includes('all') && named.length > 0;
  const every = named.length === stores.length || (wanted.includes('all') && !taken);
  return every ? [...stores, 'all'] : named;
}

const includesAll = <T>(list: readonly T[], wanted: readonly T[]) =>
  wanted.every((value) => list.includes(value));

/** Each once, in the order in which they are known: two ways to say the same are the same. */
const inOrder = <T>(known: readonly T[], list: readonly T[]): T[] =>
  known.filter((value) => list.includes(value));
