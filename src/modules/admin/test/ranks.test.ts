import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Role, roles } from '../../../platform/contract/access.ts';
import * as calls from '../contract.ts';
import { type AdminStage, accountBody, openAdminStage, type StageUser } from './stage.ts';

let stage: AdminStage;
beforeAll(async () => {
  stage = await openAdminStage();
});
afterAll(() => stage.stop());

const higher = 'This account has a higher role than yours.';

/** All actions on another account, each with its own call. */
const actions: Record<
  string,
  (by: StageUser, to: StageUser) => Promise<{ status: number; body: unknown }>
> = {
  rename: (by, { id }) =>
    by.client.call(calls.updateUser, { params: { id }, body: { firstName: 'Renamed' } }),
  permissions: (by, { id }) =>
    by.client.call(calls.changePermissions, {
      params: { id },
      body: { pagePermissions: ['user_management'] },
    }),
  role: (by, { id }) =>
    by.client.call(calls.changeRole, { params: { id }, body: { role: 'employee' } }),
  password: (by, { id }) =>
    by.client.call(calls.resetUserPassword, {
      body: { userId: id, newPassword: 'another long password' },
    }),
  sessions: (by, { id }) => by.client.call(calls.listUserSessions, { params: { id } }),
  toggle: (by, { id }) => by.client.call(calls.toggleStatus, { params: { id } }),
  delete: (by, { id }) => by.client.call(calls.deleteUser, { params: { id } }),
};

describe('an account can be changed only from the same rank or above', () => {
  test.each(roles)('by a role of %s', async (role) => {
    for (const other of roles) {
      for (const [name, perform] of Object.entries(actions)) {
        const by = await stage.addUser({ role, pagePermissions: ['user_management'] });
        const to = await stage.addUser({ role: other });
        const before = await stage.row(to.id);
        const { status, body } = await perform(by, to);
        const may = roles.indexOf(other) <= roles.indexOf(role);
        expect([other, name, status]).toEqual([other, name, may ? 200 : 403]);
        if (may) continue;
        expect(body).toMatchObject({ code: 'forbidden', error: higher });
        expect(await stage.row(to.id)).toEqual(before);
      }
    }
  });

  test('and a role above the actor’s own cannot be assigned with any call', async () => {
    const by = await stage.addUser({ role: 'manager', pagePermissions: ['user_management'] });
    const above: Role[] = ['general_manager', 'executive', 'admin'];
    for (const role of above) {
      const { id } = await stage.addUser();
      const responses = [
        await by.client.call(calls.changeRole, { params: { id }, body: { role } }),
        await by.client.call(calls.updateUser, { params: { id }, body: { role } }),
        await by.client.call(calls.createUser, { body: accountBody({ role }) as never }),
      ];
      for (const { status, body } of responses) {
        expect(status).toBe(403);
        expect(body).toMatchObject({ error: 'You can’t assign a role higher than your own.' });
      }
      expect((await stage.row(id)).role).toBe('employee');
    }
    const { id } = await stage.addUser();
    const own = await by.client.call(calls.changeRole, {
      params: { id },
      body: { role: 'manager' },
    });
    expect([own.status, own.body.role]).toEqual([200, 'manager']);
  });
});

