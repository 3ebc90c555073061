import { describe, expect, test } from 'vitest';
import { type Role, roles } from '../../../platform/contract/access.ts';
import {
  type AdminAction,
  type Doer,
  findRefusal,
  findRoleRefusal,
  type Target,
} from '../server/rules/policy.ts';

const actions: AdminAction[] = [
  'edit',
  'department',
  'role',
  'permissions',
  'status',
  'password',
  'delete',
  'viewSessions',
  'endSession',
];

const actor = (more: Partial<Doer> = {}): Doer => ({
  userId: 1,
  role: 'manager',
  pagePermissions: ['user_management'],
  featurePermissions: [],
  storeAccess: [],
  department: 'sales',
  ...more,
});
const target = (more: Partial<Target> = {}): Target => ({
  id: 2,
  role: 'employee',
  protection: null,
  pagePermissions: [],
  featurePermissions: [],
  storeAccess: [],
  department: 'sales',
  ...more,
});

describe('user management', () => {
  test.each([
    ['user_management', { pagePermissions: ['user_management'] }, true],
    ['all', { pagePermissions: ['all'] }, true],
    ['role admin', { role: 'admin' as Role, pagePermissions: [] }, true],
    ['admin_tools alone', { pagePermissions: ['admin_panel', 'admin_tools'] }, false],
    ['manage_users', { pagePermissions: [], featurePermissions: ['manage_users'] }, false],
    ['full_access alone', { pagePermissions: [], featurePermissions: ['full_access'] }, false],
    ['an executive', { role: 'executive' as Role, pagePermissions: ['hr'] }, false],
    ['a pending user', { pending: true }, false],
    ['a user who must change their password', { mustChangePassword: true }, false],
  ])('%s', (_name, more, may) => {
    for (const action of actions)
      expect(findRefusal(actor(more), action, target()) === null).toBe(may);
    expect(findRoleRefusal(actor(more), 'employee') === null).toBe(may);
  });
});

describe('rank', () => {
  const pairs = roles.flatMap((one) => roles.map((other) => [one, other] as const));
  test.each(pairs)('%s on %s', (one, other) => {
    const lower = roles.indexOf(other) <= roles.indexOf(one);
    for (const action of actions) {
      const refusal = findRefusal(actor({ role: one }), action, target({ role: other }));
      expect([action, refusal]).toEqual([
        action,
        lower ? null : 'This account has a higher role than yours.',
      ]);
    }
    const roleRefusal = findRoleRefusal(actor({ role: one }), other);
    expect(roleRefusal).toBe(lower ? null : 'You can’t assign a role higher than your own.');
  });
});

describe('a protected account and a bot', () => {
  test.each<[AdminAction, string | null]>([
    ['edit', 'Cannot modify protected accounts'],
    ['department', 'Cannot modify protected accounts'],
    ['role', 'Cannot change the role of protected accounts'],
    ['permissions', 'Cannot modify protected account permissions'],
    ['status', 'Cannot change the status of protected accounts'],
    ['password', 'Cannot reset the password of protected accounts'],
    ['delete', 'Cannot delete protected accounts'],
    ['viewSessions', null],
    ['endSession', 'Cannot end sessions of protected accounts'],
  ])('%s', (action, sentence) => {
    const admin = actor({ role: 'admin', pagePermissions: ['all'] });
    for (const protection of ['protected', 'system_bot'] as const) {
      expect(findRefusal(admin, action, target({ protection }))).toBe(sentence);
      // Also for the account itself.
      expect(findRefusal(admin, action, target({ protection, id: 1, role: 'admin' }))).toBe(
        sentence,
      );
    }
  });
});

describe('the actor’s own account', () => {
  test.each<[AdminAction, RegExp | null]>([
    ['edit', null],
    ['department', /^You cannot change your own department/],
    ['role', /^You cannot change your own role/],
    ['permissions', /^You cannot change your own permissions/],
    ['status', /^You cannot disable your own account/],
    ['password', /^Please change your own password on your profile page/],
    ['delete', /^You cannot delete your own account/],
    ['viewSessions', null],
    ['endSession', null],
  ])('%s', (action, sentence) => {
    const refusal = findRefusal(actor({ role: 'admin' }), action, target({ id: 1, role: 'admin' }));
    if (sentence) expect(refusal).toMatch(sentence);
    else expect(refusal).toBeNull();
  });
});

describe('someone else’s password', () => {
  const holder = actor({
    pagePermissions: ['user_management', 'dashboard'],
    featurePermissions: ['view_data'],
    storeAccess: ['ford'],
  });
  test.each<[string, Partial<Target>, boolean]>([
    ['with nothing more', { pagePermissions: ['dashboard'], storeAccess: ['ford'] }, true],
    ['with another page', { pagePermissions: ['reports'] }, false],
    ['with every page', { pagePermissions: ['all'] }, false],
    ['with another feature', { featurePermissions: ['financial_reports'] }, false],
    ['with full access', { featurePermissions: ['full_access'] }, false],
    ['with one more store', { storeAccess: ['ford', 'hyundai'] }, false],
    ['with another department', { department: 'hr' }, false],
    ['with no department', { department: null }, true],
  ])('%s', (_name, more, may) => {
    expect(findRefusal(holder, 'password', target(more)) === null).toBe(may);
    expect(findRefusal(holder, 'edit', target(more))).toBeNull();
    const admin = actor({ role: 'admin', pagePermissions: [] });
    expect(findRefusal(admin, 'password', target(more))).toBeNull();
  });
});

describe('accounts of other stores', () => {
  const otherStores = 'This account belongs to stores you don’t have access to.';
  test.each<[string, Target['storeAccess'], string[], string | null]>([
    ['of the same store', ['ford'], ['ford'], null],
    ['of the same store and another', ['ford', 'hyundai'], ['ford'], null],
    ['of every store', ['ford', 'hyundai', 'chevrolet', 'all'], ['ford'], null],
    ['of no store yet', [], ['ford'], null],
    ['of another store', ['hyundai'], ['ford'], otherStores],
    ['of a store, by someone without stores', ['hyundai'], [], otherStores],
    ['of every store, by someone without stores', ['all'], [], otherStores],
    ['of another store, by someone with all stores', ['hyundai'], ['all'], null],
  ])('%s', (_name, storeAccess, actorStores, sentence) => {
    const others = actions.filter((action) => action !== 'password');
    for (const action of others) {
      const by = actor({ storeAccess: actorStores });
      expect([action, findRefusal(by, action, target({ storeAccess }))]).toEqual([
        action,
        sentence,
      ]);
      const admin = actor({ role: 'admin', storeAccess: [] });
      expect(findRefusal(admin, action, target({ storeAccess }))).toBeNull();
    }
  });
});
