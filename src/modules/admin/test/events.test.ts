import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { TestSocket } from '../../../../test/support/socket.ts';
import * as calls from '../contract.ts';
import { type AdminStage, accountBody, openAdminStage } from './stage.ts';

let stage: AdminStage;
/** A socket with user management, and one without. */
let manager: TestSocket;
let colleague: TestSocket;
beforeAll(async () => {
  stage = await openAdminStage();
  manager = await (await stage.addUser({ pagePermissions: ['user_management'] })).client.socket();
  colleague = await (await stage.addUser()).client.socket();
});
afterAll(async () => {
  for (const socket of [manager, colleague]) socket.close();
  await stage.stop();
});

const call: AdminStage['admin']['client']['call'] = (endpoint, request) =>
  stage.admin.client.call(endpoint, request);
const privateFields = [
  'emrn',
  'pagePermissions',
  'featurePermissions',
  'storeAccess',
  'lastLogin',
  'version',
];

async function both(type: string): Promise<unknown[]> {
  return [await manager.next(type), await colleague.next(type)];
}

describe('everyone gets an event immediately', () => {
  test('for a new account: the full record with user management, public fields without', async () => {
    const { body } = await call(calls.createUser, { body: accountBody() as never });
    const [full, publicFields] = (await both('user_created')) as {
      user: Record<string, unknown>;
    }[];
    expect(full?.user).toMatchObject({ id: body.id, emrn: body.emrn });
    expect(publicFields?.user).toMatchObject({ id: body.id });
    for (const name of privateFields) expect(publicFields?.user).not.toHaveProperty(name);
  });

  test('for a changed record, role, active state and deletion, with the fields of each', async () => {
    const { id } = await stage.addUser();
    await call(calls.updateUser, { params: { id }, body: { firstName: 'Uma' } });
    for (const data of await both('user_updated')) {
      expect(data).toMatchObject({ userId: id, user: { id, firstName: 'Uma' } });
    }
    await call(calls.changeRole, { params: { id }, body: { role: 'manager' } });
    for (const data of await both('user_role_changed')) {
      expect(data).toEqual({ userId: id, newRole: 'manager' });
    }
    await call(calls.toggleStatus, { params: { id } });
    for (const data of await both('user_status_toggled')) {
      expect(data).toEqual({ userId: id, newStatus: false });
    }
    await call(calls.toggleStatus, { params: { id } });
    for (const data of await both('user_status_toggled')) {
      expect(data).toEqual({ userId: id, newStatus: true });
    }
    await call(calls.deleteUser, { params: { id } });
    for (const data of await both('user_deleted')) expect(data).toEqual({ userId: id });
  });

  test('but not if nothing changed', async () => {
    const { id } = await stage.addUser();
    const before = [manager.frames.length, colleague.frames.length];
    await call(calls.updateUser, { params: { id }, body: { username: 'admin' } });
    await call(calls.updateUser, { params: { id }, body: { firstName: 'Nora' } });
    await call(calls.changeRole, { params: { id }, body: { role: 'employee' } });
    for (const socket of [manager, colleague]) {
      socket.send('ping');
      await socket.next('pong');
    }
    const after = [manager.frames, colleague.frames].map(
      (frames) => frames.filter(({ type }) => type !== 'pong').length,
    );
    expect(after).toEqual(before);
    expect((await stage.row(id)).version).toBe(1);
  });
});

