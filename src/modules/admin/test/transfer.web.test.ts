import { describe, expect, test } from 'vitest';
import { changedFields, describeChanges, rebased } from '../../../platform/web/forms/changes.ts';
import type { User } from '../../people/contract.ts';
import { listChanges } from '../web/activity/changes.ts';
import { filtered, sorted } from '../web/review/sorting.ts';
import { generatePassword } from '../web/users/form/generatePassword.ts';
import {
  checkValues,
  emptyValues,
  fieldNames,
  inOrderOf,
  updateBody,
  type Values,
} from '../web/users/form/values.ts';

describe('the form', () => {
  const base: Values = { ...emptyValues, firstName: 'Ada', lastName: 'Byron', username: 'ada' };
  test('an empty password is omitted on edit', () => {
    expect(updateBody(base, 3)).not.toHaveProperty('password');
    expect(updateBody({ ...base, password: 'long enough' }, 3)).toMatchObject({
      password: 'long enough',
      version: 3,
    });
  });
  test('reports missing fields', () => {
    expect(Object.keys(checkValues(emptyValues, true))).toEqual([
      'firstName',
      'lastName',
      'username',
      'email',
      'password',
    ]);
    expect(checkValues(base, false)).toEqual({});
    expect(checkValues({ ...base, password: 'short' }, false).password).toBe(
      'Password must be at least 8 characters',
    );
  });
  test('own edits stay on top of a version someone else saved', () => {
    const typed = { ...base, firstName: 'Augusta', department: 'it' as const };
    const theirs = { ...base, firstName: 'A.', role: 'manager' as const };
    expect(rebased(typed, base, theirs)).toMatchObject({
      firstName: 'Augusta',
      department: 'it',
      role: 'manager',
    });
    expect(describeChanges({ mine: typed, base, theirs }, { fieldNames })).toEqual([
      'First name (you also changed this)',
      'Role',
    ]);
  });
  test('a different order of a list is not a change', () => {
    const one: Values = { ...base, storeAccess: ['ford', 'hyundai'] };
    const other: Values = { ...one, storeAccess: ['hyundai', 'ford'] };
    expect(changedFields(one, { ...other, ...inOrderOf(one, other) })).toEqual([]);
    const fewer: Values = { ...one, storeAccess: ['hyundai'] };
    expect(changedFields(one, { ...fewer, ...inOrderOf(one, fewer) })).toEqual(['storeAccess']);
  });
  test('a generated password is long and unique', () => {
    const made = new Set(Array.from({ length: 50 }, generatePassword));
    expect(made.size).toBe(50);
    for (const password of made) expect(password).toMatch(/^([A-Za-z2-9]{5}-){3}[A-Za-z2-9]{5}$/);
  });
});

test('the log shows what was added, removed and replaced', () => {
  const before = { role: 'employee', pagePermissions: ['hr'], department: null };
  const after = { role: 'general_manager', pagePermissions: ['reports'], department: 'it' };
  expect(listChanges(before, after)).toEqual([
    { field: 'Role', before: 'employee', after: 'general manager' },
    { field: 'Pages', added: ['Reports'], removed: ['HR'] },
    { field: 'Department', before: 'none', after: 'IT' },
  ]);
  expect(listChanges(null, null)).toEqual([]);
  const fresh = { id: 4, version: 1, statusUntil: null, storeAccess: [], priceCents: 4_250_000 };
  expect(listChanges(null, { ...fresh, status: 'online' })).toEqual([
    { field: 'Price', after: '$42,500' },
    { field: 'Status', after: 'online' },
  ]);
  const [ended] = listChanges({ statusUntil: '2026-03-04T18:05:00.000Z' }, { statusUntil: null });
  expect(ended).toMatchObject({ field: 'Status until', after: 'none' });
  expect(ended?.before).toMatch(/^Mar 4, 2026, /);
  const removed = [{ id: 'c-1', name: 'bay-talk', messages: 3 }];
  const people = { shown: [{ name: 'Renee Dubois', userId: 37 }], matchedByEmail: 1 };
  expect(listChanges(null, { removed, people })).toEqual([
    { field: 'Removed', added: ['bay-talk'], removed: [] },
    { field: 'People', after: 'shown Renee Dubois, matched by email 1' },
  ]);
});

test('the access review is sorted and filtered', () => {
  const user = (more: object) =>
    ({
      firstName: 'A',
      lastName: 'A',
      role: 'employee',
      isActive: true,
      lastLogin: null,
      pagePermissions: [],
      featurePermissions: [],
      storeAccess: [],
      ...more,
    }) as unknown as User;
  const users = [
    user({ lastName: 'Zed', role: 'admin' }),
    user({ lastName: 'abe', isActive: false, lastLogin: '2026-11-01T00:00:00Z' }),
  ];
  const now = Date.parse('2026-11-20T00:00:00Z');
  expect(sorted(users, { key: 'name', descending: false })[0]?.lastName).toBe('abe');
  expect(sorted(users, { key: 'role', descending: true })[0]?.lastName).toBe('Zed');
  expect(filtered(users, 'unused', now).map((one) => one.lastName)).toEqual(['Zed']);
  expect(filtered(users, 'disabled', now).map((one) => one.lastName)).toEqual(['abe']);
  expect(filtered(users, 'people', now).map((one) => one.lastName)).toEqual(['Zed']);
});
