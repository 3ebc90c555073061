import { describe, expect, test } from 'vitest';
import { shownModels } from '../web/brands/shownModels.ts';
import { pointsOf } from '../web/cards/points.ts';
import { changeOf, daysOf, millionsOf } from '../web/state/labels.ts';

describe('a change', () => {
  test.each([
    [112.4, 100, 'up', '+12.4%', 'vs Oct 1–23'],
    [92, 100, 'down', '−8%', 'vs Oct 1–23'],
    [100, 100, 'same', '0%', 'vs Oct 1–23'],
    [0, 4, 'down', '−100%', 'vs Oct 1–23'],
    [100, -50, 'up', '+300%', 'vs Oct 1–23'],
    [-100, -50, 'down', '−100%', 'vs Oct 1–23'],
    [5, 0, 'none', '', 'no sales Oct 1–23'],
    [0, 0, 'none', '', 'no sales Oct 1–23'],
    [1_000_000, 1, 'up', '+99,999,900%', 'vs Oct 1–23'],
    [10_000_001, 10_000_000, 'same', '0%', 'vs Oct 1–23'],
  ] as const)('of %d after %d', (now, before, direction, figure, text) => {
    expect(changeOf(now, before, 'Oct 1–23')).toEqual({ direction, figure, text });
  });
});

test('sales are shown in millions with one decimal', () => {
  expect([2_449_000, 2_450_001, 0, 49_999, 12_300_000].map(millionsOf)).toEqual([
    ...['$2.4M', '$2.5M', '$0.0M', '$0.0M', '$12.3M'],
  ]);
});

test('a range of days is shown with its month', () => {
  expect(daysOf('2026-11-01', '2026-11-22')).toBe('Nov 1–22');
  expect(daysOf('2026-03-01', '2026-03-01')).toBe('Mar 1');
});

describe('a line of months', () => {
  test('starts at zero, with the highest month at the top', () => {
    const { runs, last } = pointsOf([0, 5, 10]);
    expect(runs).toEqual(['0,100 50,50 100,0']);
    expect(last).toEqual({ x: 100, y: 0 });
  });
  test('breaks at unknown months', () => {
    const { runs } = pointsOf([null, 4, 2, null, 4, 4]);
    expect(runs).toEqual(['20,0 40,50', '80,0 100,0']);
  });
  test('with one month is a point', () => {
    expect(pointsOf([null, null, 3])).toEqual({ runs: [], last: { x: 100, y: 0 } });
    expect(pointsOf([3])).toEqual({ runs: [], last: { x: 0, y: 0 } });
  });
  test('is at zero when all values are zero, and is empty when none is known', () => {
    expect(pointsOf([0, 0])).toEqual({ runs: ['0,100 100,100'], last: { x: 100, y: 100 } });
    expect(pointsOf([null, null])).toEqual({ runs: [], last: null });
    expect(pointsOf([])).toEqual({ runs: [], last: null });
  });
  test('is cut at zero when values are negative, as gross can be', () => {
    expect(pointsOf([-5, 5]).runs).toEqual(['0,100 100,0']);
  });
});

test('models beyond the limit share one line, and the lines add up to the total', () => {
  const models = Array.from({ length: 9 }, (_, at) => ({
    name: `M${at}`,
    units: 9 - at,
    before: 1,
  }));
  const shown = shownModels(models);
  expect(shown).toHaveLength(6);
  expect(shown.at(-1)).toEqual({ name: '4 other models', units: 10, before: 4 });
  expect(shown.reduce((sum, { units }) => sum + units, 0)).toBe(45);
  expect(shownModels(models.slice(0, 6))).toHaveLength(6);
});