describe('the person gets an event', () => {
  test('for new permissions, on all of their sockets and no others', async () => {
    const { id, client } = await stage.addUser();
    const sockets = [
      await client.socket(),
      await (await stage.openSession(id)).socket({ path: '/' }),
    ];
    await call(calls.changePermissions, {
      params: { id },
      body: { featurePermissions: ['audit_logs'], storeAccess: ['ford'] },
    });
    for (const socket of sockets) {
      expect(await socket.next('user_permissions_updated')).toMatchObject({
        userId: id,
        user: { pagePermissions: [], featurePermissions: ['audit_logs'], storeAccess: ['ford'] },
      });
      socket.close();
    }
    const others = [...manager.frames, ...colleague.frames].map(({ type }) => type);
    expect(others).not.toContain('user_permissions_updated');
    expect((await client.raw('GET', '/api/activity')).status).toBe(200);
    await call(calls.changePermissions, { params: { id }, body: { featurePermissions: [] } });
    expect((await client.raw('GET', '/api/activity')).status).toBe(403);
  });

  const endings: [string, RegExp, (id: number) => Promise<unknown>][] = [
    [
      'disabled',
      /^Your account has been disabled by an administrator$/,
      (id) => call(calls.toggleStatus, { params: { id } }),
    ],
    [
      'disabled by the form',
      /^Your account has been disabled by an administrator$/,
      (id) => call(calls.updateUser, { params: { id }, body: { isActive: false } }),
    ],
    [
      'disabled in bulk',
      /^Your account has been disabled by an administrator$/,
      (id) => call(calls.setManyActive, { body: { userIds: [id], isActive: false } }),
    ],
    ['deleted', /deleted by an administrator/, (id) => call(calls.deleteUser, { params: { id } })],
    [
      'password reset',
      /password was reset by an administrator/,
      (id) =>
        call(calls.resetUserPassword, {
          body: { userId: id, newPassword: 'another long password' },
        }),
    ],
    [
      'password reset by the form',
      /password was reset by an administrator/,
      (id) => call(calls.updateUser, { params: { id }, body: { password: 'another long one' } }),
    ],
  ];
  test.each(endings)(
    'when %s: every session and socket ends immediately',
    async (_name, reason, end) => {
      const { id, client } = await stage.addUser();
      const clients = [client, await stage.openSession(id), await stage.openSession(id)];
      const sockets = await Promise.all(
        clients.map((each, index) => each.socket({ path: index === 2 ? '/' : '/ws' })),
      );
      await end(id);
      // Immediately, without waiting for the events.
      for (const each of clients) expect((await each.raw('GET', '/api/user')).status).toBe(401);
      for (const socket of sockets) {
        expect((await socket.next('force_logout')).reason).toMatch(reason);
        expect((await socket.closed).code).toBe(4401);
        expect(socket.frames.at(-1)?.type).toBe('force_logout');
      }
      await expect(client.socket()).rejects.toThrow('401');
    },
  );

  test('not if the bus event is lost: access is revoked anyway, sockets close soon after', async () => {
    const { id, client } = await stage.addUser();
    const socket = await client.socket();
    const publish = vi.spyOn(stage.platform.bus, 'publish').mockImplementation(() => {});
    await call(calls.toggleStatus, { params: { id } });
    publish.mockRestore();
    expect((await client.raw('GET', '/api/user')).status).toBe(401);
    await expect(client.socket()).rejects.toThrow('401');
    expect((await socket.closed).code).toBe(4401);
  });

  describe('immediately, even if the server never checks its sockets periodically', () => {
    let idleStage: AdminStage;
    beforeAll(async () => {
      vi.useFakeTimers({ toFake: ['setInterval'] });
      idleStage = await openAdminStage();
      vi.useRealTimers();
    });
    afterAll(() => idleStage.stop());

    test('when the account is disabled', async () => {
      const { id, client } = await idleStage.addUser();
      const socket = await client.socket();
      await idleStage.admin.client.call(calls.toggleStatus, { params: { id } });
      expect((await socket.closed).code).toBe(4401);
    });

    test('when an administrator syncs active sessions', async () => {
      const { id, client } = await idleStage.addUser();
      const socket = await client.socket();
      await idleStage.platform.db
        .updateTable('users')
        .set({ is_active: false })
        .where('id', '=', id)
        .execute();
      const { status, body } = await idleStage.admin.client.call(calls.syncActiveSessions);
      expect(status).toBe(200);
      expect(body).toMatchObject({ activeSessions: expect.any(Number) });
      expect((await socket.closed).code).toBe(4401);
    });
  });
});
