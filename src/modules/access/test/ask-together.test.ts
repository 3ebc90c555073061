import { expect, test } from 'vitest';
import { askTogether } from '../server/sessions/ask-together.ts';

test('what is asked within a turn is one question, and each asker gets the answer to their own', async () => {
  const asked: number[][] = [];
  const double = askTogether(async (keys: readonly number[]) => {
    asked.push([...keys]);
    return keys.map((key) => key * 2);
  });
  expect(await Promise.all([double(3), double(1), double(3)])).toEqual([6, 2, 6]);
  expect(await double(4)).toBe(8);
  expect(asked).toEqual([[3, 1, 3], [4]]);
});

test('a crowd is asked for in groups', async () => {
  const sizes: number[] = [];
  const echo = askTogether(async (keys: readonly number[]) => {
    sizes.push(keys.length);
    return [...keys];
  });
  const crowd = Array.from({ length: 600 }, (_, index) => index);
  expect(await Promise.all(crowd.map(echo))).toEqual(crowd);
  expect(sizes).toEqual([256, 256, 88]);
});

test('a question that fails, fails for those who asked it and for nobody after them', async () => {
  let away = true;
  const ask = askTogether(async (keys: readonly string[]) => {
    if (away) throw new Error('away');
    return [...keys];
  });
  const both = await Promise.allSettled([ask('a'), ask('b')]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  away = false;
  expect(await ask('c')).toBe('c');
});
