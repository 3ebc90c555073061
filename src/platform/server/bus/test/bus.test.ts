import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createLog } from '../../log/log.ts';
import { type Bus, createBus } from '../bus.ts';
import { type RedisServer, startRedis } from './redisServer.ts';

const eventually = <T>(ask: () => T) => expect.poll(ask);
const log = createLog('silent');
let server: RedisServer;
const buses: Bus[] = [];

beforeAll(async () => {
  server = await startRedis();
});
afterEach(async () => {
  for (const bus of buses.splice(0)) await bus.close();
});
afterAll(() => server.close());

/** A bus, and what its listener has heard. */
async function open(shared: boolean): Promise<{ bus: Bus; heard: unknown[] }> {
  const bus = createBus(shared ? await server.connect() : undefined, log);
  buses.push(bus);
  const heard: unknown[] = [];
  bus.subscribe('thing.happened', (payload) => heard.push(payload));
  return { bus, heard };
}

/** Two instances whose buses have found each other. */
async function openPair() {
  const [here, there] = [await open(true), await open(true)];
  let reached = 0;
  for (const { bus } of [here, there]) bus.subscribe('hello', () => reached++);
  // One greeting reaches the greeter and, once both listen, the other.
  await eventually(() => {
    reached = 0;
    here.bus.publish('hello', {});
    there.bus.publish('hello', {});
    return new Promise((resolve) => setTimeout(() => resolve(reached), 50));
  }).toBe(4);
  return [here, there] as const;
}

describe('within one process', () => {
  test('a fact is heard at once, by everyone who listens for it and nobody else', async () => {
    const { bus, heard } = await open(false);
    const others: unknown[] = [];
    bus.subscribe('thing.happened', (payload) => others.push(payload));
    bus.subscribe('thing.else', () => others.push('wrong'));
    bus.publish('thing.happened', { id: 1 });
    bus.publish('nobody.cares', {});
    expect([heard, others]).toEqual([[{ id: 1 }], [{ id: 1 }]]);
  });

  test('a listener that fails keeps nothing from the others', async () => {
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
  test('a fact is heard once by each, in the order it was told', async () => {
    const [here, there] = await openPair();
    const facts = Array.from({ length: 200 }, (_, n) => ({ n, text: 'ü\n\0' }));
    for (const fact of facts) here.bus.publish('thing.happened', fact);
    await eventually(() => there.heard.length).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(there.heard).toEqual(facts);
    expect(here.heard).toEqual(facts);
  });

  test('while Redis is away each still hears itself, and afterwards all hear each other again', async () => {
    const [here, there] = await openPair();
    await server.kill();
    here.bus.publish('thing.happened', 1);
    expect(here.heard).toEqual([1]);
    await server.start();
    await eventually(() => {
      here.bus.publish('thing.happened', 2);
      return there.heard;
    }).toContain(2);
    expect(there.heard).not.toContain(1);
  });

  test('an instance that starts while Redis is away finds the others later', async () => {
    const redis = await server.connect();
    await server.kill();
    await eventually(() => redis.status).not.toBe('ready');
    const early = createBus(redis, log);
    buses.push(early);
    const heard: unknown[] = [];
    early.subscribe('thing.happened', (payload) => heard.push(payload));
    await server.start();
    const { bus } = await open(true);
    await eventually(() => {
      bus.publish('thing.happened', 3);
      return heard;
    }).toContain(3);
  });

  test('what is not ours on the channel is passed over', async () => {
    const [here, there] = await openPair();
    const stranger = await server.connect();
    const [channel] = (await stranger.call('PUBSUB', 'CHANNELS')) as [string];
    const texts = ['', 'nonsense', 'null', '7', '{}'];
    for (const text of texts) await stranger.publish(channel, text);
    here.bus.publish('thing.happened', 4);
    await eventually(() => there.heard).toEqual([4]);
  });
});
