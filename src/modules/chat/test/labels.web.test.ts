import { describe, expect, test } from 'vitest';
import type { Department, Role, Store } from '../../../platform/contract/access.ts';
import { departmentOptions, describeTeam, roleOptions } from '../web/state/conversations/labels.ts';
import { canBeMessaged, isHidden } from '../web/state/people/canBeMessaged.ts';

describe('a team channel', () => {
  test.each<[Store | null, Department | null, Role | null, string]>([
    [null, null, null, 'Everyone'],
    ['ford', 'service', 'manager', 'Everyone in Service at Ford, manager and up'],
    [null, 'hr', null, 'Everyone in HR'],
    [null, 'back_office', 'general_manager', 'Everyone in Back office, general manager and up'],
    ['hyundai', null, 'employee', 'Everyone at Hyundai'],
  ])('for %j, %j and %j is for %j', (store, department, minRole, text) => {
    expect(describeTeam({ store, department, minRole })).toBe(text);
  });

  test('is offered for every department and rank', () => {
    expect(departmentOptions.at(-1)).toEqual({ value: 'it', label: 'IT' });
    expect(roleOptions.map(({ label }) => label)).toEqual([
      'Employee and up',
      'Manager and up',
      'General manager and up',
      'Executive and up',
      'Admin',
    ]);
  });
});

describe('someone who can be messaged', () => {
  const person = { username: 'ana', isActive: true, protection: null };

  test('is active, and neither a bot nor the fail-safe account', () => {
    expect(canBeMessaged(person)).toBe(true);
    expect(canBeMessaged({ ...person, protection: 'protected' })).toBe(true);
    expect(canBeMessaged({ ...person, isActive: false })).toBe(false);
    expect(canBeMessaged({ ...person, protection: 'system_bot' })).toBe(false);
    expect(canBeMessaged({ ...person, username: 'admin' })).toBe(false);
  });

  test('need not be: the directory lists everyone except the fail-safe account', () => {
    const former = { ...person, isActive: false };
    expect(isHidden(former)).toBe(false);
    expect(isHidden({ ...person, username: 'admin' })).toBe(true);
  });
});
