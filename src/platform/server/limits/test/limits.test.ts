import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RedisServer, startRedis } from '../../bus/test/redisServer.ts';
import { createLimits, type Limit } from '../limits.ts';

const eventually = <T>(ask: () => T) => expect.poll(ask);
let server: RedisServer;
beforeAll(async () => {
  server = await startRedis();
});
afterAll(() => server.close());

/** How many of these attempts were allowed. */
async function attempts(limit: Limit, key: string, times: number): Promise<number> {
  const tries = await Promise.allSettled(Array.from({ length: times }, () => limit.consume(key)));
  return tries.filter(({ status }) => status === 'fulfilled').length;
}

const refusal = { code: 'rate_limited', status: 429 };

describe.each([
  ['in this process', false],
  ['in Redis', true],
])('a limit counted %s', (name, shared) => {
  async function create(points: number, seconds = 60): Promise<Limit> {
    const redis = shared ? await server.connect() : undefined;
    return createLimits(redis)(`${name} ${crypto.randomUUID()}`, points, seconds);
  }

  test('allows exactly its points, also concurrently, and says when to retry', async () => {
    const limit = await create(5);
    expect(await attempts(limit, 'a', 20)).toBe(5);
    await expect(limit.consume('a')).rejects.toMatchObject({
      ...refusal,
      retryAfterSeconds: expect.toSatisfy((n: number) => n > 50 && n <= 60),
      message: expect.stringMatching(/^Too many attempts\. Try again in /),
    });
    expect(await attempts(limit, 'b', 1)).toBe(1);
  });

  test('can be checked without consuming', async () => {
    const limit = await create(2);
    await limit.check('a');
    expect(await attempts(limit, 'a', 1)).toBe(1);
    for (let i = 0; i < 5; i++) await limit.check('a');
    expect(await attempts(limit, 'a', 1)).toBe(1);
    await expect(limit.check('a')).rejects.toMatchObject(refusal);
  });

  test('returns one point, or all of them', async () => {
    const limit = await create(2);
    await attempts(limit, 'a', 2);
    await limit.restore('a');
    expect(await attempts(limit, 'a', 2)).toBe(1);
    await limit.reset('a');
    expect(await attempts(limit, 'a', 3)).toBe(2);
    await limit.reset('never seen');
  });

  test('resets when its time is over, and never has a retry time of zero', async () => {
    const limit = await create(1, 1);
    await limit.consume('a');
    await expect(limit.consume('a')).rejects.toMatchObject({ retryAfterSeconds: 1 });
    await eventually(() => limit.consume('a').then(() => 'open')).toBe('open');
  });
});

test('limits of different names are separate', async () => {
  const limits = createLimits(await server.connect());
  const [one, two] = [limits('one', 1, 60), limits('two', 1, 60)];
  await one.consume('a');
  await two.consume('a');
  await expect(one.consume('a')).rejects.toMatchObject(refusal);
});

test('instances share a limit', async () => {
  const first = createLimits(await server.connect())('shared', 10, 60);
  const second = createLimits(await server.connect())('shared', 10, 60);
  const through = await Promise.all([attempts(first, 'a', 20), attempts(second, 'a', 20)]);
  expect((through[0] ?? 0) + (through[1] ?? 0)).toBe(10);
  await expect(second.check('a')).rejects.toMatchObject(refusal);
  await first.reset('a');
  await second.check('a');
});

test.each(['SIGKILL', 'SIGSTOP'] as const)(
  'after the %s of Redis each instance counts by itself',
  async (signal) => {
    const limit = createLimits(await server.connect())(`without ${signal}`, 3, 60);
    await limit.consume('a');
    await server.kill(signal);
    expect(await attempts(limit, 'b', 3)).toBe(3);
    await expect(limit.check('b')).rejects.toMatchObject(refusal);
    await limit.restore('b');
    await limit.consume('b');
    await limit.reset('b');
    await limit.check('b');
    await server.kill();
    await server.start();
  },
);
