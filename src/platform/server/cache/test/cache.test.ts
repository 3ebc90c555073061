import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type RedisServer, startRedis } from '../../bus/test/redisServer.ts';
import { type Cache, createCache } from '../cache.ts';

const eventually = <T>(ask: () => T) => expect.poll(ask, { timeout: 10_000 });
let server: RedisServer;
beforeAll(async () => {
  server = await startRedis();
});
afterAll(() => server.close());

/** A load that counts itself, and ends when it is told to. */
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
    '%j is loaded once and remembered as it was',
    async (value) => {
      const load = countingLoad(value);
      expect(await cache.remember('apiResponses', 'k', 60, load)).toEqual(value);
      expect(await cache.remember('apiResponses', 'k', 60, load)).toEqual(value);
      expect(load.times).toBe(1);
    },
  );

  test('who asks while it is loading shares the load', async () => {
    const gate = createGate();
    const load = countingLoad('once', gate.passed);
    const asked = Array.from({ length: 20 }, () => cache.remember('apiResponses', 'k', 60, load));
    gate.open();
    expect(new Set(await Promise.all(asked))).toEqual(new Set(['once']));
    expect(load.times).toBe(1);
  });

  test('kinds and keys are kept apart', async () => {
    await cache.remember('apiResponses', 'k', 60, async () => 'one');
    expect(await cache.remember('userStatuses', 'k', 60, async () => 'two')).toBe('two');
    expect(await cache.remember('apiResponses', 'l', 60, async () => 'three')).toBe('three');
  });

  test('a load that fails is told to everyone who waits, and tried again by the next', async () => {
    const fails = () => Promise.reject(new Error('no'));
    const asked = [1, 2].map(() => cache.remember('apiResponses', 'k', 60, fails));
    for (const { status } of await Promise.allSettled(asked)) expect(status).toBe('rejected');
    expect(await cache.remember('apiResponses', 'k', 60, async () => 'yes')).toBe('yes');
  });

  test('it is forgotten after its time, or when told', async () => {
    await cache.remember('apiResponses', 'k', 1, async () => 'old');
    await eventually(() => cache.remember('apiResponses', 'k', 1, async () => 'new')).toBe('new');
    await cache.forget('apiResponses', 'k');
    expect(await cache.remember('apiResponses', 'k', 60, async () => 'newer')).toBe('newer');
  });

  test('what was being loaded when it was forgotten is not remembered', async () => {
    const gate = createGate();
    const stale = cache.remember('apiResponses', 'k', 60, countingLoad('stale', gate.passed));
    await new Promise((resolve) => setTimeout(resolve, 20));
    await cache.forget('apiResponses', 'k');
    const fresh = createGate();
    const later = cache.remember('apiResponses', 'k', 60, countingLoad('fresh', fresh.passed));
    gate.open();
    await stale;
    // The first one’s end does not end the sharing of the second.
    const third = cache.remember('apiResponses', 'k', 60, async () => 'third');
    fresh.open();
    expect(await Promise.all([later, third])).toEqual(['fresh', 'fresh']);
    expect(await cache.remember('apiResponses', 'k', 60, async () => 'fourth')).toBe('fresh');
  });
});

describe('with Redis', () => {
  afterEach(() => server.start());

  test('what one instance has loaded the other remembers, and forgets with it', async () => {
    const [here, there] = [
      createCache(await server.connect()),
      createCache(await server.connect()),
    ];
    await here.remember('apiResponses', 'shared', 60, async () => 'here');
    expect(await there.remember('apiResponses', 'shared', 60, async () => 'there')).toBe('here');
    await there.forget('apiResponses', 'shared');
    expect(await here.remember('apiResponses', 'shared', 60, async () => 'again')).toBe('again');
    await server.kill();
  });

  test.each(['SIGKILL', 'SIGSTOP'] as const)(
    'after its %s every load still answers',
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
