import { expect, test } from 'vitest';
import {
  departments,
  featurePermissions,
  pagePermissions,
  roles,
  storeAccess,
  stores,
} from '../../../src/platform/contract/access.ts';
import { email, personName, username } from '../../../src/platform/contract/fields.ts';
import { type DemoPerson, demoPeople } from '../people.ts';

const people = demoPeople();
const humans = people.filter((person) => person.protection !== 'system_bot');

function named(name: string): DemoPerson {
  const found = people.find((person) => person.username === name);
  if (!found) throw new Error(`No demo user is called ${name}`);
  return found;
}

const distinct = (values: string[]) => new Set(values).size;

test('the people are the same every time, and a change of the result does not affect the next call', () => {
  demoPeople()[0]?.storeAccess.pop();
  expect(demoPeople()).toEqual(people);
});

test('there are 42 people and the system user, each with a unique name, email and EMRN', () => {
  expect(humans).toHaveLength(42);
  expect(people).toHaveLength(43);
  for (const field of ['key', 'username', 'email', 'emrn'] as const) {
    expect(distinct(people.map((person) => person[field]))).toBe(people.length);
  }
  expect(distinct(people.map((person) => `${person.firstName} ${person.lastName}`))).toBe(43);
  expect(people.every(({ emrn }) => /^EMP\d{6}$/.test(emrn))).toBe(true);
  expect(people.every((person) => person.email.endsWith('@larkfield.example'))).toBe(true);
});

test('every record is valid according to the contracts', () => {
  for (const person of people) {
    expect(username.parse(person.username)).toBe(person.username);
    expect(email.parse(person.email)).toBe(person.email);
    expect(personName.parse(person.firstName)).toBe(person.firstName);
    expect(personName.parse(person.lastName)).toBe(person.lastName);
    expect(storeAccess.parse(person.storeAccess)).toEqual(person.storeAccess);
    expect(pagePermissions.parse(person.pagePermissions)).toEqual(person.pagePermissions);
    expect(featurePermissions.parse(person.featurePermissions)).toEqual(person.featurePermissions);
  }
});

test('every role, department and store has people', () => {
  for (const role of roles) expect(humans.some((person) => person.role === role)).toBe(true);
  for (const department of departments) {
    expect(humans.some((person) => person.department === department)).toBe(true);
  }
  for (const store of stores) {
    const local = humans.filter((person) => person.storeAccess.includes(store));
    expect(local.length).toBeGreaterThanOrEqual(10);
  }
  expect(humans.filter((person) => person.role === 'general_manager')).toHaveLength(3);
  expect(humans.filter((person) => person.role === 'executive')).toHaveLength(1);
  expect(humans.filter((person) => person.role === 'admin')).toHaveLength(1);
});

test('the documented demo accounts exist with their roles', () => {
  expect(named('admin')).toMatchObject({
    role: 'admin',
    protection: 'protected',
    storeAccess: ['all'],
    pagePermissions: ['all'],
    featurePermissions: ['all'],
  });
  expect(named('executive').role).toBe('executive');
  expect(named('gm').role).toBe('general_manager');
  expect(named('manager').role).toBe('manager');
  expect(named('employee').role).toBe('employee');
  expect(named('system_bot')).toMatchObject({
    protection: 'system_bot',
    pagePermissions: [],
    lastSignInHoursAgo: null,
  });
  expect(people.filter((person) => person.protection === 'protected')).toHaveLength(1);
});

test('there is an example of each special case of access', () => {
  const sellers = humans.filter(({ department }) => department === 'sales');
  expect(sellers.some(({ storeAccess: held }) => held.length === 2)).toBe(true);
  const peer = named('fatima.haidari').pagePermissions;
  const without = named('jake.lindstrom').pagePermissions;
  expect(peer.filter((page) => !without.includes(page))).toEqual(['document_management']);
  expect(named('denise.abernathy').pagePermissions).toContain('hr');
  expect(named('denise.abernathy').pagePermissions).not.toContain('customer_management');
  expect(named('simone.archer').featurePermissions).not.toContain('financial_reports');
  expect(humans.filter((person) => !person.isActive)).toHaveLength(1);
});

test('a pending registration is an active employee without any access', () => {
  const waiting = humans.filter((person) => person.pending);
  expect(waiting).toHaveLength(1);
  expect(waiting[0]).toMatchObject({
    role: 'employee',
    isActive: true,
    storeAccess: [],
    pagePermissions: [],
    featurePermissions: [],
  });
});

test('only the administrator manages accounts; approved people reach the dashboard', () => {
  for (const person of humans) {
    if (person.role !== 'admin') {
      expect(person.pagePermissions).not.toContain('all');
      expect(person.pagePermissions).not.toContain('user_management');
      expect(person.featurePermissions).not.toContain('full_access');
      expect(person.pagePermissions.includes('dashboard')).toBe(!person.pending);
    }
  }
});
