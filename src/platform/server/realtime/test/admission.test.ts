import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../../test/support/client.ts';
import { handshake, type RealtimeServer, startRealtimeServer, testEvent } from './testServer.ts';

const eventually = <T>(ask: () => T) => expect.poll(ask);

let server: RealtimeServer;
let manager: Client;
let cookie: string;
beforeAll(async () => {
  server = await startRealtimeServer();
  manager = await server.signIn('manager');
  cookie = manager.cookie ?? '';
});
afterAll(() => server.stop());

const query = (text: string) => sql.raw(text).execute(server.platform.db);

describe('a connection is refused before the handshake', () => {
  test.each<[string, Record<string, string>]>([
    ['without a cookie', {}],
    ['with a forged one', { cookie: 'forecourt=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
    ['with an empty one', { cookie: 'forecourt=' }],
    ['with one of another name', { cookie: '__Host-forecourt=x; session=y' }],
    ['with nonsense', { cookie: ';;=;%%%' }],
  ])('%s: 401', async (_name, headers) => {
    for (const path of ['/ws', '/', '/ws?token=x']) {
      expect(await handshake(server.url, path, headers), path).toBe(401);
    }
  });

  test.each([
    ['ended', `ended_at = now()`],
    ['expired', `expires_at = now() - interval '1 second'`],
    ['long silent', `last_seen_at = now() - interval '13 hours'`],
  ])('with a session that has %s: 401', async (_name, change) => {
    const gone = await server.signIn('gm');
    expect(await handshake(server.url, '/ws', { cookie: gone.cookie ?? '' })).toBe(101);
    await query(`update sessions set ${change}
      where user_id = (select id from users where username = 'gm')`);
    expect(await handshake(server.url, '/ws', { cookie: gone.cookie ?? '' })).toBe(401);
  });

  test.each<[string, Record<string, string>]>([
    ['another site', { origin: 'https://evil.example' }],
    ['no site at all', { origin: 'null' }],
    ['another port', { origin: 'http://127.0.0.1:1' }],
    ['a frame of another site', { 'sec-fetch-site': 'cross-site' }],
  ])('%s: 403 for every user', async (_name, headers) => {
    for (const path of ['/ws', '/']) {
      expect(await handshake(server.url, path, { cookie, ...headers })).toBe(403);
    }
    expect(await handshake(server.url, '/ws', { cookie, origin: server.url })).toBe(101);
  });

  test.each(['/wss', '/ws/', '/ws/x', '/api/ws', '/socket', '//ws', '/%77s'])(
    'at %s: 404',
    async (path) => {
      expect(await handshake(server.url, path, { cookie })).toBe(404);
    },
  );

  test('while waiting for approval, except for news of it', async () => {
    const waiting = await server.signIn('employee');
    const headers = { cookie: waiting.cookie ?? '' };
    await query(`update users set pending = true where username = 'employee'`);
    expect(await handshake(server.url, '/ws', headers)).toBe(403);
    expect(await handshake(server.url, '/', headers)).toBe(101);
    await query(`update users set pending = false where username = 'employee'`);
    expect(await handshake(server.url, '/ws', headers)).toBe(101);
  });

  test('for other protocols', async () => {
    expect(await handshake(server.url, '/ws', { cookie, 'sec-websocket-version': '1' })).toBe(400);
    expect(await handshake(server.url, '/ws', { cookie, 'sec-websocket-key': 'short' })).toBe(400);
  });
});

describe('auth', () => {
  const includesTestEvent = (frames: { type: string }[]) =>
    frames.some(({ type }) => type === testEvent.type);
  const publish = () => {
    for (const topic of ['everyone:', 'test:ford'])
      server.platform.realtime.publish(topic, testEvent, { n: 1 });
  };

  test.each<[string, object]>([
    ['another number', { userId: 1 }],
    ['another name', { username: 'admin' }],
    ['our number under another name', { userId: 'own', username: 'admin' }],
  ])(
    'as someone else, by %s, is refused; no event arrives, and the connection closes',
    async (_n, claim) => {
      const socket = await manager.socket({ auth: false });
      const { body } = await manager.raw('GET', '/api/user');
      socket.send('auth', {
        ...claim,
        ...('userId' in claim && claim.userId === 'own' && { userId: body.id }),
      });
      publish();
      expect(await socket.next('error')).toMatchObject({
        message: 'This session belongs to someone else.',
        code: 'forbidden',
      });
      expect(await socket.closed).toMatchObject({ code: 1008 });
      expect(socket.frames.map(({ type }) => type)).toEqual(['error']);
    },
  );

  test('as oneself, or without an id, is answered once with the user', async () => {
    const { body } = await manager.raw('GET', '/api/user');
    for (const claim of [{}, { userId: body.id, username: 'manager', status: 'online' }]) {
      const socket = await manager.socket({ auth: false });
      socket.send('auth', claim);
      const ready = await socket.next('ready');
      // With the build id if there is a build.
      const { build = '0'.repeat(16), ...greeting } = ready;
      expect(greeting).toEqual({ userId: body.id, serverTime: expect.stringMatching(/T.*Z$/) });
      expect(build).toMatch(/^[0-9a-f]{16}$/);
      socket.send('auth', claim);
      socket.send('ping');
      await socket.next('pong');
      expect(socket.frames.filter(({ type }) => type === 'ready')).toHaveLength(1);
      publish();
      expect(await socket.next(testEvent.type)).toEqual({ n: 1 });
      socket.close();
    }
  });

  test('comes first: until then frames are refused and no events arrive', async () => {
    const socket = await manager.socket({ auth: false });
    server.received.length = 0;
    socket.send('test_command', { n: 1 });
    expect(await socket.next('error')).toMatchObject({ message: 'Send auth first.' });
    publish();
    socket.send('ping');
    expect(await socket.next('pong')).toEqual({ n: 1 });
    expect(includesTestEvent(socket.frames)).toBe(false);
    expect(server.received).toEqual([]);
    socket.send('auth');
    await socket.next('ready');
    socket.send('test_command', { n: 2 });
    await eventually(() => server.received).toEqual([{ username: 'manager', n: 2 }]);
    socket.close();
  });

  test('must come within ten seconds', async () => {
    const mute = await manager.socket({ auth: false });
    const busy = await manager.socket({ auth: false });
    const pings = setInterval(() => busy.send('ping'), 1_000);
    const pinging = await manager.socket();
    expect(await mute.closed).toMatchObject({ code: 1008 });
    expect(await busy.closed).toMatchObject({ code: 1008 });
    clearInterval(pings);
    pinging.send('ping');
    await pinging.next('pong');
    pinging.close();
  });
});

test('a user may have at most forty open connections', async () => {
  await eventually(() => server.connectionsOf('manager').length).toBe(0);
  const sockets = await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      manager.socket({ auth: false, path: n % 2 ? '/ws' : '/' }).catch(() => null),
    ),
  );
  expect(sockets).not.toContain(null);
  expect(await handshake(server.url, '/ws', { cookie })).toBe(429);
  expect(await handshake(server.url, '/', { cookie })).toBe(429);
  const other = await server.signIn('executive');
  expect(await handshake(server.url, '/ws', { cookie: other.cookie ?? '' })).toBe(101);
  sockets[0]?.terminate();
  await eventually(() => server.connectionsOf('manager').length).toBe(39);
  expect(await handshake(server.url, '/ws', { cookie })).toBe(101);
  for (const socket of sockets) socket?.terminate();
});

