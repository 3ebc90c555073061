import { describe, expect, test } from 'vitest';
import { checkVin } from '../../../src/modules/vin/contract.ts';
import * as dealings from '../customers/dealings.ts';
import { crewOf, customerCount, demoRoster } from '../customers/roster.ts';
import { demoPeople } from '../people.ts';

const zone = 'America/Los_Angeles';
const noon = new Date('2026-11-20T20:30:00Z');
const roster = demoRoster(noon);

describe('the customers of the demo group', () => {
  test('are the same every time', () => {
    expect(demoRoster(noon)).toEqual(roster);
    expect(dealings.demoEntries(roster)).toEqual(dealings.demoEntries(roster));
  });

  test('have the expected number and mix', () => {
    expect(roster).toHaveLength(customerCount);
    const count = (fits: (one: (typeof roster)[number]) => boolean) => roster.filter(fits).length;
    expect(count(({ kind }) => kind === 'business')).toBeGreaterThanOrEqual(26);
    expect(new Set(roster.map(({ household }) => household)).size - 1).toBe(25);
    expect(count(({ stores }) => stores.length > 1)).toBeGreaterThanOrEqual(15);
    expect(count(({ doNotContact }) => doNotContact)).toBeGreaterThanOrEqual(15);
  });

  test('have numbers and addresses reserved for fiction', () => {
    for (const { phone, email } of roster) {
      expect(phone).toMatch(/^\+1(316|620|785|913)55501\d\d$/);
      expect(email).toMatch(/^[\w.]+@example\.(com|net|org)$/);
    }
  });

  test('are assigned to employees of their stores, with activity in the past', () => {
    const people = new Map(demoPeople().map((one) => [one.username, one]));
    for (const { stores } of roster) {
      for (const { store, owner, since, last } of stores) {
        if (owner !== null) expect(crewOf(store)).toContain(owner);
        expect(since <= last && last < noon).toBe(true);
      }
    }
    for (const { by, store, at } of dealings.demoEntries(roster)) {
      expect(people.get(by)?.storeAccess).toContain(store);
      expect(at <= noon).toBe(true);
    }
  });

  test('have vehicles with valid VINs', () => {
    const garages = dealings.demoGarages(roster);
    expect(garages.length).toBeGreaterThan(150);
    for (const { vin } of garages) expect([vin, checkVin(vin).valid]).toEqual([vin, true]);
  });

  test('have open tasks in every store, and visits in every showroom', () => {
    const tasks = dealings.demoTasks(roster, noon, zone);
    const overdue = tasks.filter(({ dueAt, doneAt }) => dueAt < noon && doneAt === null);
    expect(overdue.length).toBeGreaterThan(3);
    expect(new Set(tasks.map(({ store }) => store)).size).toBe(3);
    expect(dealings.demoAppointments(roster, noon, zone).length).toBeGreaterThan(20);
    const ups = dealings.demoUps(roster, noon, zone);
    expect(ups).toHaveLength(18);
    for (const { arrivedAt, leftAt } of ups)
      expect(arrivedAt < (leftAt ?? noon) && (leftAt ?? noon) <= noon).toBe(true);
  });
});
