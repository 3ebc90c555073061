import {
  type AdminPermission,
  adminPermissions,
  features,
  pages,
  stores,
} from '../../../../platform/contract/access.ts';
import type { User } from '../../../people/contract.ts';

/** The permissions of an account, as stored. */
export type Rights = Pick<User, 'pagePermissions' | 'featurePermissions' | 'storeAccess'>;
export type Kind = 'page' | 'feature' | 'store';

/** The permissions a form lists under `admin_panel`. */
export const listedAdminPermissions = [
  'user_management',
  'system_overview',
  'system_connectors',
  'platform_integration',
] as const satisfies readonly AdminPermission[];

export const noRights: Rights = { pagePermissions: [], featurePermissions: [], storeAccess: [] };

/** The permissions that `full_access` grants. */
export const everyRight: Rights = {
  pagePermissions: [...pages, ...adminPermissions],
  featurePermissions: [...features],
  storeAccess: [...stores, 'all'],
};

export const rightsOf = ({ pagePermissions, featurePermissions, storeAccess }: Rights): Rights => ({
  pagePermissions,
  featurePermissions,
  storeAccess,
});

export const hasFullAccess = ({ featurePermissions }: Rights) =>
  featurePermissions.includes('full_access');

export function holds(rights: Rights, kind: Kind, value: string): boolean {
  return expanded(rights, kind).includes(value);
}

/** The permissions after one was toggled. */
export function toggleRight(rights: Rights, kind: Kind, value: string): Rights {
  if (kind === 'store') {
    return {
      ...rights,
      storeAccess: toggleStore(rights.storeAccess, value) as Rights['storeAccess'],
    };
  }
  if (kind === 'feature' && value === 'full_access' && !hasFullAccess(rights)) {
    return everyRight;
  }
  if (!holds(rights, kind, value)) return added(rights, kind, value);
  return removed(rights, kind, value);
}

/** Checking `all` checks every store, every store checked adds `all`, and unchecking any removes `all`. */
export function toggleStore(storeAccess: readonly string[], value: string): string[] {
  const current = storeAccess.includes('all') ? [...stores, 'all'] : [...storeAccess];
  if (value === 'all') return current.includes('all') ? [] : [...stores, 'all'];
  if (current.includes(value)) return current.filter((one) => one !== value && one !== 'all');
  const next = stores.filter((store) => store === value || current.includes(store));
  return next.length === stores.length ? [...next, 'all'] : next;
}

/** Only the lists that differ, so that a request sends only what changed. */
export function changedRights(before: Rights, after: Rights): Partial<Rights> {
  const keys = ['pagePermissions', 'featurePermissions', 'storeAccess'] as const;
  const changed = keys.filter((key) => !sameList(before[key], after[key]));
  return Object.fromEntries(changed.map((key) => [key, after[key]]));
}

export function sameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((value) => other.includes(value));
}

const all: Record<Kind, readonly string[]> = {
  page: [...pages, ...adminPermissions],
  feature: features,
  store: [...stores, 'all'],
};

function expanded(rights: Rights, kind: Kind): readonly string[] {
  const values = listOf(rights, kind);
  if (values.includes('all')) return all[kind];
  return kind === 'feature' && values.includes('full_access') ? features : values;
}

function listOf(rights: Rights, kind: Kind): readonly string[] {
  if (kind === 'page') return rights.pagePermissions;
  return kind === 'feature' ? rights.featurePermissions : rights.storeAccess;
}

function added(rights: Rights, kind: Kind, value: string): Rights {
  return withList(rights, kind, [...listOf(rights, kind), value]);
}

/** Without every permission there is no full access. */
function removed(rights: Rights, kind: Kind, value: string): Rights {
  const removedValues: readonly string[] =
    value === 'admin_panel' ? [value, ...listedAdminPermissions] : [value];
  const left = expanded(rights, kind).filter((one) => !removedValues.includes(one));
  const next = withList(rights, kind, left);
  if (!hasFullAccess(next)) return next;
  return {
    ...next,
    featurePermissions: next.featurePermissions.filter((one) => one !== 'full_access'),
  };
}

function withList(rights: Rights, kind: Kind, list: readonly string[]): Rights {
  const key = kind === 'page' ? 'pagePermissions' : 'featurePermissions';
  return { ...rights, [key]: list };
}
