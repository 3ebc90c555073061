import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as calls from '../contract.ts';
import { application, type Employed, type Office, openOffice } from './office.ts';

/** User management is limited to the manager's own stores and department. */
let office: Office;
let by: Employed;
beforeAll(async () => {
  office = await openOffice();
  by = await office.hire({
    role: 'manager',
    department: 'sales',
    pagePermissions: ['user_management', 'dashboard'],
    storeAccess: ['ford'],
  });
});
afterAll(() => office.stop());

const department = 'You can only assign people to your own department. Ask an administrator.';
const elsewhere = 'This account belongs to stores you don’t have access to.';

const perform: Record<
  string,
  (by: Employed, id: number) => Promise<{ status: number; body: unknown }>
> = {
  edit: ({ client }, id) =>
    client.call(calls.updateUser, { params: { id }, body: { lastName: 'Renamed' } }),
  role: ({ client }, id) =>
    client.call(calls.changeRole, { params: { id }, body: { role: 'manager' } }),
  permissions: ({ client }, id) =>
    client.call(calls.changePermissions, { params: { id }, body: { pagePermissions: [] } }),
  password: ({ client }, id) =>
    client.call(calls.resetUserPassword, {
      body: { userId: id, newPassword: 'another long password' },
    }),
  toggle: ({ client }, id) => client.call(calls.toggleStatus, { params: { id } }),
  sessions: ({ client }, id) => client.call(calls.listUserSessions, { params: { id } }),
  'one session': ({ client }, id) =>
    client.call(calls.endUserSession, { params: { id, sessionId: crypto.randomUUID() } }),
  delete: ({ client }, id) => client.call(calls.deleteUser, { params: { id } }),
};

describe('an account in none of the manager’s stores', () => {
  test.each(Object.keys(perform))('cannot be managed: %s', async (name) => {
    const to = await office.hire({ storeAccess: ['hyundai'], pagePermissions: ['dashboard'] });
    const before = await office.row(to.id);
    const { status, body } = (await perform[name]?.(by, to.id)) ?? {};
    expect([status, body]).toEqual([403, expect.objectContaining({ error: elsewhere })]);
    expect(await office.row(to.id)).toEqual(before);
    expect((await to.client.raw('GET', '/api/user')).status).toBe(200);
    const own = await office.hire({ storeAccess: ['ford'], pagePermissions: ['dashboard'] });
    const allowed = await perform[name]?.(by, own.id);
    // The session id is random.
    expect(allowed?.status).toBe(name === 'one session' ? 404 : 200);
    const admin = await perform[name]?.(office.admin, to.id);
    expect(admin?.status).toBe(name === 'one session' ? 404 : 200);
  });

  test('is skipped when several are disabled', async () => {
    const [there, here] = [
      await office.hire({ storeAccess: ['hyundai'] }),
      await office.hire({ storeAccess: ['ford'] }),
    ];
    const { body } = await by.client.call(calls.setManyActive, {
      body: { userIds: [there.id, here.id], isActive: false },
    });
    expect(body.results).toEqual([
      { userId: there.id, done: false, error: elsewhere },
      { userId: here.id, done: true, error: null },
    ]);
  });
});

describe('another department', () => {
  test('cannot be assigned with any call; the own department can', async () => {
    const { id } = await office.hire({ department: null, storeAccess: ['ford'] });
    const answers = [
      await by.client.call(calls.createUser, { body: application({ department: 'hr' }) as never }),
      await by.client.call(calls.updateUser, { params: { id }, body: { department: 'hr' } }),
    ];
    for (const { status, body } of answers) {
      expect([status, body]).toEqual([403, expect.objectContaining({ error: department })]);
    }
    expect((await office.row(id)).department).toBeNull();
    const own = await by.client.call(calls.updateUser, {
      params: { id },
      body: { department: 'sales' },
    });
    expect([own.status, own.body.department]).toEqual([200, 'sales']);
    const admin = await office.admin.client.call(calls.updateUser, {
      params: { id },
      body: { department: 'hr' },
    });
    expect([admin.status, admin.body.department]).toEqual([200, 'hr']);
  });

  test('can stay unchanged, and its channels stay closed to new accounts', async () => {
    const { id } = await office.hire({ department: 'service', storeAccess: ['ford'] });
    const unchanged = await by.client.call(calls.updateUser, {
      params: { id },
      body: { department: 'service', lastName: 'Kept' },
    });
    expect([unchanged.status, unchanged.body.department]).toEqual([200, 'service']);
    const body = application({ department: 'hr', username: 'puppet' });
    await by.client.call(calls.createUser, { body: body as never });
    const { status } = await office.client().raw('POST', '/api/login', {
      body: { username: 'puppet', password: body.password },
    });
    expect(status).toBe(401);
  });

  test('is reported for each row of a file', async () => {
    const csv = [
      'firstName,lastName,username,email,role,department',
      'Ana,Ash,ana.ash,ana.ash@example.com,employee,hr',
      'Bo,Birch,bo.birch,bo.birch@example.com,employee,sales',
    ].join('\n');
    const { body } = await by.client.call(calls.importUsers, { body: { csv, dryRun: false } });
    expect(body).toMatchObject({
      created: 1,
      errors: [{ row: 2, field: 'department', error: department }],
    });
  });

  test('does not allow setting a password', async () => {
    const { id } = await office.hire({ department: 'hr', storeAccess: ['ford'] });
    const set = (user: Employed) =>
      user.client.call(calls.resetUserPassword, {
        body: { userId: id, newPassword: 'another long password' },
      });
    expect((await set(by)).status).toBe(403);
    expect((await set(office.admin)).status).toBe(200);
  });
});
