import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { id, idParam } from '../fields.ts';

test('an id in a path or query is read from text', () => {
  expect(z.parse(idParam, '5')).toBe(5);
});

test('an id in a body is never read from anything but a number', () => {
  expect(z.parse(id, 5)).toBe(5);
  for (const other of [true, [5], '5', ' 5 ', null, 0, 1.5, 2 ** 31])
    expect([other, z.safeParse(id, other).success]).toEqual([other, false]);
});
