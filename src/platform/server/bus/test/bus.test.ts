import type { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { type Database, openDatabase } from '../../db/database.ts';
import { createLog, type Log } from '../../log/log.ts';
import { type Bus, createBus } from '../bus.ts';
import { type RedisServer, startRedis } from './redisServer.ts';

const eventually = <T>(ask: () => T) => expect.poll(ask);
const log = createLog('silent');
let server: RedisServer;
const buses: Bus[] = [];

let database: Database;
beforeAll(async () => {
  server = await startRedis();
  database = openDatabase({ host: inject('socketDir'), database: 'postgres' }, log);
});
afterEach(async () => {
  await server.start();
  for (const bus of buses.splice(0)) await bus.close();
});
afterAll(async () => {
  await server.close();
  await database.close();
});

/** Another instance on the same database. */
function join(redis: Redis, itsLog: Log = log): Bus {
  const bus = createBus({ redis, pool: database.pool }, itsLog);
  buses.push(bus);
  return bus;
}

/** A bus, and the facts its listener received. */
async function open(shared: boolean): Promise<{ bus: Bus; heard: unknown[] }> {
  const bus = shared ? join(await server.connect()) : createBus(undefined, log);
  const heard: unknown[] = [];
  bus.subscribe('thing.happened', (payload) => heard.push(payload));
  return { bus, heard };
}

/** Two instances whose buses are connected. */
async function openPair() {
  const [here, there] = [await open(true), await open(true)];
  let reached = 0;
  for (const { bus } of [here, there]) bus.subscribe('hello', () => reached++);
  // One fact reaches its own bus and, once both listen, the other.
  await eventually(() => {
    reached = 0;
    here.bus.publish('hello', {});
    there.bus.publish('hello', {});
    return new Promise((resolve) => setTimeout(() => resolve(reached), 50));
  }).toBe(4);
  return [here, there] as const;
}

describe('within one process', () => {
  test('a fact is delivered synchronously to all of its listeners and no others', async () => {
    const { bus, heard } = await open(false);
    const others: unknown[] = [];
    bus.subscribe('thing.happened', (payload) => others.push(payload));
    bus.subscribe('thing.else', () => others.push('wrong'));
    bus.publish('thing.happened', { id: 1 });
    bus.publish('no.listener', {});
    expect([heard, others]).toEqual([[{ id: 1 }], [{ id: 1 }]]);
  });

  test('a failing listener does not affect the others', async () => {
    const { bus, heard } = await open(false);
    bus.subscribe('thing.happened', () => {
      throw new Error('mine');
    });
    const late: unknown[] = [];
    bus.subscribe('thing.happened', (payload) => late.push(payload));
    bus.publish('thing.happened', 1);
    expect([heard, late]).toEqual([[1], [1]]);
  });
});

describe('between instances', () => {
  test('a fact reaches each instance once, in order', async () => {
    const [here, there] = await openPair();
    const facts = Array.from({ length: 200 }, (_, n) => ({ n, text: 'ü\n\0' }));
    for (const fact of facts) here.bus.publish('thing.happened', fact);
    await eventually(() => there.heard.length).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(there.heard).toEqual(facts);
    expect(here.heard).toEqual(facts);
  });

  test('without Redis facts arrive through the database, once and in order', async () => {
    const [here, there] = await openPair();
    await server.kill();
    const facts = Array.from({ length: 200 }, (_, n) => ({ n, text: 'ü\n\0'.repeat(n * 50) }));
    for (const fact of facts) here.bus.publish('thing.happened', fact);
    await eventually(() => there.heard.length).toBe(200);
    expect(there.heard).toEqual(facts);
    expect(here.heard).toEqual(facts);
    await server.start();
    await eventually(() => {
      here.bus.publish('thing.happened', 'again');
      return there.heard;
    }).toContain('again');
  });

  test('an instance that alone has lost Redis receives facts, and the others receive its facts', async () => {
    const elsewhere = await startRedis();
    const cutOff = join(await elsewhere.connect());
    const heard: unknown[] = [];
    cutOff.subscribe('thing.happened', (payload) => heard.push(payload));
    const there = await open(true);
    await elsewhere.close();
    await eventually(() => {
      cutOff.publish('thing.happened', 'from the one cut off');
      return there.heard;
    }).toContain('from the one cut off');
    await eventually(() => {
      there.bus.publish('thing.happened', 'to the one cut off');
      return heard;
    }).toContain('to the one cut off');
  });

  test('facts lost with Redis are reported as missed, at the failure and at the recovery', async () => {
    const [here] = await openPair();
    let missed = 0;
    here.bus.onMissed(() => missed++);
    await server.kill();
    await eventually(() => missed).toBe(1);
    await server.start();
    await eventually(() => missed).toBe(2);
  });

  test('a fact is relayed while Redis hangs', async () => {
    const [here, there] = await openPair();
    await server.kill('SIGSTOP');
    here.bus.publish('thing.happened', 'while it was frozen');
    await eventually(() => there.heard).toEqual(['while it was frozen']);
    await server.kill('SIGCONT');
    await eventually(() => {
      here.bus.publish('thing.happened', 'and again');
      return there.heard;
    }).toContain('and again');
    expect(there.heard.filter((fact) => fact === 'while it was frozen')).toHaveLength(1);
  });

  test('an outage is logged once, however much is sent during it', async () => {
    const warn = vi.fn();
    const spy = { warn, error: warn, info() {}, debug() {} } as unknown as Log;
    const here = join(await server.connect(spy), spy);
    const there = await open(true);
    await server.kill();
    await eventually(() => {
      for (let n = 0; n < 50; n++) here.publish('thing.happened', 'during the outage');
      return there.heard;
    }).toContain('during the outage');
    await eventually(() => warn.mock.calls.length).toBe(1);
    for (let n = 0; n < 50; n++) here.publish('thing.happened', 'later in the outage');
    await eventually(() => there.heard).toContain('later in the outage');
    expect(warn).toHaveBeenCalledTimes(1);
  });

  test('an instance started without Redis connects to the others later', async () => {
    const redis = await server.connect();
    await server.kill();
    await eventually(() => redis.status).not.toBe('ready');
    const early = join(redis);
    const heard: unknown[] = [];
    early.subscribe('thing.happened', (payload) => heard.push(payload));
    await server.start();
    const { bus } = await open(true);
    await eventually(() => {
      bus.publish('thing.happened', 3);
      return heard;
    }).toContain(3);
  });

  test('foreign messages on the channel are ignored', async () => {
    const [here, there] = await openPair();
    const stranger = await server.connect();
    const [channel] = (await stranger.call('PUBSUB', 'CHANNELS')) as [string];
    const texts = ['', 'nonsense', 'null', '7', '{}'];
    for (const text of texts) await stranger.publish(channel, text);
    here.bus.publish('thing.happened', 4);
    await eventually(() => there.heard).toEqual([4]);
  });
});
