import { expect, test } from 'vitest';
import { createBatchLoader } from '../server/sessions/batch-loader.ts';

test('loads within a turn are one batch, and each caller gets the value of its key', async () => {
  const batches: number[][] = [];
  const double = createBatchLoader(async (keys: readonly number[]) => {
    batches.push([...keys]);
    return keys.map((key) => key * 2);
  });
  expect(await Promise.all([double(3), double(1), double(3)])).toEqual([6, 2, 6]);
  expect(await double(4)).toBe(8);
  expect(batches).toEqual([[3, 1, 3], [4]]);
});

test('many loads are split into batches', async () => {
  const sizes: number[] = [];
  const echo = createBatchLoader(async (keys: readonly number[]) => {
    sizes.push(keys.length);
    return [...keys];
  });
  const keys = Array.from({ length: 600 }, (_, index) => index);
  expect(await Promise.all(keys.map(echo))).toEqual(keys);
  expect(sizes).toEqual([256, 256, 88]);
});

test('a failed batch rejects for its callers only, not for later ones', async () => {
  let fails = true;
  const load = createBatchLoader(async (keys: readonly string[]) => {
    if (fails) throw new Error('failed');
    return [...keys];
  });
  const both = await Promise.allSettled([load('a'), load('b')]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  fails = false;
  expect(await load('c')).toBe('c');
});
