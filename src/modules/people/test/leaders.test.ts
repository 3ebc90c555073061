import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { createUsers, type Leader, leadersOf, listLeaders } from '../server/public.ts';

type Store = Leader['store_access'][number];

const somebody = (
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

const fordSales = somebody(1, 'manager', 'sales', 'ford');
const hyundaiSales = somebody(2, 'manager', 'sales', 'hyundai');
const fordService = somebody(3, 'manager', 'service', 'ford');
const everywhere = somebody(4, 'manager', 'sales', 'all');
const fordGm = somebody(5, 'general_manager', 'sales', 'ford');
const executive = somebody(6, 'executive', null, 'all');
const admin = somebody(7, 'admin', 'it', 'all');
const house = [fordSales, hyundaiSales, fordService, everywhere, fordGm, executive, admin];

const fordSeller = somebody(9, 'employee', 'sales', 'ford');

describe('one answers to', () => {
  test.each<[string, Leader, number[]]>([
    ['the managers of one’s store and department', fordSeller, [1, 4]],
    ['… of any store, being of all', somebody(9, 'employee', 'sales', 'all'), [1, 2, 4]],
    ['… of one of one’s stores', somebody(9, 'employee', 'sales', 'chevrolet', 'hyundai'), [2, 4]],
    [
      'the general manager, where the department has none',
      somebody(9, 'employee', 'parts', 'ford'),
      [5],
    ],
    ['the general manager, being of no department', somebody(9, 'employee', null, 'ford'), [5]],
    ['the general manager, being a manager', fordSales, [5]],
    [
      'the executives, where the store has nobody',
      somebody(9, 'employee', 'parts', 'hyundai'),
      [6],
    ],
    ['the executives, being of no store', somebody(9, 'employee', 'sales'), [6]],
    ['the executives, being a general manager', fordGm, [6]],
    ['the administrators, being an executive', executive, [7]],
    ['nobody, being an administrator', admin, []],
  ])('%s', (_, person, expected) => {
    expect(leadersOf(person, house)).toEqual(expected);
  });

  test.each<[string, Partial<Leader>]>([
    ['who is disabled', { is_active: false }],
    ['who waits for approval', { pending: true }],
    ['who was deleted', { deleted_at: new Date() }],
    ['a bot', { protection: 'system_bot' }],
  ])('never %s: the next one stands in', (_, change) => {
    const others = [{ ...fordSales, ...change }, { ...everywhere, ...change }, fordGm];
    expect(leadersOf(fordSeller, others)).toEqual([5]);
    expect(leadersOf(fordSeller, others.slice(0, 2))).toEqual([]);
  });

  test('a protected person as to any other', () => {
    expect(leadersOf(fordSeller, [{ ...fordSales, protection: 'protected' }])).toEqual([1]);
  });

  test('never oneself, whatever is written of one elsewhere', () => {
    expect(leadersOf(fordSeller, [{ ...fordSales, id: fordSeller.id }])).toEqual([]);
  });
});

describe('with real people', () => {
  let forecourt: TestForecourt;
  beforeAll(async () => {
    forecourt = await startForecourt({ database: 'empty' });
  });
  afterAll(() => forecourt.stop());

  test('the rule finds in the records what it says', async () => {
    const { db } = forecourt.platform;
    const hired = (username: string, role: Leader['role'], department: 'sales' | 'parts') => ({
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
    const made = await db
      .transaction()
      .execute((tx) =>
        createUsers(tx, [
          hired('seller', 'employee', 'sales'),
          hired('boss', 'manager', 'sales'),
          hired('other', 'manager', 'parts'),
          hired('gm', 'general_manager', 'sales'),
        ]),
      );
    const byName = new Map(made.map((row) => [row.username, row]));
    const row = (name: string) => byName.get(name) ?? Promise.reject(new Error(name));
    const seller = await row('seller');
    const namesOf = (leaders: readonly number[]) =>
      made.filter(({ id }) => leaders.includes(id)).map(({ username }) => username);
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
