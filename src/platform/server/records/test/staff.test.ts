import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { permits, roles } from '../../../contract/access.ts';
import { createScratch } from '../../db/test/scratch.ts';
import { toReference } from '../references.ts';
import { assertWorksAt, findWorkingAt, isManager, listStaff, mayUse } from '../staff.ts';

let scratch: Awaited<ReturnType<typeof createScratch>>;
beforeAll(async () => {
  scratch = await createScratch();
  await scratch.pool.query(`
    create table users (id integer primary key, shown_name text, first_name text default '',
      last_name text default '', store_access text[], department text, is_active boolean default true,
      pending boolean default false, deleted_at timestamptz, protection text);
    insert into users (id, shown_name, last_name, store_access, department) values
      (1, 'Zoe Quill', 'Quill', '{ford}', 'sales'), (2, 'Ann Ash', 'Ash', '{all}', 'service'),
      (3, 'Bo Birch', 'Birch', '{hyundai}', 'sales');
    insert into users (id, shown_name, store_access, is_active) values (4, 'Gone', '{all}', false);
    insert into users (id, shown_name, store_access, pending) values (5, 'New', '{all}', true);
    insert into users (id, shown_name, store_access, deleted_at) values (6, 'Old', '{all}', now());
    insert into users (id, shown_name, store_access, protection)
      values (7, 'Bot', '{all}', 'system_bot')`);
});
afterAll(() => scratch.drop());

test('the staff are the active employees of the stores, by last name', async () => {
  const { db } = scratch;
  expect(await listStaff(db, ['ford', 'chevrolet'])).toEqual([
    { id: 2, name: 'Ann Ash', stores: ['ford', 'chevrolet'] },
    { id: 1, name: 'Zoe Quill', stores: ['ford'] },
  ]);
  expect(await listStaff(db, ['hyundai'], sql`u.department = 'sales'`)).toEqual([
    { id: 3, name: 'Bo Birch', stores: ['hyundai'] },
  ]);
});

test('an employee is one of the store, or refused for the field they were chosen in', async () => {
  const { db } = scratch;
  expect(await assertWorksAt(db, 2, 'hyundai', 'ownerId')).toBe('Ann Ash');
  for (const [id, store] of [
    [1, 'hyundai'],
    [4, 'ford'],
    [99, 'ford'],
  ] as const) {
    await expect(assertWorksAt(db, id, store, 'ownerId')).rejects.toMatchObject({
      code: 'invalid',
      message: 'This employee doesn’t work at this store.',
      fields: { ownerId: 'Choose an employee of this store' },
    });
  }
});

test('an employee for whom the condition does not hold is refused like a stranger', async () => {
  const { db } = scratch;
  const inSales = {
    condition: sql<boolean>`u.department = 'sales'`,
    message: 'This employee doesn’t sell at this store.',
    problem: 'Choose a salesperson',
  };
  expect(await assertWorksAt(db, 1, 'ford', 'ownerId', inSales)).toBe('Zoe Quill');
  for (const id of [2, 3]) {
    await expect(assertWorksAt(db, id, 'ford', 'ownerId', inSales)).rejects.toMatchObject({
      code: 'invalid',
      message: inSales.message,
      fields: { ownerId: inSales.problem },
    });
  }
});

test('who holds a page and a feature is decided like for someone who is signed in', async () => {
  const { db } = scratch;
  const access = { page: 'customer_management', feature: 'view_data' } as const;
  const pages = [[], ['fleet_operations'], ['customer_management'], ['all']] as const;
  const features = [[], ['create_records'], ['view_data'], ['full_access'], ['all']] as const;
  for (const pagePermissions of pages) {
    for (const featurePermissions of features) {
      const { rows } = await sql<{ holds: boolean }>`select ${mayUse(access)} as holds
        from (select ${[...pagePermissions]}::text[] as page_permissions,
          ${[...featurePermissions]}::text[] as feature_permissions) u`.execute(db);
      const grants = { role: 'employee' as const, pagePermissions, featurePermissions };
      expect([grants, rows[0]?.holds]).toEqual([grants, permits(access, grants as never)]);
    }
  }
});

test('of several users those are found who are employees of the store', async () => {
  const { db } = scratch;
  expect(await findWorkingAt(db, [1, 2, 3, 4, 7, 99], 'ford')).toEqual(new Set([1, 2]));
  expect(await findWorkingAt(db, [], 'ford')).toEqual(new Set());
});

test('every role above employee is a manager', () => {
  expect(roles.filter((role) => isManager({ role }))).toEqual(roles.slice(1));
});

test('a joined row has an id and a name, or is null', () => {
  expect([toReference(3, 'Bo Birch'), toReference(3, null), toReference(null, null)]).toEqual([
    { id: 3, name: 'Bo Birch' },
    { id: 3, name: '' },
    null,
  ]);
});
