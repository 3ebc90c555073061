import { describe, expect, test } from 'vitest';
import { describeChanges } from '../../../platform/web/forms/changes.ts';
import type { StatusMetrics } from '../../presence/contract.ts';
import {
  departmentLock,
  escalationLock,
  grantLock,
  lockReason,
  passwordLock,
} from '../web/rules/allowance.ts';
import { lastLoginText } from '../web/rules/lastLogin.ts';
import { nextRole, roleLabel } from '../web/rules/role.ts';
import { availableTabs, managesPeople } from '../web/rules/tabs.ts';
import { emptyValues, fieldNames, valueTexts } from '../web/users/form/values.ts';
import { moved } from '../web/users/metrics/buckets.ts';

const actor = (more: object = {}) => ({
  id: 1,
  role: 'manager' as const,
  pagePermissions: ['user_management', 'hr'],
  featurePermissions: ['view_data'],
  storeAccess: ['ford' as const],
  department: 'sales' as const,
  ...more,
});

test('the changes of someone else to an account are listed with their values', () => {
  const theirs = {
    ...emptyValues,
    role: 'general_manager' as const,
    department: 'parts' as const,
    storeAccess: ['ford' as const, 'hyundai' as const],
    pagePermissions: ['all' as const],
    featurePermissions: ['view_data' as const],
    isActive: false,
  };
  const versions = { mine: emptyValues, base: emptyValues, theirs };
  expect(describeChanges(versions, { fieldNames, valueTexts })).toEqual([
    'Role: Employee → General manager',
    'Department: empty → Parts',
    'Active: Yes → No',
    'Page permissions: empty → All pages',
    'Feature permissions: empty → View Data',
    'Stores: empty → Ford, Hyundai',
  ]);
});

test('the role badge goes up rank by rank and wraps to employee', () => {
  const roles = ['employee' as const];
  for (let step = 0; step < 5; step += 1) roles.push(nextRole(roles[step] ?? 'admin') as never);
  expect(roles).toEqual([
    'employee',
    'manager',
    'general_manager',
    'executive',
    'admin',
    'employee',
  ]);
  expect(roleLabel('general_manager')).toBe('general manager');
});

describe('tabs', () => {
  const tabs = (role: 'employee' | 'admin', ...pagePermissions: string[]) =>
    availableTabs({ role, pagePermissions, featurePermissions: [] });
  test('follow the permissions', () => {
    expect(tabs('employee', 'user_management')).toEqual(['users']);
    expect(tabs('employee', 'system_overview')).toEqual(['system']);
    expect(tabs('employee', 'system_connectors')).toEqual(['system']);
    expect(tabs('employee', 'system_management', 'user_management')).toEqual(['users', 'system']);
    expect(tabs('employee', 'all')).toEqual(['users', 'system']);
    expect(tabs('admin')).toEqual(['users', 'system']);
    expect(tabs('employee', 'admin_panel')).toEqual([]);
  });
  test('show read-only user management with admin tools alone', () => {
    expect(tabs('employee', 'admin_tools')).toEqual(['users']);
    expect(tabs('employee', 'admin_tools', 'system_overview')).toEqual(['system']);
    const reader = { role: 'employee', pagePermissions: ['admin_tools'], featurePermissions: [] };
    expect(managesPeople(reader as never)).toBe(false);
  });
});

describe('actions on other accounts', () => {
  test('protected, bot and higher accounts are locked', () => {
    expect(lockReason(actor(), { protection: null, role: 'manager' })).toBeUndefined();
    expect(lockReason(actor(), { protection: 'protected', role: 'employee' })).toMatch(/Protected/);
    expect(lockReason(actor(), { protection: 'system_bot', role: 'employee' })).toMatch(/Bot/);
    expect(lockReason(actor(), { protection: null, role: 'executive' })).toMatch(/higher role/);
  });
  test('accounts of other stores are locked, also for someone without stores', () => {
    const account = { protection: null, role: 'employee' as const };
    expect(lockReason(actor(), { ...account, storeAccess: ['ford', 'hyundai'] })).toBeUndefined();
    expect(lockReason(actor(), { ...account, storeAccess: [] })).toBeUndefined();
    expect(lockReason(actor(), { ...account, storeAccess: ['hyundai'] })).toMatch(/other stores/);
    const withoutStores = actor({ storeAccess: [] });
    expect(lockReason(withoutStores, { ...account, storeAccess: ['all'] })).toMatch(/other stores/);
    const admin = actor({ role: 'admin', storeAccess: [] });
    expect(lockReason(admin, { ...account, storeAccess: ['hyundai'] })).toBeUndefined();
  });
  test('no one assigns another department, or sets a password there', () => {
    expect(departmentLock(actor(), 'sales')).toBeUndefined();
    expect(departmentLock(actor(), 'hr')).toMatch(/not in this department/);
    expect(departmentLock(actor({ role: 'admin' }), 'hr')).toBeUndefined();
    const account = {
      id: 2,
      pagePermissions: [],
      featurePermissions: [],
      storeAccess: [],
      department: 'hr' as const,
    };
    expect(passwordLock(actor(), account)).toMatch(/another department/);
    expect(passwordLock(actor(), { ...account, department: 'sales' })).toBeUndefined();
  });
  test('no one grants a permission they don’t have', () => {
    expect(grantLock(actor(), 'page', 'hr')).toBeUndefined();
    expect(grantLock(actor(), 'page', 'reports')).toMatch(/don’t have/);
    expect(grantLock(actor(), 'store', 'ford')).toBeUndefined();
    expect(grantLock(actor(), 'store', 'hyundai')).toMatch(/don’t have/);
    expect(grantLock(actor(), 'feature', 'full_access')).toMatch(/don’t have/);
    expect(escalationLock(actor(), 'employee')).toBeUndefined();
    expect(escalationLock(actor(), 'manager')).toMatch(/higher than yours/);
  });
});

test('the last sign-in reads Never, Invalid date or how long ago it was', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  expect(lastLoginText(null, now).text).toBe('Never');
  expect(lastLoginText(undefined, now).text).toBe('Never');
  expect(lastLoginText('yesterday-ish', now).text).toBe('Invalid date');
  expect(lastLoginText('2026-11-20T11:55:00Z', now).text).toBe('5 min. ago');
});

describe('metrics', () => {
  const metrics = { online: 2, away: 0, offline: 1, inMeeting: 1, onVacation: 0 } as StatusMetrics;
  test('change with a status', () => {
    expect(moved(metrics, 'online', 'away')).toMatchObject({ online: 1, away: 1 });
    expect(moved(metrics, 'in-meeting', 'on-vacation')).toMatchObject({
      online: 1,
      inMeeting: 0,
      away: 1,
      onVacation: 1,
    });
  });
  test('never go below zero', () => {
    expect(moved(metrics, 'away', 'online')).toMatchObject({ away: 0, online: 3 });
  });
});
