import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as calls from '../contract.ts';
import { type AdminStage, accountBody, openAdminStage, type StageUser } from './stage.ts';

/** User management is limited to the manager's own stores and department. */
let stage: AdminStage;
let by: StageUser;
beforeAll(async () => {
  stage = await openAdminStage();
  by = await stage.addUser({
    role: 'manager',
    department: 'sales',
    pagePermissions: ['user_management', 'dashboard'],
    storeAccess: ['ford'],
  });
});
afterAll(() => stage.stop());

const department = 'You can only assign people to your own department. Ask an administrator.';
const otherStores = 'This account belongs to stores you don’t have access to.';

const perform: Record<
  string,
  (by: StageUser, id: number) => Promise<{ status: number; body: unknown }>
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
    const to = await stage.addUser({ storeAccess: ['hyundai'], pagePermissions: ['dashboard'] });
    const before = await stage.row(to.id);
    const { status, body } = (await perform[name]?.(by, to.id)) ?? {};
    expect([status, body]).toEqual([403, expect.objectContaining({ error: otherStores })]);
    expect(await stage.row(to.id)).toEqual(before);
    expect((await to.client.raw('GET', '/api/user')).status).toBe(200);
    const own = await stage.addUser({ storeAccess: ['ford'], pagePermissions: ['dashboard'] });
    const allowed = await perform[name]?.(by, own.id);
    // The session id is random.
    expect(allowed?.status).toBe(name === 'one session' ? 404 : 200);
    const admin = await perform[name]?.(stage.admin, to.id);
    expect(admin?.status).toBe(name === 'one session' ? 404 : 200);
  });

  test('is skipped when several are disabled', async () => {
    const [hyundaiUser, fordUser] = [
      await stage.addUser({ storeAccess: ['hyundai'] }),
      await stage.addUser({ storeAccess: ['ford'] }),
    ];
    const { body } = await by.client.call(calls.setManyActive, {
      body: { userIds: [hyundaiUser.id, fordUser.id], isActive: false },
    });
    expect(body.results).toEqual([
      { userId: hyundaiUser.id, done: false, error: otherStores },
      { userId: fordUser.id, done: true, error: null },
    ]);
  });
});

describe('another department', () => {
  test('cannot be assigned with any call; the own department can', async () => {
    const { id } = await stage.addUser({ department: null, storeAccess: ['ford'] });
    const responses = [
      await by.client.call(calls.createUser, { body: accountBody({ department: 'hr' }) as never }),
      await by.client.call(calls.updateUser, { params: { id }, body: { department: 'hr' } }),
    ];
    for (const { status, body } of responses) {
      expect([status, body]).toEqual([403, expect.objectContaining({ error: department })]);
    }
    expect((await stage.row(id)).department).toBeNull();
    const own = await by.client.call(calls.updateUser, {
      params: { id },
      body: { department: 'sales' },
    });
    expect([own.status, own.body.department]).toEqual([200, 'sales']);
    const admin = await stage.admin.client.call(calls.updateUser, {
      params: { id },
      body: { department: 'hr' },
    });
    expect([admin.status, admin.body.department]).toEqual([200, 'hr']);
  });

  test('can stay unchanged, and its channels stay closed to new accounts', async () => {
    const { id } = await stage.addUser({ department: 'service', storeAccess: ['ford'] });
    const unchanged = await by.client.call(calls.updateUser, {
      params: { id },
      body: { department: 'service', lastName: 'Kept' },
    });
    expect([unchanged.status, unchanged.body.department]).toEqual([200, 'service']);
    const body = accountBody({ department: 'hr', username: 'puppet' });
    await by.client.call(calls.createUser, { body: body as never });
    const { status } = await stage.client().raw('POST', '/api/login', {
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
    const { id } = await stage.addUser({ department: 'hr', storeAccess: ['ford'] });
    const resetPassword = (user: StageUser) =>
      user.client.call(calls.resetUserPassword, {
        body: { userId: id, newPassword: 'another long password' },
      });
    expect((await resetPassword(by)).status).toBe(403);
    expect((await resetPassword(stage.admin)).status).toBe(200);
  });
});
