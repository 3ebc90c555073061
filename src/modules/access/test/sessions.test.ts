import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { getCurrentUser, login, logout } from '../contract.ts';
import { announceEnded, endSessions } from '../server/public.ts';

let forecourt: TestForecourt;
beforeAll(async () => {
  forecourt = await startForecourt();
});
afterAll(() => forecourt.stop());

const status = async (client: Client) => (await client.call(getCurrentUser)).status;
const withCookie = (cookie: string | undefined) => Object.assign(forecourt.client(), { cookie });
const hashOf = (client: Client) =>
  createHash('sha256')
    .update(client.cookie?.split('=')[1] ?? '')
    .digest();
const setSession = (client: Client, values: string) =>
  sql`update sessions set ${sql.raw(values)} where token_hash = ${hashOf(client)}`.execute(
    forecourt.platform.db,
  );
const setUser = (username: string, values: object) =>
  forecourt.platform.db.updateTable('users').set(values).where('username', '=', username).execute();

describe('a session', () => {
  test('has a new token at each sign-in; the presented one becomes invalid', async () => {
    const client = await forecourt.signIn('employee');
    const old = client.cookie;
    await client.call(login, { body: { username: 'employee', password: 'forecourt-demo' } });
    expect(client.cookie).not.toBe(old);
    expect(await status(client)).toBe(200);
    expect(await status(withCookie(old))).toBe(401);
  });

  test('cannot be planted: a forged token before the sign-in is invalid after it', async () => {
    const planted = `forecourt=${'A'.repeat(43)}`;
    const client = withCookie(planted);
    await client.call(login, { body: { username: 'employee', password: 'forecourt-demo' } });
    expect(client.cookie).not.toBe(planted);
    expect(await status(withCookie(planted))).toBe(401);
  });

  test('of another user ends when someone signs in on the same browser', async () => {
    const shared = await forecourt.signIn('gm');
    const old = shared.cookie;
    const { body } = await shared.call(login, {
      body: { username: 'manager', password: 'forecourt-demo' },
    });
    expect(body.username).toBe('manager');
    expect(await status(withCookie(old))).toBe(401);
  });

  test('rejects calls of a page loaded for another user, but accepts its own', async () => {
    const client = await forecourt.signIn('gm');
    const me = (await client.call(getCurrentUser)).body.id;
    const getUserFor = (person: string) =>
      client.raw('GET', '/api/user', { headers: { 'x-forecourt-person': person } });
    expect((await getUserFor(String(me))).status).toBe(200);
    expect((await getUserFor(String(me + 1))).status).toBe(401);
    expect((await getUserFor('gm')).status).toBe(401);
    const mark = { headers: { 'x-forecourt-person': String(me + 1) } };
    expect((await client.raw('POST', '/api/chat/channels', { ...mark, body: {} })).status).toBe(
      401,
    );
    expect(await status(client)).toBe(200);
  });

  test('survives a failed sign-in', async () => {
    const client = await forecourt.signIn('gm');
    await client.call(login, { body: { username: 'gm', password: 'wrong-password' } });
    expect(await status(client)).toBe(200);
  });

  test('is not affected by a sign-in of the same person elsewhere', async () => {
    const [desktop, phone] = [await forecourt.signIn('gm'), await forecourt.signIn('gm')];
    expect([await status(desktop), await status(phone)]).toEqual([200, 200]);
  });

  test.each([
    'forecourt=',
    'forecourt=x',
    `forecourt=${'x'.repeat(4000)}`,
    'forecourt=%00',
    'other=1',
  ])('is not opened by the cookie %.30s', async (cookie) => {
    expect(await status(withCookie(cookie))).toBe(401);
  });

  test('is stored as a hash: the table cannot be used to sign in', async () => {
    const client = await forecourt.signIn('executive');
    const { rows } = await sql<{ text: string }>`
      select sessions::text as text from sessions`.execute(forecourt.platform.db);
    const token = client.cookie?.split('=')[1] ?? '';
    expect(rows.some(({ text }) => text.includes(token))).toBe(false);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  });

  test('ends when the account is disabled, deleted or made a bot', async () => {
    for (const [off, on] of [
      [{ is_active: false }, { is_active: true }],
      [{ deleted_at: new Date() }, { deleted_at: null }],
      [{ protection: 'system_bot' }, { protection: null }],
    ] as const) {
      const client = await forecourt.signIn('linda.tran');
      await setUser('linda.tran', off);
      expect(await status(client)).toBe(401);
      await expect(client.socket()).rejects.toThrow('401');
      await setUser('linda.tran', on);
    }
  });

  test('ends after twelve hours of inactivity, and after a week in any case', async () => {
    const client = await forecourt.signIn('employee');
    await setSession(client, `last_seen_at = now() - interval '11 hours 59 minutes'`);
    expect(await status(client)).toBe(200);
    await expect
      .poll(async () => {
        const { rows } = await sql<{ fresh: boolean }>`
          select last_seen_at > now() - interval '1 minute' as fresh from sessions
          where token_hash = ${hashOf(client)}`.execute(forecourt.platform.db);
        return rows[0]?.fresh;
      })
      .toBe(true);
    await setSession(client, `last_seen_at = now() - interval '12 hours 1 second'`);
    expect(await status(client)).toBe(401);

    const busy = await forecourt.signIn('employee');
    const { rows } = await sql<{ days: number }>`
      select extract(epoch from expires_at - created_at)::integer / 86400 as days from sessions
      where token_hash = ${hashOf(busy)}`.execute(forecourt.platform.db);
    expect(rows[0]?.days).toBe(7);
    await setSession(busy, `expires_at = now()`);
    expect(await status(busy)).toBe(401);
  });

  test('updates the last activity at most once a minute', async () => {
    const client = await forecourt.signIn('employee');
    await setSession(client, `last_seen_at = now() - interval '40 seconds'`);
    const seenAt = async () => {
      const { rows } = await sql<{ at: Date }>`select last_seen_at as at from sessions
        where token_hash = ${hashOf(client)}`.execute(forecourt.platform.db);
      return rows[0]?.at.getTime();
    };
    const before = await seenAt();
    for (let call = 0; call < 5; call += 1) await status(client);
    expect(await seenAt()).toBe(before);
  });
});

