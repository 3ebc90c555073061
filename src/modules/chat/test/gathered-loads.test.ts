import { describe, expect, test } from 'vitest';
import { gatherLoads } from '../server/gather.ts';

/** Loads that the test ends. */
function createLoads(maxKeys = 100) {
  const loads: { keys: readonly number[]; end(): void; fail(): void }[] = [];
  const ask = gatherLoads<number, string>(maxKeys, (keys) => {
    const { promise, resolve, reject } = Promise.withResolvers<string[]>();
    loads.push({
      keys,
      end: () => resolve(keys.map((key) => `value of ${key}`)),
      fail: () => reject(new Error('The database is away')),
    });
    return promise;
  });
  return { loads, ask };
}

/** Until everything that waits for a promise has run. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('loads for many callers', () => {
  test('take what is asked for together, and then what was asked for meanwhile', async () => {
    const { loads, ask } = createLoads();
    const first = [ask(1), ask(2)];
    await settled();
    const later = [ask(3), ask(1)];
    await settled();
    expect(loads.map(({ keys }) => keys)).toEqual([[1, 2]]);
    loads[0]?.end();
    await settled();
    expect(loads.map(({ keys }) => keys)).toEqual([
      [1, 2],
      [3, 1],
    ]);
    loads[1]?.end();
    expect(await Promise.all([...first, ...later])).toEqual(
      [1, 2, 3, 1].map((key) => `value of ${key}`),
    );
  });

  test('start again after a pause', async () => {
    const { loads, ask } = createLoads();
    for (const key of [1, 2]) {
      const value = ask(key);
      await settled();
      loads.at(-1)?.end();
      expect(await value).toBe(`value of ${key}`);
    }
    expect(loads).toHaveLength(2);
  });

  test('are limited in size', async () => {
    const { loads, ask } = createLoads(2);
    const values = [1, 2, 3].map(ask);
    await settled();
    loads[0]?.end();
    await settled();
    loads[1]?.end();
    await Promise.all(values);
    expect(loads.map(({ keys }) => keys)).toEqual([[1, 2], [3]]);
  });

  test('fail only for those who asked for them', async () => {
    const { loads, ask } = createLoads();
    const failed = [ask(1), ask(2)].map((value) => value.catch((error: Error) => error.message));
    await settled();
    const later = ask(3);
    loads[0]?.fail();
    await settled();
    loads[1]?.end();
    expect(await Promise.all(failed)).toEqual(['The database is away', 'The database is away']);
    expect(await later).toBe('value of 3');
  });
});
