import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../../test/support/client.ts';
import { clientEvent } from '../../../contract/socket.ts';
import { personChanged, sessionEnded } from '../watch.ts';
import { handshake, type RealtimeServer, startRealtimeServer, testEvent } from './testServer.ts';

const eventually = <T>(ask: () => T) => expect.poll(ask);

let server: RealtimeServer;
let manager: Client;
let userId: number;
beforeAll(async () => {
  server = await startRealtimeServer();
  manager = await server.signIn('manager');
  userId = (await manager.raw('GET', '/api/user')).body.id;
});
afterAll(() => server.stop());

const run = (text: string) => sql.raw(text).execute(server.platform.db);
const setStores = (...stores: string[]) =>
  run(`update users set store_access = '{${stores}}' where username = 'manager'`);
const announce = () => server.platform.bus.publish(personChanged, { userId });
const publish = (n: number, topic: string) =>
  server.platform.realtime.publish(topic, testEvent, { n });
const topicsOf = (username: string) =>
  server
    .connectionsOf(username)
    .flatMap(({ topics }) => [...topics].filter((t) => /^test:/.test(t)));

afterEach(async () => {
  const all = ({ storeAccess }: { storeAccess: readonly string[] }, id: string) =>
    storeAccess.includes(id) || storeAccess.includes('all');
  server.rule.current = all;
  await setStores('ford');
  announce();
});

describe('when a session ends', () => {
  test('its sockets get the reason, then close; those of other sessions stay open', async () => {
    const second = await server.signIn('manager');
    const sockets = [await second.socket(), await second.socket({ path: '/' })];
    const stays = await manager.socket();
    const sessionIds = server.connectionsOf('manager').map(({ sessionId }) => sessionId);
    const ended = sessionIds.filter((id) => id === sessionIds[0]);
    server.platform.bus.publish(sessionEnded, { sessionIds: ended, reason: 'Because.' });
    for (const socket of sockets) {
      expect(await socket.next('force_logout')).toEqual({ reason: 'Because.' });
      expect(await socket.closed).toMatchObject({ code: 4401 });
      expect(socket.frames.at(-1)?.type).toBe('force_logout');
    }
    stays.send('ping');
    await stays.next('pong');
    stays.close();
  });

  test('by signing out, its sockets close without a reason', async () => {
    const leaving = await server.signIn('manager');
    const socket = await leaving.socket();
    expect((await leaving.raw('POST', '/api/logout')).status).toBe(200);
    expect(await socket.closed).toMatchObject({ code: 4401 });
    expect(socket.frames.map(({ type }) => type)).not.toContain('force_logout');
  });

  test('unnoticed, its sockets still close within seconds', async () => {
    const lost = await server.signIn('gm');
    const socket = await lost.socket();
    await run(`update sessions set ended_at = now()
      where user_id = (select id from users where username = 'gm')`);
    expect(await Promise.race([socket.closed, wait(9_000)])).toMatchObject({ code: 4401 });
  });

  test('so do those of a disabled user', async () => {
    const disabled = await server.signIn('employee');
    const sockets = [await disabled.socket(), await disabled.socket({ path: '/' })];
    await run(`update users set is_active = false where username = 'employee'`);
    server.platform.bus.publish(personChanged, {
      userId: server.connectionsOf('employee')[0]?.actor.userId,
    });
    for (const socket of sockets) expect(await socket.closed).toMatchObject({ code: 4401 });
    await run(`update users set is_active = true where username = 'employee'`);
  });

  test('its queued frames are no longer handled', async () => {
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const done: string[] = [];
    server.platform.realtime.handle(clientEvent('test_gate', {}), async () => {
      done.push('first');
      await gate;
    });
    const second = await server.signIn('manager');
    const socket = await second.socket();
    server.received.length = 0;
    socket.send('test_gate');
    for (let n = 0; n < 5; n++) socket.send('test_command', { n });
    await eventually(() => done).toEqual(['first']);
    const sessionIds = server.connectionsOf('manager').map(({ sessionId }) => sessionId);
    server.platform.bus.publish(sessionEnded, { sessionIds });
    open();
    expect(await socket.closed).toMatchObject({ code: 4401 });
    await wait(100);
    expect(server.received).toEqual([]);
  });
});

describe('when rights change', () => {
  test('a topic without access is dropped, a new one subscribed, and ready sent', async () => {
    const socket = await manager.socket();
    await setStores('hyundai');
    announce();
    await socket.next('ready');
    expect(topicsOf('manager')).toEqual(['test:hyundai']);
    publish(1, 'test:ford');
    publish(2, 'test:hyundai');
    expect(await socket.next(testEvent.type)).toEqual({ n: 2 });
    expect(server.connectionsOf('manager')[0]?.actor.storeAccess).toEqual(['hyundai']);
    socket.close();
  });

  test('nothing is sent when only the password must be confirmed again', async () => {
    const socket = await manager.socket();
    await run(`update sessions set confirmed_until = now() - interval '1 second'
      where user_id = ${userId}`);
    announce();
    await wait(300);
    await setStores('hyundai');
    announce();
    await socket.next('ready');
    const isReady = ({ type }: { type: string }) => type === 'ready';
    // One at the connection, one for the stores.
    expect(socket.frames.filter(isReady)).toHaveLength(2);
    socket.close();
  });

  test('unnoticed, the change is detected within seconds', async () => {
    const socket = await manager.socket();
    await setStores('hyundai');
    await eventually(() => topicsOf('manager')).toEqual(['test:hyundai']);
    socket.close();
  });

  test('a failed access check is repeated', async () => {
    const socket = await manager.socket();
    const { current } = server.rule;
    let failures = 0;
    server.rule.current = () => {
      failures++;
      throw new Error('The database is unavailable');
    };
    await setStores('hyundai');
    announce();
    await eventually(() => failures).toBeGreaterThan(0);
    server.rule.current = current;
    await eventually(() => topicsOf('manager')).toEqual(['test:hyundai']);
    socket.close();
  });

  test('to pending or to a required password change, everything but news of it closes', async () => {
    const socket = await manager.socket();
    const listener = await manager.socket({ path: '/' });
    await run(`update credentials set must_change_password = true where user_id = ${userId}`);
    announce();
    expect(await socket.closed).toMatchObject({ code: 4401 });
    await run(`update credentials set must_change_password = false where user_id = ${userId}`);
    listener.send('ping');
    await listener.next('pong');
    listener.close();
  });
});

test('a failing listener does not affect others', async () => {
  const { realtime } = server.platform;
  let failures = 0;
  const fail = async () => {
    failures++;
    throw new Error('mine');
  };
  realtime.onDisconnect(fail);
  const socket = await manager.socket();
  socket.close();
  // Sockets of earlier tests may still be closing.
  await eventually(() => failures).toBeGreaterThan(0);
  const next = await manager.socket();
  next.send('ping');
  await next.next('pong');
  next.close();
});

test('a stopping server refuses new sockets and closes the open ones for a restart', async () => {
  const other = await startRealtimeServer();
  const client = await other.signIn('manager');
  const headers = { cookie: client.cookie ?? '' };
  const sockets = [await client.socket(), await client.socket({ path: '/' })];
  const drained = other.platform.realtime.drain();
  expect(await handshake(other.url, '/ws', headers)).toBe(503);
  for (const socket of sockets) expect(await socket.closed).toMatchObject({ code: 1012 });
  await drained;
  await eventually(() => [...other.platform.realtime.connections()].length).toBe(0);
  await other.stop();
});

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
