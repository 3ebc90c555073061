import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../../test/support/client.ts';
import { clientEvent } from '../../../contract/socket.ts';
import { personChanged, sessionEnded } from '../watch.ts';
import { type Hall, knock, openHall, said } from './hall.ts';

const eventually = <T>(ask: () => T) => expect.poll(ask);

let hall: Hall;
let manager: Client;
let userId: number;
beforeAll(async () => {
  hall = await openHall();
  manager = await hall.signIn('manager');
  userId = (await manager.raw('GET', '/api/user')).body.id;
});
afterAll(() => hall.stop());

const run = (text: string) => sql.raw(text).execute(hall.platform.db);
const setStores = (...stores: string[]) =>
  run(`update users set store_access = '{${stores}}' where username = 'manager'`);
const announce = () => hall.platform.bus.publish(personChanged, { userId });
const say = (n: number, topic: string) => hall.platform.realtime.publish(topic, said, { n });
const topicsOf = (username: string) =>
  hall.connectionsOf(username).flatMap(({ topics }) => [...topics].filter((t) => /^test:/.test(t)));

afterEach(async () => {
  const all = ({ storeAccess }: { storeAccess: readonly string[] }, id: string) =>
    storeAccess.includes(id) || storeAccess.includes('all');
  hall.rule.current = all;
  await setStores('ford');
  announce();
});

describe('when a session ends', () => {
  test('its sockets are told why, then closed; those of other sessions stay', async () => {
    const second = await hall.signIn('manager');
    const sockets = [await second.socket(), await second.socket({ path: '/' })];
    const stays = await manager.socket();
    const sessionIds = hall.connectionsOf('manager').map(({ sessionId }) => sessionId);
    const ended = sessionIds.filter((id) => id === sessionIds[0]);
    hall.platform.bus.publish(sessionEnded, { sessionIds: ended, reason: 'Because.' });
    for (const socket of sockets) {
      expect(await socket.next('force_logout')).toEqual({ reason: 'Because.' });
      expect(await socket.closed).toMatchObject({ code: 4401 });
      expect(socket.frames.at(-1)?.type).toBe('force_logout');
    }
    stays.send('ping');
    await stays.next('pong');
    stays.close();
  });

  test('by signing out, its sockets close without a word', async () => {
    const leaving = await hall.signIn('manager');
    const socket = await leaving.socket();
    expect((await leaving.raw('POST', '/api/logout')).status).toBe(200);
    expect(await socket.closed).toMatchObject({ code: 4401 });
    expect(socket.frames.map(({ type }) => type)).not.toContain('force_logout');
  });

  test('unheard of, its sockets close all the same within seconds', async () => {
    const lost = await hall.signIn('gm');
    const socket = await lost.socket();
    await run(`update sessions set ended_at = now()
      where user_id = (select id from users where username = 'gm')`);
    expect(await Promise.race([socket.closed, wait(9_000)])).toMatchObject({ code: 4401 });
  });

  test('so does that of somebody who was disabled', async () => {
    const disabled = await hall.signIn('employee');
    const sockets = [await disabled.socket(), await disabled.socket({ path: '/' })];
    await run(`update users set is_active = false where username = 'employee'`);
    hall.platform.bus.publish(personChanged, {
      userId: hall.connectionsOf('employee')[0]?.actor.userId,
    });
    for (const socket of sockets) expect(await socket.closed).toMatchObject({ code: 4401 });
    await run(`update users set is_active = true where username = 'employee'`);
  });

  test('what still waits in its sockets is no longer done', async () => {
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const done: string[] = [];
    hall.platform.realtime.handle(clientEvent('test_gate', {}), async () => {
      done.push('first');
      await gate;
    });
    const second = await hall.signIn('manager');
    const socket = await second.socket();
    hall.heard.length = 0;
    socket.send('test_gate');
    for (let n = 0; n < 5; n++) socket.send('test_told', { n });
    await eventually(() => done).toEqual(['first']);
    const sessionIds = hall.connectionsOf('manager').map(({ sessionId }) => sessionId);
    hall.platform.bus.publish(sessionEnded, { sessionIds });
    open();
    expect(await socket.closed).toMatchObject({ code: 4401 });
    await wait(100);
    expect(hall.heard).toEqual([]);
  });
});

describe('when rights change', () => {
  test('a topic that is no longer theirs is dropped, a new one followed, and what was missed meanwhile can be fetched', async () => {
    const socket = await manager.socket();
    await setStores('hyundai');
    announce();
    await socket.next('ready');
    expect(topicsOf('manager')).toEqual(['test:hyundai']);
    say(1, 'test:ford');
    say(2, 'test:hyundai');
    expect(await socket.next(said.type)).toEqual({ n: 2 });
    expect(hall.connectionsOf('manager')[0]?.actor.storeAccess).toEqual(['hyundai']);
    socket.close();
  });

  test('unheard of, they are found out within seconds', async () => {
    const socket = await manager.socket();
    await setStores('hyundai');
    await eventually(() => topicsOf('manager')).toEqual(['test:hyundai']);
    socket.close();
  });

  test('a rule that could not be asked is asked again', async () => {
    const socket = await manager.socket();
    const { current } = hall.rule;
    let failures = 0;
    hall.rule.current = () => {
      failures++;
      throw new Error('The database is away');
    };
    await setStores('hyundai');
    announce();
    await eventually(() => failures).toBeGreaterThan(0);
    hall.rule.current = current;
    await eventually(() => topicsOf('manager')).toEqual(['test:hyundai']);
    socket.close();
  });

  test('to waiting or to a new password, everything but the news of it closes', async () => {
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

test('a listener of ours that fails takes nothing down with it', async () => {
  const { realtime } = hall.platform;
  let failures = 0;
  const fail = async () => {
    failures++;
    throw new Error('mine');
  };
  realtime.onDisconnect(fail);
  const socket = await manager.socket();
  socket.close();
  // Sockets of the tests before may still be closing.
  await eventually(() => failures).toBeGreaterThan(0);
  const next = await manager.socket();
  next.send('ping');
  await next.next('pong');
  next.close();
});

test('a server that stops refuses new sockets and closes the open ones for a restart', async () => {
  const other = await openHall();
  const client = await other.signIn('manager');
  const headers = { cookie: client.cookie ?? '' };
  const sockets = [await client.socket(), await client.socket({ path: '/' })];
  const drained = other.platform.realtime.drain();
  expect(await knock(other.url, '/ws', headers)).toBe(503);
  for (const socket of sockets) expect(await socket.closed).toMatchObject({ code: 1012 });
  await drained;
  await eventually(() => [...other.platform.realtime.connections()].length).toBe(0);
  await other.stop();
});

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
