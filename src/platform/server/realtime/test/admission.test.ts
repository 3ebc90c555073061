import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../../test/support/client.ts';
import { type Hall, knock, openHall, said } from './hall.ts';

const eventually = <T>(ask: () => T) => expect.poll(ask);

let hall: Hall;
let manager: Client;
let cookie: string;
beforeAll(async () => {
  hall = await openHall();
  manager = await hall.signIn('manager');
  cookie = manager.cookie ?? '';
});
afterAll(() => hall.stop());

const query = (text: string) => sql.raw(text).execute(hall.platform.db);

describe('the door is shut before the handshake', () => {
  test.each<[string, Record<string, string>]>([
    ['without a cookie', {}],
    ['with a forged one', { cookie: 'forecourt=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
    ['with an empty one', { cookie: 'forecourt=' }],
    ['with one of another name', { cookie: '__Host-forecourt=x; session=y' }],
    ['with nonsense', { cookie: ';;=;%%%' }],
  ])('%s: 401', async (_name, headers) => {
    for (const path of ['/ws', '/', '/ws?token=x']) {
      expect(await knock(hall.url, path, headers), path).toBe(401);
    }
  });

  test.each([
    ['ended', `ended_at = now()`],
    ['expired', `expires_at = now() - interval '1 second'`],
    ['long silent', `last_seen_at = now() - interval '13 hours'`],
  ])('with a session that has %s: 401', async (_name, change) => {
    const gone = await hall.signIn('gm');
    expect(await knock(hall.url, '/ws', { cookie: gone.cookie ?? '' })).toBe(101);
    await query(`update sessions set ${change}
      where user_id = (select id from users where username = 'gm')`);
    expect(await knock(hall.url, '/ws', { cookie: gone.cookie ?? '' })).toBe(401);
  });

  test.each<[string, Record<string, string>]>([
    ['another site', { origin: 'https://evil.example' }],
    ['no site at all', { origin: 'null' }],
    ['another port', { origin: 'http://127.0.0.1:1' }],
    ['a frame of another site', { 'sec-fetch-site': 'cross-site' }],
  ])('to %s: 403, whoever is signed in', async (_name, headers) => {
    for (const path of ['/ws', '/']) {
      expect(await knock(hall.url, path, { cookie, ...headers })).toBe(403);
    }
    expect(await knock(hall.url, '/ws', { cookie, origin: hall.url })).toBe(101);
  });

  test.each(['/wss', '/ws/', '/ws/x', '/api/ws', '/socket', '//ws', '/%77s'])(
    'at %s: 404',
    async (path) => {
      expect(await knock(hall.url, path, { cookie })).toBe(404);
    },
  );

  test('to who waits for approval, except for the news of it', async () => {
    const waiting = await hall.signIn('employee');
    const headers = { cookie: waiting.cookie ?? '' };
    await query(`update users set pending = true where username = 'employee'`);
    expect(await knock(hall.url, '/ws', headers)).toBe(403);
    expect(await knock(hall.url, '/', headers)).toBe(101);
    await query(`update users set pending = false where username = 'employee'`);
    expect(await knock(hall.url, '/ws', headers)).toBe(101);
  });

  test('to what does not speak the protocol', async () => {
    expect(await knock(hall.url, '/ws', { cookie, 'sec-websocket-version': '1' })).toBe(400);
    expect(await knock(hall.url, '/ws', { cookie, 'sec-websocket-key': 'short' })).toBe(400);
  });
});

describe('auth', () => {
  const hears = (frames: { type: string }[]) => frames.some(({ type }) => type === said.type);
  const say = () => {
    for (const topic of ['everyone:', 'test:ford'])
      hall.platform.realtime.publish(topic, said, { n: 1 });
  };

  test.each<[string, object]>([
    ['another number', { userId: 1 }],
    ['another name', { username: 'admin' }],
    ['our number under another name', { userId: 'own', username: 'admin' }],
  ])(
    'as somebody else, by %s, is refused; nothing is heard, and the door closes',
    async (_n, claim) => {
      const socket = await manager.socket({ auth: false });
      const { body } = await manager.raw('GET', '/api/user');
      socket.send('auth', {
        ...claim,
        ...('userId' in claim && claim.userId === 'own' && { userId: body.id }),
      });
      say();
      expect(await socket.next('error')).toMatchObject({
        message: 'This session belongs to somebody else.',
        code: 'forbidden',
      });
      expect(await socket.closed).toMatchObject({ code: 1008 });
      expect(socket.frames.map(({ type }) => type)).toEqual(['error']);
    },
  );

  test('as oneself, or as nobody in particular, is answered once with who one is', async () => {
    const { body } = await manager.raw('GET', '/api/user');
    for (const claim of [{}, { userId: body.id, username: 'manager', status: 'online' }]) {
      const socket = await manager.socket({ auth: false });
      socket.send('auth', claim);
      const ready = await socket.next('ready');
      // With the name of the site's build where one is built.
      const { build = '0'.repeat(16), ...greeting } = ready;
      expect(greeting).toEqual({ userId: body.id, serverTime: expect.stringMatching(/T.*Z$/) });
      expect(build).toMatch(/^[0-9a-f]{16}$/);
      socket.send('auth', claim);
      socket.send('ping');
      await socket.next('pong');
      expect(socket.frames.filter(({ type }) => type === 'ready')).toHaveLength(1);
      say();
      expect(await socket.next(said.type)).toEqual({ n: 1 });
      socket.close();
    }
  });

  test('comes first: until then nothing is taken and nothing is said', async () => {
    const socket = await manager.socket({ auth: false });
    hall.heard.length = 0;
    socket.send('test_told', { n: 1 });
    expect(await socket.next('error')).toMatchObject({ message: 'Please send auth first.' });
    say();
    socket.send('ping');
    expect(await socket.next('pong')).toEqual({ n: 1 });
    expect(hears(socket.frames)).toBe(false);
    expect(hall.heard).toEqual([]);
    socket.send('auth');
    await socket.next('ready');
    socket.send('test_told', { n: 2 });
    await eventually(() => hall.heard).toEqual([{ username: 'manager', n: 2 }]);
    socket.close();
  });

  test('must come within ten seconds', async () => {
    const mute = await manager.socket({ auth: false });
    const busy = await manager.socket({ auth: false });
    const pings = setInterval(() => busy.send('ping'), 1_000);
    const saying = await manager.socket();
    expect(await mute.closed).toMatchObject({ code: 1008 });
    expect(await busy.closed).toMatchObject({ code: 1008 });
    clearInterval(pings);
    saying.send('ping');
    await saying.next('pong');
    saying.close();
  });
});

test('nobody holds more than forty doors open at once', async () => {
  await eventually(() => hall.connectionsOf('manager').length).toBe(0);
  const sockets = await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      manager.socket({ auth: false, path: n % 2 ? '/ws' : '/' }).catch(() => null),
    ),
  );
  expect(sockets).not.toContain(null);
  expect(await knock(hall.url, '/ws', { cookie })).toBe(429);
  expect(await knock(hall.url, '/', { cookie })).toBe(429);
  const other = await hall.signIn('executive');
  expect(await knock(hall.url, '/ws', { cookie: other.cookie ?? '' })).toBe(101);
  sockets[0]?.terminate();
  await eventually(() => hall.connectionsOf('manager').length).toBe(39);
  expect(await knock(hall.url, '/ws', { cookie })).toBe(101);
  for (const socket of sockets) socket?.terminate();
});