describe('no one grants permissions they don’t have', () => {
  test('with any call; they can grant the ones they have', async () => {
    const by = await stage.addUser({
      role: 'general_manager',
      pagePermissions: ['user_management', 'dashboard'],
      featurePermissions: ['view_data'],
      storeAccess: ['ford'],
    });
    const forbidden = [
      { pagePermissions: ['reports'] },
      { pagePermissions: ['all'] },
      { featurePermissions: ['audit_logs'] },
      { featurePermissions: ['full_access'] },
      { storeAccess: ['hyundai'] },
      { storeAccess: ['all'] },
    ] as const;
    for (const rights of forbidden) {
      const { id } = await stage.addUser();
      const body = rights as never;
      const responses = [
        await by.client.call(calls.changePermissions, { params: { id }, body }),
        await by.client.call(calls.updateUser, { params: { id }, body }),
        await by.client.call(calls.createUser, { body: accountBody(rights) as never }),
      ];
      for (const { status, body: failure } of responses) {
        expect(status).toBe(403);
        expect(failure).toMatchObject({
          error: expect.stringMatching(/^You can’t grant a permission you don’t have: /),
        });
      }
      expect(await stage.row(id)).toMatchObject({ version: 1, page_permissions: [] });
    }
    const { id } = await stage.addUser();
    const response = await by.client.call(calls.changePermissions, {
      params: { id },
      body: {
        pagePermissions: ['dashboard'],
        featurePermissions: ['view_data'],
        storeAccess: ['ford'],
      },
    });
    expect(response.status).toBe(200);
  });

  test('nor takes over an account with more permissions by setting its password', async () => {
    const by = await stage.addUser({ role: 'manager', pagePermissions: ['user_management'] });
    const to = await stage.addUser({ featurePermissions: ['financial_reports'] });
    for (const response of [
      await by.client.call(calls.resetUserPassword, {
        body: { userId: to.id, newPassword: 'another long password' },
      }),
      await by.client.call(calls.updateUser, {
        params: { id: to.id },
        body: { password: 'another long password' },
      }),
    ]) {
      expect(response.status).toBe(403);
      expect(response.body).toMatchObject({
        error: expect.stringMatching(/^You can only set the/),
      });
    }
    expect((await to.client.raw('GET', '/api/user')).status).toBe(200);
  });
});

describe('no one promotes themselves or locks themselves out', () => {
  test('with any call', async () => {
    const me = await stage.addUser({ role: 'admin', pagePermissions: ['user_management'] });
    const { id, client } = me;
    const at = { params: { id } };
    const responses = [
      await client.call(calls.changeRole, { ...at, body: { role: 'employee' } }),
      await client.call(calls.updateUser, { ...at, body: { role: 'employee' } }),
      await client.call(calls.changePermissions, { ...at, body: { pagePermissions: ['all'] } }),
      await client.call(calls.updateUser, { ...at, body: { featurePermissions: ['view_data'] } }),
      await client.call(calls.updateUser, { ...at, body: { storeAccess: ['ford'] } }),
      await client.call(calls.updateUser, { ...at, body: { department: 'hr' } }),
      await client.call(calls.toggleStatus, at),
      await client.call(calls.updateUser, { ...at, body: { isActive: false } }),
      await client.call(calls.deleteUser, at),
      await client.call(calls.updateUser, { ...at, body: { password: 'another long one' } }),
      await client.call(calls.resetUserPassword, {
        body: { userId: id, newPassword: 'another long password' },
      }),
    ];
    for (const { status, body } of responses) {
      expect(status).toBe(403);
      expect(body).toMatchObject({ error: expect.stringMatching(/your own|ask another/) });
    }
    const { body: bulk } = await client.call(calls.setManyActive, {
      body: { userIds: [id], isActive: false },
    });
    expect(bulk.results).toEqual([
      { userId: id, done: false, error: expect.stringMatching(/^You cannot disable your own/) },
    ]);
    expect(await stage.row(id)).toMatchObject({ version: 1, role: 'admin', is_active: true });
  });

  test('a form with unchanged values of the own account and a new name is accepted', async () => {
    const { id, client } = await stage.addUser({
      role: 'admin',
      storeAccess: ['all'],
      pagePermissions: ['user_management', 'dashboard'],
    });
    const row = await stage.row(id);
    const { status, body } = await client.call(calls.updateUser, {
      params: { id },
      body: {
        emrn: row.emrn,
        email: row.email,
        firstName: 'Grace',
        lastName: row.last_name,
        username: row.username,
        role: 'admin',
        department: 'sales',
        storeAccess: ['ford', 'hyundai', 'chevrolet', 'all'],
        pagePermissions: ['dashboard', 'user_management'],
        featurePermissions: [],
        isActive: true,
        version: 1,
      },
    });
    expect([status, body.firstName, body.version]).toEqual([200, 'Grace', 2]);
  });
});

test('without user management every call is rejected and changes nothing', async () => {
  const by = await stage.addUser({
    role: 'executive',
    pagePermissions: ['admin_panel', 'admin_tools', 'dashboard'],
    featurePermissions: ['manage_users', 'full_access'],
  });
  const to = await stage.addUser();
  for (const perform of Object.values(actions)) {
    const { status, body } = await perform(by, to);
    expect(status).toBe(403);
    expect(body).toMatchObject({ error: 'You do not have permission to do this.' });
  }
  expect((await stage.row(to.id)).version).toBe(1);
});
