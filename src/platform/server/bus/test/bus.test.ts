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
function openInstance(redis: Redis, instanceLog: Log = log): Bus {
  const bus = createBus({ redis, pool: database.pool }, instanceLog);
  buses.push(bus);
  return bus;
}

/** A bus, and the facts its listener received. */
async function open(shared: boolean): Promise<{ bus: Bus; received: unknown[] }> {
  const bus = shared ? openInstance(await server.connect()) : createBus(undefined, log);
  const received: unknown[] = [];
  bus.subscribe('thing.happened', (payload) => received.push(payload));
  return { bus, received };
}

/** Two instances whose buses are connected. */
async function openPair() {
  const [first, second] = [await open(true), await open(true)];
  let reached = 0;
  for (const { bus } of [first, second]) bus.subscribe('hello', () => reached++);
  // One fact reaches its own bus and, once both listen, the other.
  await eventually(() => {
    reached = 0;
    first.bus.publish('hello', {});
    second.bus.publish('hello', {});
    return new Promise((resolve) => setTimeout(() => resolve(reached), 50));
  }).toBe(4);
  return [first, second] as const;
}

describe('within one process', () => {
  test('a fact is delivered synchronously to all of its listeners and no others', async () => {
    const { bus, received } = await open(false);
    const others: unknown[] = [];
    bus.subscribe('thing.happened', (payload) => others.push(payload));
    bus.subscribe('thing.else', () => others.push('wrong'));
    bus.publish('thing.happened', { id: 1 });
    bus.publish('no.listener', {});
    expect([received, others]).toEqual([[{ id: 1 }], [{ id: 1 }]]);
  });

  test('a failing listener does not affect the others', async () => {
    const { bus, received } = await open(false);
    bus.subscribe('thing.happened', () => {
      throw new Error('mine');
    });
    const late: unknown[] = [];
    bus.subscribe('thing.happened', (payload) => late.push(payload));
    bus.publish('thing.happened', 1);
    expect([received, late]).toEqual([[1], [1]]);
  });
});

describe('between instances', () => {
  test('a fact reaches each instance once, in order', async () => {
    const [first, second] = await openPair();
    const facts = Array.from({ length: 200 }, (_, n) => ({ n, text: 'ü\n\0' }));
    for (const fact of facts) first.bus.publish('thing.happened', fact);
    await eventually(() => second.received.length).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(second.received).toEqual(facts);
    expect(first.received).toEqual(facts);
  });

  test('without Redis facts arrive through the database, once and in order', async () => {
    const [first, second] = await openPair();
    await server.kill();
    const facts = Array.from({ length: 200 }, (_, n) => ({ n, text: 'ü\n\0'.repeat(n * 50) }));
    for (const fact of facts) first.bus.publish('thing.happened', fact);
    await eventually(() => second.received.length).toBe(200);
    expect(second.received).toEqual(facts);
    expect(first.received).toEqual(facts);
    await server.start();
    await eventually(() => {
      first.bus.publish('thing.happened', 'again');
      return second.received;
    }).toContain('again');
  });

  test('if only one instance loses Redis, it still receives facts and the others receive its own', async () => {
    const otherRedis = await startRedis();
    const cutOff = openInstance(await otherRedis.connect());
    const received: unknown[] = [];
    cutOff.subscribe('thing.happened', (payload) => received.push(payload));
    const second = await open(true);
    await otherRedis.close();
    await eventually(() => {
      cutOff.publish('thing.happened', 'from the one cut off');
      return second.received;
    }).toContain('from the one cut off');
    await eventually(() => {
      second.bus.publish('thing.happened', 'to the one cut off');
      return received;
    }).toContain('to the one cut off');
  });

  test('facts lost with Redis are reported as missed, at the failure and at the recovery', async () => {
    const [first] = await openPair();
    let missed = 0;
    first.bus.onMissed(() => missed++);
    await server.kill();
    await eventually(() => missed).toBe(1);
    await server.start();
    await eventually(() => missed).toBe(2);
  });

  test('a fact is relayed while Redis hangs', async () => {
    const [first, second] = await openPair();
    await server.kill('SIGSTOP');
    first.bus.publish('thing.happened', 'while it was frozen');
    await eventually(() => second.received).toEqual(['while it was frozen']);
    await server.kill('SIGCONT');
    await eventually(() => {
      first.bus.publish('thing.happened', 'and again');
      return second.received;
    }).toContain('and again');
    expect(second.received.filter((fact) => fact === 'while it was frozen')).toHaveLength(1);
  });

  test('an outage is logged once, however much is sent during it', async () => {
    const warn = vi.fn();
    const spy = { warn, error: warn, info() {}, debug() {} } as unknown as Log;
    const first = openInstance(await server.connect(spy), spy);
    const second = await open(true);
    await server.kill();
    await eventually(() => {
      for (let n = 0; n < 50; n++) first.publish('thing.happened', 'during the outage');
      return second.received;
    }).toContain('during the outage');
    await eventually(() => warn.mock.calls.length).toBe(1);
    for (let n = 0; n < 50; n++) first.publish('thing.happened', 'later in the outage');
    await eventually(() => second.received).toContain('later in the outage');
    expect(warn).toHaveBeenCalledTimes(1);
  });

  test('an instance started without Redis connects to the others later', async () => {
    const redis = await server.connect();
    await server.kill();
    await eventually(() => redis.status).not.toBe('ready');
    const early = openInstance(redis);
    const received: unknown[] = [];
    early.subscribe('thing.happened', (payload) => received.push(payload));
    await server.start();
    const { bus } = await open(true);
    await eventually(() => {
      bus.publish('thing.happened', 3);
      return received;
    }).toContain(3);
  });

  test('foreign messages on the channel are ignored', async () => {
    const [first, second] = await openPair();
    const otherClient = await server.connect();
    const [channel] = (await otherClient.call('PUBSUB', 'CHANNELS')) as [string];
    const texts = ['', 'nonsense', 'null', '7', '{}'];
    for (const text of texts) await otherClient.publish(channel, text);
    first.bus.publish('thing.happened', 4);
    await eventually(() => second.received).toEqual([4]);
  });
});
