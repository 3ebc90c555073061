import { describe, expect, test } from 'vitest';
import { features, pages } from '../../../platform/contract/access.ts';
import {
  changedRights,
  everyRight,
  hasFullAccess,
  holds,
  noRights,
  type Rights,
  toggleRight,
  toggleStore,
} from '../web/rules/rights.ts';

const rights = (more: Partial<Rights> = {}): Rights => ({ ...noRights, ...more });

describe('stores', () => {
  test("ticking 'all' selects all three stores", () => {
    expect(toggleStore([], 'all')).toEqual(['ford', 'hyundai', 'chevrolet', 'all']);
  });
  test("selecting all three stores individually adds 'all'", () => {
    expect(toggleStore(['ford', 'chevrolet'], 'hyundai')).toContain('all');
    expect(toggleStore(['ford'], 'hyundai')).toEqual(['ford', 'hyundai']);
  });
  test("unticking any store removes 'all'", () => {
    const left = toggleStore(['ford', 'hyundai', 'chevrolet', 'all'], 'ford');
    expect(left).toEqual(['hyundai', 'chevrolet']);
  });
  test("the value 'all' alone means every store", () => {
    expect(toggleStore(['all'], 'ford')).toEqual(['hyundai', 'chevrolet']);
    expect(toggleStore(['all'], 'all')).toEqual([]);
  });
});

describe('full access', () => {
  test('grants every page, admin sub-permission, feature and store', () => {
    const full = toggleRight(noRights, 'feature', 'full_access');
    expect(full.pagePermissions).toEqual(expect.arrayContaining([...pages, 'user_management']));
    expect(full.featurePermissions).toEqual([...features]);
    expect(full.storeAccess).toContain('all');
  });
  test('is lost with any page or feature that is removed', () => {
    const withoutPage = toggleRight(everyRight, 'page', 'reports');
    expect(hasFullAccess(withoutPage)).toBe(false);
    expect(holds(withoutPage, 'page', 'reports')).toBe(false);
    expect(holds(withoutPage, 'feature', 'audit_logs')).toBe(true);
    const withoutFeature = toggleRight(everyRight, 'feature', 'audit_logs');
    expect(hasFullAccess(withoutFeature)).toBe(false);
    expect(holds(withoutFeature, 'feature', 'audit_logs')).toBe(false);
  });
  test('once removed itself leaves the rest', () => {
    const left = toggleRight(everyRight, 'feature', 'full_access');
    expect(left.pagePermissions).toEqual(everyRight.pagePermissions);
    expect(left.featurePermissions).toEqual(features.filter((one) => one !== 'full_access'));
  });
});

describe('pages', () => {
  test("the value 'all' means every page, until one is removed", () => {
    const all = rights({ pagePermissions: ['all'] });
    expect(holds(all, 'page', 'hr')).toBe(true);
    const left = toggleRight(all, 'page', 'hr').pagePermissions;
    expect(left).not.toContain('all');
    expect(left).not.toContain('hr');
    expect(left).toContain('system_connectors');
  });
  test('admin sub-permissions are removed with the admin panel', () => {
    const before = rights({ pagePermissions: ['hr', 'admin_panel', 'user_management'] });
    expect(toggleRight(before, 'page', 'admin_panel').pagePermissions).toEqual(['hr']);
  });
});

test('a change contains only the changed lists', () => {
  const before = rights({ pagePermissions: ['hr'], storeAccess: ['ford'] });
  const after = toggleRight(before, 'page', 'reports');
  expect(changedRights(before, after)).toEqual({ pagePermissions: ['hr', 'reports'] });
  expect(Object.keys(changedRights(before, everyRight))).toHaveLength(3);
});
