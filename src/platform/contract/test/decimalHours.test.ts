import { expect, test } from 'vitest';
import { decimalHours } from '../decimalHours.ts';

test('decimal hours are rounded half up, also where a binary fraction is just below', () => {
  const minute = 60_000;
  expect([0, 5, 425, -90].map((minutes) => decimalHours(minutes * minute))).toEqual([
    '0.00',
    '0.08',
    '7.08',
    '-1.50',
  ]);
  // 1.005 hours, which `toFixed` makes 1.00.
  expect(decimalHours(60.3 * minute)).toBe('1.01');
});
