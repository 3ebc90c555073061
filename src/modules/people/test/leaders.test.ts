import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { createUsers, type Leader, leadersOf, listLeaders } from '../server/public.ts';

type Store = Leader['store_access'][number];

const employee = (
  id: number,
  role: Leader['role'],
  department: Leader['department'],
  ...stores: Store[]
): Leader => ({
  id,
  role,
  department,
  store_access: stores,
  is_active: true,
  pending: false,
  deleted_at: null,
  protection: null,
});

const fordSales = employee(1, 'manager', 'sales', 'ford');
const hyundaiSales = employee(2, 'manager', 'sales', 'hyundai');
const fordService = employee(3, 'manager', 'service', 'ford');
const allStores = employee(4, 'manager', 'sales', 'all');
const fordGm = employee(5, 'general_manager', 'sales', 'ford');
const executive = employee(6, 'executive', null, 'all');
const admin = employee(7, 'admin', 'it', 'all');
const everyone = [fordSales, hyundaiSales, fordService, allStores, fordGm, executive, admin];

const fordSeller = employee(9, 'employee', 'sales', 'ford');

describe('a person reports to', () => {
  test.each<[string, Leader, number[]]>([
    ['the managers of their store and department', fordSeller, [1, 4]],
    [
      'the managers of any store, with all stores',
      employee(9, 'employee', 'sales', 'all'),
      [1, 2, 4],
    ],
    [
      'the managers of one of their stores',
      employee(9, 'employee', 'sales', 'chevrolet', 'hyundai'),
      [2, 4],
    ],
    [
      'the general manager, if the department has no manager',
      employee(9, 'employee', 'parts', 'ford'),
      [5],
    ],
    ['the general manager, without a department', employee(9, 'employee', null, 'ford'), [5]],
    ['the general manager, as a manager', fordSales, [5]],
    ['the executives, if the store has no one', employee(9, 'employee', 'parts', 'hyundai'), [6]],
    ['the executives, without a store', employee(9, 'employee', 'sales'), [6]],
    ['the executives, as a general manager', fordGm, [6]],
    ['the administrators, as an executive', executive, [7]],
    ['no one, as an administrator', admin, []],
  ])('%s', (_, person, expected) => {
    expect(leadersOf(person, everyone)).toEqual(expected);
  });

  test.each<[string, Partial<Leader>]>([
    ['someone disabled', { is_active: false }],
    ['someone pending', { pending: true }],
    ['someone deleted', { deleted_at: new Date() }],
    ['a bot', { protection: 'system_bot' }],
  ])('never %s: the next level is used', (_, change) => {
    const others = [{ ...fordSales, ...change }, { ...allStores, ...change }, fordGm];
    expect(leadersOf(fordSeller, others)).toEqual([5]);
    expect(leadersOf(fordSeller, others.slice(0, 2))).toEqual([]);
  });

  test('a protected person like any other', () => {
    expect(leadersOf(fordSeller, [{ ...fordSales, protection: 'protected' }])).toEqual([1]);
  });

  test('never themselves, whatever the list contains', () => {
    expect(leadersOf(fordSeller, [{ ...fordSales, id: fordSeller.id }])).toEqual([]);
  });
});

describe('with rows from the database', () => {
  let forecourt: TestForecourt;
  beforeAll(async () => {
    forecourt = await startForecourt({ database: 'empty' });
  });
  afterAll(() => forecourt.stop());

  test('the rule finds the leaders', async () => {
    const { db } = forecourt.platform;
    const newUser = (username: string, role: Leader['role'], department: 'sales' | 'parts') => ({
      firstName: username,
      lastName: 'Hired',
      username,
      email: `${username}@example.com`,
      role,
      department,
      storeAccess: ['ford' as const],
      pagePermissions: [],
      featurePermissions: [],
    });
    const created = await db
      .transaction()
      .execute((tx) =>
        createUsers(tx, [
          newUser('seller', 'employee', 'sales'),
          newUser('boss', 'manager', 'sales'),
          newUser('other', 'manager', 'parts'),
          newUser('gm', 'general_manager', 'sales'),
        ]),
      );
    const byName = new Map(created.map((row) => [row.username, row]));
    const row = (name: string) => byName.get(name) ?? Promise.reject(new Error(name));
    const seller = await row('seller');
    const namesOf = (leaders: readonly number[]) =>
      created.filter(({ id }) => leaders.includes(id)).map(({ username }) => username);
    const leaders = async () => namesOf(leadersOf(seller, await listLeaders(db)));
    expect(await leaders()).toEqual(['boss']);
    await db
      .updateTable('users')
      .set({ is_active: false })
      .where('username', '=', 'boss')
      .execute();
    expect(await leaders()).toEqual(['gm']);
    await db
      .updateTable('users')
      .set({ deleted_at: new Date() })
      .where('username', '=', 'gm')
      .execute();
    expect(await leaders()).toEqual([]);
  });
});
