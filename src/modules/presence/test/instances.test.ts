import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import type { TestSocket } from '../../../../test/support/socket.ts';
import { type RedisServer, startRedis } from '../../../platform/server/bus/test/redisServer.ts';
import { admit, age, heard, hears, hire, oneRound, shownIn } from './stage.ts';

let redis: RedisServer;
let here: TestForecourt;
let there: TestForecourt;
let listeners: TestSocket[];

/** One more instance on the database of the first. */
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

async function somebody() {
  const id = await hire(here);
  const atHere = await admit(here, id);
  const atThere = createClient(there.url);
  atThere.cookie = atHere.cookie;
  return { id, atHere, atThere };
}

const everywhere = (id: number, statuses: string[], type?: string) =>
  Promise.all(listeners.map((listener) => hears(listener, id, statuses, type)));

describe('two instances', () => {
  test('tell once that somebody came, wherever, and show it both', async () => {
    const { id, atHere, atThere } = await somebody();
    const sockets = await Promise.all([atHere.socket(), atThere.socket()]);
    await everywhere(id, ['online'], 'user_joined');
    await Promise.all(listeners.map((listener, at) => oneRound(at ? there : here, listener)));
    await everywhere(id, ['online']);
    expect([await shownIn(atHere, id), await shownIn(atThere, id)]).toEqual(['online', 'online']);
    for (const socket of sockets) socket.close();
  });

  test('keep somebody who moved from one to the other', async () => {
    const { id, atHere, atThere } = await somebody();
    const first = await atHere.socket();
    await everywhere(id, ['online']);
    const second = await atThere.socket();
    first.close();
    await first.closed;
    await Promise.all(listeners.map((listener, at) => oneRound(at ? there : here, listener)));
    await everywhere(id, ['online']);
    second.close();
  });

  test('tell once that many have gone', async () => {
    const ids = await Promise.all(Array.from({ length: 30 }, () => hire(here)));
    const rows = ids.map((user_id) => ({ user_id }));
    await here.platform.db.insertInto('presence_sightings').values(rows).execute();
    await age(here, ids);
    for (const id of ids) await everywhere(id, ['offline']);
    await Promise.all(listeners.map((listener, at) => oneRound(at ? there : here, listener)));
    for (const id of ids) await everywhere(id, ['offline']);
  });
});

test('a restart shows nobody offline, and nobody as just come', async () => {
  const { id, atHere } = await somebody();
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
    expect(await heard(listener, id)).toEqual(['online']);
    expect(await heard(listener, id, 'user_joined')).toEqual(['online']);
  }
  back.close();
  await restarted.stop();
});
