import { expect, test } from 'vitest';
import { inBatches } from '../server/watching/batches.ts';

test('ids that arrive while one batch is written are written together in the next', async () => {
  const batches: number[][] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const write = inBatches(async (ids) => {
    batches.push(ids);
    if (batches.length === 1) await promise;
  });
  const first = write([1, 2]);
  await Promise.resolve();
  const later = [write([3]), write([4, 3]), write([5])];
  await Promise.resolve();
  expect(batches).toEqual([[1, 2]]);
  resolve();
  await Promise.all([first, ...later]);
  expect(batches).toEqual([
    [1, 2],
    [3, 4, 5],
  ]);
});

test('a batch that fails rejects for its own callers only, and the next is written', async () => {
  const written: number[] = [];
  const write = inBatches(async (ids) => {
    if (ids.includes(1)) throw new Error('no');
    written.push(...ids);
  });
  const failed = [write([1]), write([2])];
  await Promise.all(failed.map((each) => expect(each).rejects.toThrow('no')));
  await write([3]);
  expect(written).toEqual([3]);
});