describe('the door at / carries only what concerns one’s own rights', () => {
  test('and needs no auth', async () => {
    const socket = await manager.socket({ path: '/', auth: false });
    const { body } = await manager.raw('GET', '/api/user');
    const { realtime } = hall.platform;
    for (const topic of ['everyone:', `user:${body.id}`, 'test:ford', 'rights:1']) {
      realtime.publish(topic, said, { n: 1 });
    }
    realtime.publish(`rights:${body.id}`, said, { n: 2 });
    expect(await socket.next(said.type)).toEqual({ n: 2 });
    socket.send('ping');
    expect(await socket.next('pong')).toEqual({ n: 2 });
    socket.close();
  });

  test('and takes nothing but pings', async () => {
    hall.heard.length = 0;
    const socket = await manager.socket({ path: '/', auth: false });
    for (const type of ['test_told', 'chat_message', 'nonsense']) {
      socket.send(type, { n: 1, channelId: 'general', content: 'x', messageType: 'text' });
      expect(await socket.next('error')).toMatchObject({ message: 'Unknown event.' });
    }
    hall.platform.realtime.publish('everyone:', said, { n: 1 });
    socket.send('auth');
    socket.send('ping');
    await socket.next('pong');
    expect(socket.frames.some(({ type }) => type === said.type)).toBe(false);
    expect(hall.heard).toEqual([]);
    socket.close();
  });
});