describe('the socket at / sends only events about the user’s own rights', () => {
  test('and needs no auth', async () => {
    const socket = await manager.socket({ path: '/', auth: false });
    const { body } = await manager.raw('GET', '/api/user');
    const { realtime } = server.platform;
    for (const topic of ['everyone:', `user:${body.id}`, 'test:ford', 'rights:1']) {
      realtime.publish(topic, testEvent, { n: 1 });
    }
    realtime.publish(`rights:${body.id}`, testEvent, { n: 2 });
    expect(await socket.next(testEvent.type)).toEqual({ n: 2 });
    socket.send('ping');
    expect(await socket.next('pong')).toEqual({ n: 2 });
    socket.close();
  });

  test('and accepts nothing but pings', async () => {
    server.received.length = 0;
    const socket = await manager.socket({ path: '/', auth: false });
    for (const type of ['test_command', 'chat_message', 'nonsense']) {
      socket.send(type, { n: 1, channelId: 'general', content: 'x', messageType: 'text' });
      expect(await socket.next('error')).toMatchObject({ message: 'Unknown event.' });
    }
    server.platform.realtime.publish('everyone:', testEvent, { n: 1 });
    socket.send('auth');
    socket.send('ping');
    await socket.next('pong');
    expect(socket.frames.some(({ type }) => type === testEvent.type)).toBe(false);
    expect(server.received).toEqual([]);
    socket.close();
  });
});
