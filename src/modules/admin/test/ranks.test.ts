import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Role, roles } from '../../../platform/contract/access.ts';
import * as calls from '../contract.ts';
import { application, type Employed, type Office, openOffice } from './office.ts';

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office.stop());

const higher = 'This account has a higher role than yours.';

/** Everything one can do to somebody, each by its own call. */
const deeds: Record<
  string,
  (by: Employed, to: Employed) => Promise<{ status: number; body: unknown }>
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

describe('an account may be changed from the same rank or above, and from nowhere else', () => {
  test.each(roles)('by a role of %s', async (role) => {
    for (const other of roles) {
      for (const [name, perform] of Object.entries(deeds)) {
        const by = await office.hire({ role, pagePermissions: ['user_management'] });
        const to = await office.hire({ role: other });
        const before = await office.row(to.id);
        const { status, body } = await perform(by, to);
        const may = roles.indexOf(other) <= roles.indexOf(role);
        expect([other, name, status]).toEqual([other, name, may ? 200 : 403]);
        if (may) continue;
        expect(body).toMatchObject({ code: 'forbidden', error: higher });
        expect(await office.row(to.id)).toEqual(before);
      }
    }
  });

  test('and a role above one’s own is given to nobody, by whatever call', async () => {
    const by = await office.hire({ role: 'manager', pagePermissions: ['user_management'] });
    const above: Role[] = ['general_manager', 'executive', 'admin'];
    for (const role of above) {
      const { id } = await office.hire();
      const answers = [
        await by.client.call(calls.changeRole, { params: { id }, body: { role } }),
        await by.client.call(calls.updateUser, { params: { id }, body: { role } }),
        await by.client.call(calls.createUser, { body: application({ role }) as never }),
      ];
      for (const { status, body } of answers) {
        expect(status).toBe(403);
        expect(body).toMatchObject({ error: 'You cannot give a role higher than your own.' });
      }
      expect((await office.row(id)).role).toBe('employee');
    }
    const { id } = await office.hire();
    const own = await by.client.call(calls.changeRole, {
      params: { id },
      body: { role: 'manager' },
    });
    expect([own.status, own.body.role]).toEqual([200, 'manager']);
  });
});

describe('nobody grants what they do not hold', () => {
  test('by whatever call; what they hold they may', async () => {
    const by = await office.hire({
      role: 'general_manager',
      pagePermissions: ['user_management', 'dashboard'],
      featurePermissions: ['view_data'],
      storeAccess: ['ford'],
    });
    const refused = [
      { pagePermissions: ['reports'] },
      { pagePermissions: ['all'] },
      { featurePermissions: ['audit_logs'] },
      { featurePermissions: ['full_access'] },
      { storeAccess: ['hyundai'] },
      { storeAccess: ['all'] },
    ] as const;
    for (const wanted of refused) {
      const { id } = await office.hire();
      const body = wanted as never;
      const answers = [
        await by.client.call(calls.changePermissions, { params: { id }, body }),
        await by.client.call(calls.updateUser, { params: { id }, body }),
        await by.client.call(calls.createUser, { body: application(wanted) as never }),
      ];
      for (const { status, body: told } of answers) {
        expect(status).toBe(403);
        expect(told).toMatchObject({
          error: expect.stringMatching(/^You cannot grant what you do not hold yourself: /),
        });
      }
      expect(await office.row(id)).toMatchObject({ version: 1, page_permissions: [] });
    }
    const { id } = await office.hire();
    const answer = await by.client.call(calls.changePermissions, {
      params: { id },
      body: {
        pagePermissions: ['dashboard'],
        featurePermissions: ['view_data'],
        storeAccess: ['ford'],
      },
    });
    expect(answer.status).toBe(200);
  });

  test('nor takes over an account that may do more, by setting its password', async () => {
    const by = await office.hire({ role: 'manager', pagePermissions: ['user_management'] });
    const to = await office.hire({ featurePermissions: ['financial_reports'] });
    for (const answer of [
      await by.client.call(calls.resetUserPassword, {
        body: { userId: to.id, newPassword: 'another long password' },
      }),
      await by.client.call(calls.updateUser, {
        params: { id: to.id },
        body: { password: 'another long password' },
      }),
    ]) {
      expect(answer.status).toBe(403);
      expect(answer.body).toMatchObject({ error: expect.stringMatching(/^You can only set the/) });
    }
    expect((await to.client.raw('GET', '/api/user')).status).toBe(200);
  });
});

describe('nobody lifts or locks out themselves', () => {
  test('by whatever call', async () => {
    const me = await office.hire({ role: 'admin', pagePermissions: ['user_management'] });
    const { id, client } = me;
    const at = { params: { id } };
    const answers = [
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
    for (const { status, body } of answers) {
      expect(status).toBe(403);
      expect(body).toMatchObject({ error: expect.stringMatching(/your own|ask another/) });
    }
    const { body: bulk } = await client.call(calls.setManyActive, {
      body: { userIds: [id], isActive: false },
    });
    expect(bulk.results).toEqual([
      { userId: id, done: false, error: expect.stringMatching(/^You cannot disable your own/) },
    ]);
    expect(await office.row(id)).toMatchObject({ version: 1, role: 'admin', is_active: true });
  });

  test('a form that says of oneself what is there already is accepted, with a new name', async () => {
    const { id, client } = await office.hire({
      role: 'admin',
      storeAccess: ['all'],
      pagePermissions: ['user_management', 'dashboard'],
    });
    const row = await office.row(id);
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

test('who does not manage people is refused by every call, and nothing happens', async () => {
  const by = await office.hire({
    role: 'executive',
    pagePermissions: ['admin_panel', 'admin_tools', 'dashboard'],
    featurePermissions: ['manage_users', 'full_access'],
  });
  const to = await office.hire();
  for (const perform of Object.values(deeds)) {
    const { status, body } = await perform(by, to);
    expect(status).toBe(403);
    expect(body).toMatchObject({ error: 'You do not have permission to do this.' });
  }
  expect((await office.row(to.id)).version).toBe(1);
});
