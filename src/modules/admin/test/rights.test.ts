import { describe, expect, test } from 'vitest';
import { adminPermissions, features, pages, stores } from '../../../platform/contract/access.ts';
import {
  findMissingRights,
  noReach,
  noRights,
  type Reach,
  type Rights,
  settleRights,
} from '../server/rules/rights.ts';

const rights = (more: Partial<Rights> = {}): Rights => ({ ...noRights, ...more });
const everyStore = [...stores, 'all'] as const;
const full: Rights = {
  pagePermissions: [...pages, ...adminPermissions],
  featurePermissions: [...features],
  storeAccess: [...everyStore],
};
const without = <T>(list: readonly T[], value: T) => list.filter((each) => each !== value);

describe('stores', () => {
  test.each<[string, Rights['storeAccess'], Rights['storeAccess'], Rights['storeAccess']]>([
    ['checking all selects all three and all', ['ford'], ['ford', 'all'], [...everyStore]],
    ['all alone means all three and all', [], ['all'], [...everyStore]],
    ['all three add all', ['ford'], ['ford', 'hyundai', 'chevrolet'], [...everyStore]],
    [
      'unchecking one removes all',
      [...everyStore],
      ['ford', 'hyundai', 'all'],
      ['ford', 'hyundai'],
    ],
    ['unchecking one and all', [...everyStore], ['ford'], ['ford']],
    ['all again stays', ['all'], ['all'], [...everyStore]],
    ['unchecking the last', ['ford'], [], []],
    ['duplicates are removed, in order', [], ['hyundai', 'ford', 'hyundai'], ['ford', 'hyundai']],
  ])('%s', (_name, before, requested, after) => {
    const settled = settleRights(rights({ storeAccess: before }), { storeAccess: requested });
    expect(settled.storeAccess).toEqual(after);
  });
});

describe('full access', () => {
  test('grants everything, whatever else is requested', () => {
    const requests = [
      { featurePermissions: ['full_access'] },
      { featurePermissions: ['view_data', 'full_access'], pagePermissions: ['dashboard'] },
      { ...full, storeAccess: [] },
    ] satisfies Partial<Rights>[];
    for (const request of requests) expect(settleRights(noRights, request)).toEqual(full);
  });

  test.each([...pages, ...without(without(adminPermissions, 'admin_tools'), 'system_management')])(
    'is lost when the page %s is removed',
    (page) => {
      const pagePermissions = without(full.pagePermissions, page);
      expect(settleRights(full, { pagePermissions })).toEqual({
        ...full,
        pagePermissions,
        featurePermissions: without(full.featurePermissions, 'full_access'),
      });
    },
  );

  test.each(without(features, 'full_access'))('is lost when the feature %s is removed', (name) => {
    const featurePermissions = without(full.featurePermissions, name);
    expect(settleRights(full, { featurePermissions })).toEqual({
      ...full,
      featurePermissions: without(featurePermissions, 'full_access'),
    });
  });

  test('once removed leaves the rest', () => {
    const featurePermissions = without(full.featurePermissions, 'full_access');
    expect(settleRights(full, { featurePermissions })).toEqual({ ...full, featurePermissions });
  });

  test('stays if nothing, only a store, or an unlisted page is removed', () => {
    expect(settleRights(full, full)).toEqual(full);
    expect(settleRights(full, { featurePermissions: ['full_access'] })).toEqual(full);
    const storeAccess = ['ford'] as Rights['storeAccess'];
    expect(settleRights(full, { storeAccess })).toEqual({ ...full, storeAccess });
    const listed = without(without(full.pagePermissions, 'admin_tools'), 'system_management');
    expect(settleRights(full, { pagePermissions: listed })).toEqual(full);
  });
});

describe('granting', () => {
  const holder = {
    role: 'manager' as const,
    pagePermissions: ['user_management', 'dashboard'],
    featurePermissions: ['view_data'],
    storeAccess: ['ford', 'hyundai'],
    department: 'sales',
  };
  const reach = (more: Partial<Reach>): Reach => ({ ...noReach, ...more });
  test.each<[string, Partial<Reach>, string | null]>([
    ['permissions the holder has', { pagePermissions: ['dashboard'], storeAccess: ['ford'] }, null],
    ['another page', { pagePermissions: ['dashboard', 'reports'] }, 'reports'],
    ['every page', { pagePermissions: ['all'] }, 'all'],
    ['another feature', { featurePermissions: ['financial_reports'] }, 'financial_reports'],
    ['every feature', { featurePermissions: ['all'] }, 'all'],
    ['another store', { storeAccess: ['chevrolet'] }, 'chevrolet'],
    ['every store', { storeAccess: ['all'] }, 'all'],
    ['the holder’s department', { department: 'sales' }, null],
    ['another department', { department: 'hr' }, 'hr'],
  ])('%s', (_name, granted, missing) => {
    expect(findMissingRights(holder, noReach, reach(granted))?.value ?? null).toBe(missing);
    // Existing permissions of the account can stay, and be removed.
    expect(findMissingRights(holder, reach(granted), reach(granted))).toBeNull();
    expect(findMissingRights(holder, reach(granted), noReach)).toBeNull();
    const admin = { ...holder, role: 'admin' as const, pagePermissions: [], storeAccess: [] };
    expect(findMissingRights(admin, noReach, reach(granted))).toBeNull();
  });

  test('full access requires all permissions', () => {
    const withoutStores = {
      ...holder,
      pagePermissions: ['all'],
      featurePermissions: ['full_access'],
    };
    expect(findMissingRights(withoutStores, noReach, reach(full))?.field).toBe('storeAccess');
    expect(
      findMissingRights({ ...withoutStores, storeAccess: ['all'] }, noReach, reach(full)),
    ).toBeNull();
  });
});
