import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type RedisServer, startRedis } from '../../bus/test/redisServer.ts';
import { type Cache, createCache } from '../cache.ts';

const eventually = <T>(ask: () => T) => expect.poll(ask);
let server: RedisServer;
beforeAll(async () => {
  server = await startRedis();
});
afterAll(() => server.close());

/** A load that counts its calls, and finishes on demand. */
function countingLoad<T>(value: T, wait?: Promise<unknown>) {
  const load = async () => {
    load.times++;
    await wait;
    return value;
  };
  load.times = 0;
  return load;
}

function createGate() {
  let open = () => {};
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open: () => open() };
}

describe.each([
  ['in this process', false],
  ['in Redis', true],
])('%s', (_name, shared) => {
  let cache: Cache;
  beforeEach(async () => {
    const redis = shared ? await server.connect() : undefined;
    await redis?.flushall();
    cache = createCache(redis);
  });

  test.each([[{ a: [1, 'ü', null] }], [0], [''], [false], [null], ['text']])(
    '%j is loaded once and cached unchanged',
    async (value) => {
      const load = countingLoad(value);
      expect(await cache.remember('apiResponses', 'k', 60, load)).toEqual(value);
      expect(await cache.remember('apiResponses', 'k', 60, load)).toEqual(value);
      expect(load.times).toBe(1);
    },
  );

  test('concurrent callers share a load', async () => {
    const gate = createGate();
    const load = countingLoad('once', gate.passed);
    const results = Array.from({ length: 20 }, () => cache.remember('apiResponses', 'k', 60, load));
    gate.open();
    expect(new Set(await Promise.all(results))).toEqual(new Set(['once']));
    expect(load.times).toBe(1);
  });

  test('kinds and keys are separate', async () => {
    await cache.remember('apiResponses', 'k', 60, async () => 'one');
    expect(await cache.remember('userStatuses', 'k', 60, async () => 'two')).toBe('two');
    expect(await cache.remember('apiResponses', 'l', 60, async () => 'three')).toBe('three');
  });

  test('a failing load fails for everyone waiting, and is retried by the next caller', async () => {
    const fails = () => Promise.reject(new Error('no'));
    const results = [1, 2].map(() => cache.remember('apiResponses', 'k', 60, fails));
    for (const { status } of await Promise.allSettled(results)) expect(status).toBe('rejected');
    expect(await cache.remember('apiResponses', 'k', 60, async () => 'yes')).toBe('yes');
  });

  test('a value expires after its time, or when cleared', async () => {
    await cache.remember('apiResponses', 'k', 1, async () => 'old');
    await eventually(() => cache.remember('apiResponses', 'k', 1, async () => 'new')).toBe('new');
    await cache.forget('apiResponses', 'k');
    expect(await cache.remember('apiResponses', 'k', 60, async () => 'newer')).toBe('newer');
  });

  test('a load in progress during a clear is not cached', async () => {
    const gate = createGate();
    const stale = cache.remember('apiResponses', 'k', 60, countingLoad('stale', gate.passed));
    await new Promise((resolve) => setTimeout(resolve, 20));
    await cache.forget('apiResponses', 'k');
    const fresh = createGate();
    const later = cache.remember('apiResponses', 'k', 60, countingLoad('fresh', fresh.passed));
    gate.open();
    await stale;
    // The end of the first load does not end the sharing of the second.
    const third = cache.remember('apiResponses', 'k', 60, async () => 'third');
    fresh.open();
    expect(await Promise.all([later, third])).toEqual(['fresh', 'fresh']);
    expect(await cache.remember('apiResponses', 'k', 60, async () => 'fourth')).toBe('fresh');
  });

  test('contents and statistics are reported', async () => {
    await cache.remember('apiResponses', 'k', 60, async () => 'one');
    await cache.remember('apiResponses', 'k', 60, async () => 'two');
    await cache.remember('userStatuses', 'k', 60, async () => 'three');
    await cache.forget('apiResponses', 'absent');
    const state = await cache.describe();
    expect(state.keys).toEqual({
      apiResponses: 1,
      userSessions: 0,
      userStatuses: 1,
      notifications: 0,
    });
    expect(state).toMatchObject({ engine: shared ? 'redis' : 'memory', hits: 1, misses: 2 });
    expect([state.invalidations, state.memoryBytes > 0]).toEqual([1, true]);
    await cache.resetCounts();
    expect(await cache.describe()).toMatchObject({ hits: 0, misses: 0, invalidations: 0 });
    expect(Date.parse((await cache.describe()).since)).toBeGreaterThan(Date.now() - 5_000);
  });

  test('a family is cleared as a whole, and a load in progress is not found afterwards', async () => {
    const family = cache.family('apiResponses', 'people');
    const other = cache.family('apiResponses', 'cars');
    await other.remember('one', 60, async () => 'stays');
    await family.remember('one', 60, async () => 'old');
    expect(await family.remember('one', 60, async () => 'new')).toBe('old');
    const gate = createGate();
    const stale = family.remember('two', 60, countingLoad('stale', gate.passed));
    await new Promise((resolve) => setTimeout(resolve, 20));
    await family.forget();
    expect(await family.remember('two', 60, async () => 'fresh')).toBe('fresh');
    gate.open();
    await stale;
    expect(await family.remember('two', 60, async () => 'lost')).toBe('fresh');
    expect(await family.remember('one', 60, async () => 'new')).toBe('new');
    expect(await other.remember('one', 60, async () => 'gone')).toBe('stays');
    // The families themselves are not counted.
    expect(await cache.describe()).toMatchObject({ hits: 3, misses: 5, invalidations: 1 });
  });

  test('one kind can be cleared, including its loads in progress', async () => {
    const gate = createGate();
    await cache.remember('userStatuses', 'k', 60, async () => 'stays');
    await cache.remember('apiResponses', 'k', 60, async () => 'goes');
    const stale = cache.remember('apiResponses', 'l', 60, countingLoad('stale', gate.passed));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await cache.clear('apiResponses')).toBe(1);
    gate.open();
    await stale;
    expect(await cache.remember('apiResponses', 'l', 60, async () => 'fresh')).toBe('fresh');
    expect(await cache.remember('apiResponses', 'k', 60, async () => 'again')).toBe('again');
    expect(await cache.remember('userStatuses', 'k', 60, async () => 'lost')).toBe('stays');
  });
});