describe('signing out', () => {
  test('ends the session in the database: a replayed cookie is rejected, its socket is closed', async () => {
    const client = await forecourt.signIn('gm');
    const other = await forecourt.signIn('gm');
    const { cookie } = client;
    const socket = await client.socket();
    const { status: code, body, headers } = await client.call(logout);
    expect(code).toBe(200);
    expect(body).toEqual({ message: 'You are signed out.' });
    expect(headers.get('set-cookie')).toMatch(/^forecourt=; Max-Age=0/);
    expect(await status(withCookie(cookie))).toBe(401);
    await expect(withCookie(cookie).socket()).rejects.toThrow('401');
    expect((await socket.closed).code).toBe(4401);
    expect(socket.frames.some(({ type }) => type === 'force_logout')).toBe(false);
    expect(await status(other)).toBe(200);
  });

  test('always succeeds: twice, without a session, with an unknown cookie', async () => {
    const client = await forecourt.signIn('gm');
    const { cookie } = client;
    await client.call(logout);
    for (const again of [withCookie(cookie), forecourt.client(), withCookie('forecourt=nonsense')])
      expect((await again.call(logout)).status).toBe(200);
  });
});

describe('ending all sessions of a user', () => {
  test('closes all but the excluded one, and sends the reason', async () => {
    const { platform } = forecourt;
    const clients = [await forecourt.signIn('manager'), await forecourt.signIn('manager')];
    const bystander = await forecourt.signIn('employee');
    const sockets = await Promise.all(clients.map((client) => client.socket()));
    const { body } = await bystander.raw('GET', '/api/users?search=manager%40');
    const remaining = await platform.db
      .selectFrom('sessions')
      .select('id')
      .where('token_hash', '=', hashOf(clients[1] as Client))
      .executeTakeFirstOrThrow();
    const ended = await platform.db
      .transaction()
      .execute((tx) => endSessions(tx, body.users[0].id, remaining.id));
    announceEnded(platform, ended, 'Please go home');
    expect(await sockets[0]?.next('force_logout')).toEqual({ reason: 'Please go home' });
    expect((await sockets[0]?.closed)?.code).toBe(4401);
    expect(await Promise.all([...clients, bystander].map(status))).toEqual([401, 200, 200]);
    sockets[1]?.send('ping');
    await sockets[1]?.next('pong');
    sockets[1]?.close();
  });
});
