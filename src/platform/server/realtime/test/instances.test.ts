import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../../../../../test/support/client.ts';
import { type Forecourt, startForecourt } from '../../../../main/forecourt.ts';
import { ready } from '../../../contract/socket.ts';
import { type RedisServer, startRedis } from '../../bus/test/redisServer.ts';
import { readConfig } from '../../config/config.ts';
import { createLog } from '../../log/log.ts';
import { type RealtimeServer, startRealtimeServer, testEvent } from './testServer.ts';

const eventually = <T>(ask: () => T) => expect.poll(ask);

let redis: RedisServer;
let first: RealtimeServer;
let second: Forecourt;
let dataDir: string;
beforeAll(async () => {
  redis = await startRedis();
  first = await startRealtimeServer({ REDIS_URL: redis.url });
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'forecourt-data-'));
  const config = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: first.platform.config.databaseUrl,
    REDIS_URL: redis.url,
    TEST_ALLOW_UNSAFE_DATABASE: '1',
    SEED: 'none',
  });
  second = await startForecourt(config, createLog('silent'));
});
afterAll(async () => {
  await second.stop();
  await first.stop();
  await redis.close();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

/** The same browser at the other instance. */
async function signInAtBoth(username: string) {
  const atFirst = await first.signIn(username);
  const atSecond = createClient(second.url);
  atSecond.cookie = atFirst.cookie;
  return { atFirst, atSecond };
}

describe('two instances act as one', () => {
  test('a session is valid at both, and events of one arrive at both', async () => {
    const { atFirst, atSecond } = await signInAtBoth('manager');
    const sockets = [await atFirst.socket(), await atSecond.socket()];
    await eventually(async () => {
      second.platform.realtime.publish('everyone:', testEvent, { n: 1 });
      await new Promise((resolve) => setTimeout(resolve, 50));
      return sockets.every(({ frames }) => frames.some(({ type }) => type === testEvent.type));
    }).toBe(true);
    for (const socket of sockets) socket.close();
  });

  test('signing out at one closes the sockets at the other', async () => {
    const { atFirst, atSecond } = await signInAtBoth('gm');
    const socket = await atFirst.socket();
    await atSecond.raw('POST', '/api/logout');
    expect(await socket.closed).toMatchObject({ code: 4401 });
  });

  test('without Redis events of one arrive at both, and after the outage all catch up', async () => {
    const { atFirst, atSecond } = await signInAtBoth('executive');
    const sockets = [await atFirst.socket(), await atSecond.socket()] as const;
    await redis.kill();
    for (const [index, client] of [atFirst, atSecond].entries()) {
      expect((await client.raw('GET', '/api/user')).status).toBe(200);
      await eventually(async () => {
        [first, second][index]?.platform.realtime.publish('everyone:', testEvent, { n: index });
        await new Promise((resolve) => setTimeout(resolve, 50));
        return sockets.every(({ frames }) =>
          frames.some(({ type, data }) => type === testEvent.type && data.n === index),
        );
      }).toBe(true);
    }
    const readies = () =>
      sockets.map(({ frames }) => frames.filter(({ type }) => type === ready.type).length);
    await eventually(() => Math.min(...readies())).toBe(2);
    await redis.start();
    await eventually(() => Math.min(...readies())).toBe(3);
    for (const socket of sockets) socket.close();
  });

  test('a topic whose announcement was lost in an outage works after it', async () => {
    const everything = first.rule.current;
    first.rule.current = () => false;
    const { atFirst } = await signInAtBoth('manager');
    const socket = await atFirst.socket();
    first.rule.current = everything;
    await redis.kill();
    await redis.start();
    await eventually(() =>
      first.connectionsOf('manager').every(({ topics }) => topics.has('test:ford')),
    ).toBe(true);
    socket.close();
  });
});