describe('with Redis', () => {
  afterEach(() => server.start());

  test('instances share cached values, and clears', async () => {
    const [first, second] = [
      createCache(await server.connect()),
      createCache(await server.connect()),
    ];
    await first.remember('apiResponses', 'shared', 60, async () => 'here');
    expect(await second.remember('apiResponses', 'shared', 60, async () => 'there')).toBe('here');
    await second.forget('apiResponses', 'shared');
    expect(await first.remember('apiResponses', 'shared', 60, async () => 'again')).toBe('again');
    const [own, others] = [first, second].map((one) => one.family('apiResponses', 'people'));
    await own?.remember('page', 60, async () => 'here');
    expect(await others?.remember('page', 60, async () => 'there')).toBe('here');
    await others?.forget();
    expect(await own?.remember('page', 60, async () => 'again')).toBe('again');
    await server.kill();
  });

  test.each(['SIGKILL', 'SIGSTOP'] as const)(
    'without Redis after its %s every load still succeeds',
    async (signal) => {
      const cache = createCache(await server.connect());
      await cache.remember('apiResponses', 'k', 60, async () => 1);
      await server.kill(signal);
      expect(await cache.remember('apiResponses', 'k', 60, async () => 2)).toBe(2);
      expect(await cache.remember('apiResponses', 'k', 60, async () => 3)).toBe(3);
      await expect(cache.forget('apiResponses', 'k')).resolves.toBeUndefined();
      await server.kill();
    },
  );
});
