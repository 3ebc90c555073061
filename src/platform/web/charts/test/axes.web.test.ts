import { describe, expect, test } from 'vitest';
import { marksOf } from '../axes.ts';

describe('axis ticks', () => {
  const marks = (isWhole: boolean, ...values: (number | null)[]) => marksOf(values, isWhole);

  test('are round, start at zero and cover all values', () => {
    expect(marks(true, 12, 69, null)).toEqual([0, 20, 40, 60, 80]);
    expect(marks(true, 119)).toEqual([0, 50, 100, 150]);
    expect(marks(true, 20)).toEqual([0, 5, 10, 15, 20]);
    expect(marks(true, 265_000)).toEqual([0, 100_000, 200_000, 300_000]);
    expect(marks(false, 0.42)).toEqual([0, 0.2, 0.4, 0.2 * 3]);
  });

  test('go below zero for negative values', () => {
    expect(marks(true, -30, 50)).toEqual([-40, -20, 0, 20, 40, 60]);
    expect(marks(true, -30)).toEqual([-30, -20, -10, 0]);
  });

  test('are whole for counts, and exist without values', () => {
    expect(marks(true, 1)).toEqual([0, 1]);
    expect(marks(true, 0)).toEqual([0, 1]);
    expect(marks(true, 3)).toEqual([0, 1, 2, 3]);
  });
});
