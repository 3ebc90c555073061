import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as calls from '../contract.ts';
import { type AdminStage, openAdminStage, password } from './stage.ts';

let stage: AdminStage;
beforeAll(async () => {
  stage = await openAdminStage();
});
afterAll(() => stage.stop());

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const list = async (id: number) =>
  (await stage.admin.client.call(calls.listUserSessions, { params: { id } })).body;
const end = (id: number, sessionId: string) =>
  stage.admin.client.call(calls.endUserSession, { params: { id, sessionId } });

describe('the sessions of a person', () => {
  test('are listed with device, IP address and time, only the open ones', async () => {
    const { id, username } = await stage.addUser();
    const client = stage.client();
    await client.raw('POST', '/api/login', {
      body: { username, password },
      headers: { 'user-agent': chrome },
    });
    const sessions = await list(id);
    expect(sessions.map(({ device }) => device).sort()).toEqual([
      'Chrome on Windows',
      'Unknown device',
    ]);
    for (const session of sessions) {
      expect(session).toMatchObject({ ip: '127.0.0.1', isCurrent: false });
      expect(Date.parse(session.createdAt)).toBeLessThanOrEqual(Date.parse(session.lastSeenAt));
      expect(JSON.stringify(session)).not.toContain('token');
    }
    await client.raw('POST', '/api/logout');
    expect(await list(id)).toHaveLength(1);
  });

  test('end one by one: that one is closed with a reason, the others continue', async () => {
    const { id, client } = await stage.addUser();
    const [listed] = await list(id);
    const other = await stage.openSession(id);
    const socket = await client.socket();
    expect((await end(id, listed?.id ?? '')).status).toBe(200);
    expect((await socket.next('force_logout')).reason).toBe(
      'Your session was ended by an administrator',
    );
    expect((await client.raw('GET', '/api/user')).status).toBe(401);
    expect((await other.raw('GET', '/api/user')).status).toBe(200);
    expect((await end(id, listed?.id ?? '')).status).toBe(404);
    expect((await stage.log(id)).map(({ action, before }) => [action, before])).toEqual([
      ['session.ended', { device: 'Unknown device', ip: '127.0.0.1' }],
    ]);
  });

  test('cannot be ended through another user', async () => {
    const [one, other] = [await stage.addUser(), await stage.addUser()];
    const [session] = await list(one.id);
    expect((await end(other.id, session?.id ?? '')).status).toBe(404);
    expect((await one.client.raw('GET', '/api/user')).status).toBe(200);
  });

  test('of the own account: the current one ends only by signing out', async () => {
    const sessions = await list(stage.admin.id);
    const current = sessions.filter(({ isCurrent }) => isCurrent);
    expect(current).toHaveLength(1);
    const { status, body } = await end(stage.admin.id, current[0]?.id ?? '');
    expect([status, body]).toMatchObject([403, { error: expect.stringMatching(/sign out/) }]);
  });

  test('of a higher role are hidden', async () => {
    const by = await stage.addUser({ role: 'manager', pagePermissions: ['user_management'] });
    const { status } = await by.client.call(calls.listUserSessions, {
      params: { id: stage.admin.id },
    });
    expect(status).toBe(403);
  });
});

describe('the access review', () => {
  test('lists everyone with permissions and last sign-in, page by page, by name', async () => {
    const disabled = await stage.addUser({ isActive: false, lastName: 'Aaa' });
    const deletedUser = await stage.addUser({ lastName: 'Aaab' });
    await stage.admin.client.call(calls.deleteUser, { params: { id: deletedUser.id } });
    const review = async (page: number, limit: number) =>
      (await stage.admin.client.call(calls.reviewAccess, { query: { page, limit } })).body;
    const all = await review(1, 200);
    expect(all.users).toHaveLength(all.total);
    const names = all.users.map(({ lastName }) => lastName.toLowerCase());
    expect(names.slice(0, 3)).toContain('aaa');
    expect(all.users.find(({ id }) => id === disabled.id)).toMatchObject({ isActive: false });
    expect(all.users.some(({ id }) => id === deletedUser.id)).toBe(false);
    expect(all.users.some(({ protection }) => protection === 'system_bot')).toBe(true);
    const [first, second] = [await review(1, 3), await review(2, 3)];
    expect([...first.users, ...second.users]).toEqual(all.users.slice(0, 6));
    expect(first.users[0]).toHaveProperty('lastLogin');
    expect(first.users[0]).toHaveProperty('pagePermissions');
  });
});
