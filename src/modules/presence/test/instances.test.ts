import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import type { TestSocket } from '../../../../test/support/socket.ts';
import { type RedisServer, startRedis } from '../../../platform/server/bus/test/redisServer.ts';
import {
  addUser,
  age,
  batchedSocket,
  choose,
  entriesOf,
  shownStatus,
  signInUser,
  statusEvents,
  waitForDelivery,
  waitForLast,
  waitForRound,
  waitForStatuses,
} from './stage.ts';

let redis: RedisServer;
let serverA: TestForecourt;
let serverB: TestForecourt;
let listeners: TestSocket[];
let batched: TestSocket[];

/** Another instance on the database of the first. */
const startInstance = () =>
  startForecourt({
    database: 'empty',
    env: { DATABASE_URL: serverA.platform.config.databaseUrl ?? '', REDIS_URL: redis.url },
  });

beforeAll(async () => {
  redis = await startRedis();
  serverA = await startForecourt({ env: { REDIS_URL: redis.url } });
  serverB = await startInstance();
  const name = 'employee';
  listeners = [await listen(serverA, name), await listen(serverB, name)];
  batched = [
    await batchedSocket(await serverA.signIn(name)),
    await batchedSocket(await serverB.signIn(name)),
  ];
});
afterAll(async () => {
  for (const socket of [...listeners, ...batched]) socket.close();
  await serverB.stop();
  await serverA.stop();
  await redis.close();
});

const listen = async (forecourt: TestForecourt, name: string) =>
  (await forecourt.signIn(name)).socket();

async function connectedUser() {
  const id = await addUser(serverA);
  const onServerA = await signInUser(serverA, id);
  const onServerB = createClient(serverB.url);
  onServerB.cookie = onServerA.cookie;
  return { id, onServerA, onServerB };
}

const waitOnBoth = (id: number, statuses: string[], type?: string) =>
  Promise.all(listeners.map((listener) => waitForStatuses(listener, id, statuses, type)));

describe('two instances', () => {
  test('publish once that a user connected, on either, and both show it', async () => {
    const { id, onServerA, onServerB } = await connectedUser();
    const sockets = await Promise.all([onServerA.socket(), onServerB.socket()]);
    await waitOnBoth(id, ['online'], 'user_joined');
    await Promise.all(
      listeners.map((listener, at) => waitForRound(at ? serverB : serverA, listener)),
    );
    await waitOnBoth(id, ['online']);
    expect([await shownStatus(onServerA, id), await shownStatus(onServerB, id)]).toEqual([
      'online',
      'online',
    ]);
    for (const socket of sockets) socket.close();
  });

  test('keep a user online who moves from one to the other', async () => {
    const { id, onServerA, onServerB } = await connectedUser();
    const first = await onServerA.socket();
    await waitOnBoth(id, ['online']);
    const second = await onServerB.socket();
    first.close();
    await first.closed;
    await Promise.all(
      listeners.map((listener, at) => waitForRound(at ? serverB : serverA, listener)),
    );
    await waitOnBoth(id, ['online']);
    second.close();
  });

  test('end with the same status in batches, whichever of them stored it last', async () => {
    const { id, onServerA, onServerB } = await connectedUser();
    const socket = await onServerA.socket();
    await waitForLast(batched, id, 'online');
    for (let round = 0; round < 5; round += 1) {
      await Promise.all([
        choose(onServerA, id, 'away'),
        choose(onServerB, id, 'unavailable'),
        choose(onServerA, id, 'in-meeting'),
        choose(onServerB, id, 'on-vacation'),
      ]);
      for (const server of [serverA, serverB]) await waitForDelivery(server, ...batched);
      const stored = await shownStatus(onServerB, id);
      const last = batched.map((each) => entriesOf(each, id).at(-1)?.status);
      expect(last).toEqual([stored, stored]);
    }
    socket.close();
  });

  test('publish once that many users went offline', async () => {
    const ids = await Promise.all(Array.from({ length: 30 }, () => addUser(serverA)));
    const rows = ids.map((user_id) => ({ user_id }));
    await serverA.platform.db.insertInto('presence_sightings').values(rows).execute();
    await age(serverA, ids);
    for (const id of ids) await waitOnBoth(id, ['offline']);
    await Promise.all(
      listeners.map((listener, at) => waitForRound(at ? serverB : serverA, listener)),
    );
    for (const id of ids) await waitOnBoth(id, ['offline']);
  });
});

test('a restart shows no one as offline or as newly joined', async () => {
  const { id, onServerA } = await connectedUser();
  const restarting = await startInstance();
  const client = createClient(restarting.url);
  client.cookie = onServerA.cookie;
  const socket = await client.socket();
  await waitOnBoth(id, ['online'], 'user_joined');
  await restarting.stop();
  expect((await socket.closed).code).toBe(1012);
  await age(serverA, [id], 30);
  expect(await shownStatus(onServerA, id)).toBe('online');
  const restarted = await startInstance();
  const again = createClient(restarted.url);
  again.cookie = onServerA.cookie;
  const back = await again.socket();
  await Promise.all(
    listeners.map((listener, at) => waitForRound(at ? serverB : serverA, listener)),
  );
  for (const listener of listeners) {
    expect(await statusEvents(listener, id)).toEqual(['online']);
    expect(await statusEvents(listener, id, 'user_joined')).toEqual(['online']);
  }
  for (const each of batched)
    expect(entriesOf(each, id)).toEqual([{ userId: id, status: 'online' }]);
  back.close();
  await restarted.stop();
});
