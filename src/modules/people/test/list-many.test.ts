import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { listUsers, type Person } from '../contract.ts';
import { createUsers, peopleChanged } from '../server/public.ts';

let forecourt: TestForecourt;
let employee: Client;

beforeAll(async () => {
  forecourt = await startForecourt();
  employee = await forecourt.signIn('employee');
});
afterAll(() => forecourt.stop());

async function list(query: object): Promise<{ rows: Person[]; total: number }> {
  const { status, body } = await employee.call(listUsers, { query });
  expect(status).toBe(200);
  return { rows: body.users, total: body.pagination.totalUsers };
}

test('pages of thousands of matches are in order of name, without gaps or duplicates', async () => {
  const { platform } = forecourt;
  const many = Array.from({ length: 5_500 }, (_, index) => ({
    firstName: `Ann${(index * 7919) % 5_500}`,
    lastName: 'Manifold',
    username: `manifold${index}`,
    email: `manifold${index}@elsewhere.example`,
    role: 'employee' as const,
    department: null,
    storeAccess: [],
    pagePermissions: [],
    featurePermissions: [],
  }));
  let added = 0;
  for (; added < many.length; added += 500) {
    const batch = many.slice(added, added + 500);
    await platform.db.transaction().execute((tx) => createUsers(tx, batch));
  }
  platform.bus.publish(peopleChanged, { userId: 1 });
  const found = await list({ search: 'manifold', limit: 1 });
  expect(found.total).toBe(many.length);
  const query = (page: number) => ({ search: 'elsewhere', page, limit: 200 });
  const rows: Person[] = [];
  for (let page = 1; page <= 28; page += 1) rows.push(...(await list(query(page))).rows);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(many.length);
  const order = rows.map(({ firstName }) => firstName.toLowerCase());
  expect(order).toEqual([...order].sort());
});
