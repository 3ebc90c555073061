import {
  type AdminPermission,
  adminPermissions,
  features,
  pages,
  stores,
} from '../../../../platform/contract/access.ts';
import type { User } from '../../../people/contract.ts';

/** What an account may see and do, as its record lists it. */
export type Rights = Pick<User, 'pagePermissions' | 'featurePermissions' | 'storeAccess'>;
export type Kind = 'page' | 'feature' | 'store';

/** Those a form lists beneath `admin_panel`. */
export const listedAdminPermissions = [
  'user_management',
  'system_overview',
  'system_connectors',
  'platform_integration',
] as const satisfies readonly AdminPermission[];

export const noRights: Rights = { pagePermissions: [], featurePermissions: [], storeAccess: [] };

/** What granting `full_access` grants. */
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

/** The rights after one of them was switched. */
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

/** Ticking `all` ticks every store, every store ticked is `all`, and unticking any takes `all` away. */
export function toggleStore(held: readonly string[], value: string): string[] {
  const current = held.includes('all') ? [...stores, 'all'] : [...held];
  if (value === 'all') return current.includes('all') ? [] : [...stores, 'all'];
  if (current.includes(value)) return current.filter((one) => one !== value && one !== 'all');
  const next = stores.filter((store) => store === value || current.includes(store));
  return next.length === stores.length ? [...next, 'all'] : next;
}

/** Only what differs, so that a change says no more than what was changed. */
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
  const held = listOf(rights, kind);
  if (held.includes('all')) return all[kind];
  return kind === 'feature' && held.includes('full_access') ? features : held;
}

function listOf(rights: Rights, kind: Kind): readonly string[] {
  if (kind === 'page') return rights.pagePermissions;
  return kind === 'feature' ? rights.featurePermissions : rights.storeAccess;
}

function added(rights: Rights, kind: Kind, value: string): Rights {
  return withList(rights, kind, [...listOf(rights, kind), value]);
}

/** Whoever lacks one thing no longer has full access. */
function removed(rights: Rights, kind: Kind, value: string): Rights {
  const gone: readonly string[] =
    value === 'admin_panel' ? [value, ...listedAdminPermissions] : [value];
  const left = expanded(rights, kind).filter((one) => !gone.includes(one));
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
