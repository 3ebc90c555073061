import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import type { TestSocket } from '../../../../test/support/socket.ts';
import { type RedisServer, startRedis } from '../../../platform/server/bus/test/redisServer.ts';
import { admit, age, hire, oneRound, shownIn, statusEvents, waitForStatuses } from './stage.ts';

let redis: RedisServer;
let here: TestForecourt;
let there: TestForecourt;
let listeners: TestSocket[];

/** Another instance on the database of the first. */
const startAnother = () =>
  startForecourt({
    database: 'empty',
    env: { DATABASE_URL: here.platform.config.databaseUrl ?? '', REDIS_URL: redis.url },
  });

beforeAll(async () => {
  redis = await startRedis();
  here = await startForecourt({ env: { REDIS_URL: redis.url } });
  there = await startAnother();
  const name = 'employee';
  listeners = [await listen(here, name), await listen(there, name)];
});
afterAll(async () => {
  for (const socket of listeners) socket.close();
  await there.stop();
  await here.stop();
  await redis.close();
});

const listen = async (forecourt: TestForecourt, name: string) =>
  (await forecourt.signIn(name)).socket();

async function connectedUser() {
  const id = await hire(here);
  const atHere = await admit(here, id);
  const atThere = createClient(there.url);
  atThere.cookie = atHere.cookie;
  return { id, atHere, atThere };
}

const everywhere = (id: number, statuses: string[], type?: string) =>
  Promise.all(listeners.map((listener) => waitForStatuses(listener, id, statuses, type)));

describe('two instances', () => {
  test('publish once that a user connected, on either, and both show it', async () => {
    const { id, atHere, atThere } = await connectedUser();
    const sockets = await Promise.all([atHere.socket(), atThere.socket()]);
    await everywhere(id, ['online'], 'user_joined');
    await Promise.all(listeners.map((listener, at) => oneRound(at ? there : here, listener)));
    await everywhere(id, ['online']);
    expect([await shownIn(atHere, id), await shownIn(atThere, id)]).toEqual(['online', 'online']);
    for (const socket of sockets) socket.close();
  });

  test('keep a user online who moves from one to the other', async () => {
    const { id, atHere, atThere } = await connectedUser();
    const first = await atHere.socket();
    await everywhere(id, ['online']);
    const second = await atThere.socket();
    first.close();
    await first.closed;
    await Promise.all(listeners.map((listener, at) => oneRound(at ? there : here, listener)));
    await everywhere(id, ['online']);
    second.close();
  });

  test('publish once that many users went offline', async () => {
    const ids = await Promise.all(Array.from({ length: 30 }, () => hire(here)));
    const rows = ids.map((user_id) => ({ user_id }));
    await here.platform.db.insertInto('presence_sightings').values(rows).execute();
    await age(here, ids);
    for (const id of ids) await everywhere(id, ['offline']);
    await Promise.all(listeners.map((listener, at) => oneRound(at ? there : here, listener)));
    for (const id of ids) await everywhere(id, ['offline']);
  });
});

test('a restart shows no one as offline or as newly joined', async () => {
  const { id, atHere } = await connectedUser();
  const restarting = await startAnother();
  const client = createClient(restarting.url);
  client.cookie = atHere.cookie;
  const socket = await client.socket();
  await everywhere(id, ['online'], 'user_joined');
  await restarting.stop();
  expect((await socket.closed).code).toBe(1012);
  await age(here, [id], 30);
  expect(await shownIn(atHere, id)).toBe('online');
  const restarted = await startAnother();
  const again = createClient(restarted.url);
  again.cookie = atHere.cookie;
  const back = await again.socket();
  await Promise.all(listeners.map((listener, at) => oneRound(at ? there : here, listener)));
  for (const listener of listeners) {
    expect(await statusEvents(listener, id)).toEqual(['online']);
    expect(await statusEvents(listener, id, 'user_joined')).toEqual(['online']);
  }
  back.close();
  await restarted.stop();
});
