import { describe, expect, test } from 'vitest';
import { changeOf, verdictOf } from '../contract/figures/change.ts';
import { figureOf, shortFigureOf } from '../contract/figures/format.ts';
import type { Unit } from '../contract/report.ts';
import { cellOf } from '../web/report/records/cells.ts';
import { shortSpanOf, spanOf, timeOf } from '../web/state/spans.ts';

describe('a figure is formatted in its unit', () => {
  test.each<[Unit, number | null, string]>([
    ['count', 1240, '1,240'],
    ['count', 0, '0'],
    ['count', 2.5, '2.5'],
    ['cents', 1_234_549, '$12,345'],
    ['cents', -120_000, '−$1,200'],
    ['cents', -20, '$0'],
    ['share', 0.4231, '42.3%'],
    ['share', 1, '100.0%'],
    ['ratio', 1.847, '1.85'],
    ['hours', 412.5, '412.5 h'],
    ['days', 3.2, '3.2 days'],
    ['days', 1, '1 day'],
    ['minutes', 4.25, '4.3 min'],
    ['minutes', 45.4, '45 min'],
    ['minutes', 59.7, '1 h'],
    ['minutes', 80, '1 h 20 min'],
    ['minutes', 120, '2 h'],
    ['minutes', 3 * 24 * 60, '3 days'],
    ['cents', null, '–'],
    ['share', null, '–'],
  ])('%s %d: %s', (unit, value, text) => {
    expect(figureOf(unit, value)).toBe(text);
  });

  test('is a dash when missing', () => {
    expect(figureOf('count', undefined)).toBe('–');
  });

  test.each<[Unit, number, string]>([
    ['cents', 120_000_000, '$1.2M'],
    ['cents', -4_500_000, '−$45K'],
    ['count', 12, '12'],
    ['share', 0.5, '50%'],
    ['minutes', 90, '90 min'],
    ['minutes', 600, '10 h'],
    ['days', 30, '30 d'],
  ])('short for a chart axis: %s %d: %s', (unit, value, text) => {
    expect(shortFigureOf(unit, value)).toBe(text);
  });
});

describe('a change', () => {
  const units = { unit: 'count', better: 'more' } as const;
  const minutes = { unit: 'minutes', better: 'less' } as const;
  const changeText = (...[measure, now, before]: Parameters<typeof changeOf>) => {
    const change = changeOf(measure, now, before);
    return change && [change.direction, change.figure, verdictOf(change)];
  };

  test('is better or worse depending on the measure', () => {
    expect(changeText(units, 118, 105)).toEqual(['up', '+12.4%', 'better']);
    expect(changeText(units, 90, 100)).toEqual(['down', '−10%', 'worse']);
    expect(changeText(minutes, 90, 100)).toEqual(['down', '−10%', 'better']);
    expect(changeText({ unit: 'count', better: null }, 110, 100)).toEqual(['up', '+10%', '']);
  });

  test('of a share is in points', () => {
    expect(changeText({ unit: 'share', better: 'more' }, 0.45, 0.42)).toEqual([
      'up',
      '+3 pts',
      'better',
    ]);
  });

  test('from zero or from a loss is the difference itself', () => {
    expect(changeText(units, 3, 0)).toEqual(['up', '+3', 'better']);
    expect(changeText({ unit: 'cents', better: 'more' }, 50_000, -70_000)).toEqual([
      ...['up', '+$1,200', 'better'],
    ]);
  });

  test('below the displayed precision is no change', () => {
    expect(changeText(units, 0, 0)).toEqual(['same', 'no change', '']);
    expect(changeText({ unit: 'share', better: 'more' }, 0.42004, 0.42)).toEqual([
      ...['same', 'no change', ''],
    ]);
  });

  test('needs both figures', () => {
    expect(changeText(units, null, 5)).toBeNull();
    expect(changeText(units, 5, null)).toBeNull();
    expect(changeText(units, 5, undefined)).toBeNull();
  });
});

describe('days', () => {
  test('are formatted as short as possible', () => {
    expect(spanOf({ from: '2026-11-01', to: '2026-11-30' })).toBe('November 2026');
    expect(spanOf({ from: '2025-01-01', to: '2025-12-31' })).toBe('2025');
    expect(spanOf({ from: '2026-11-03', to: '2026-11-03' })).toBe('Nov 3, 2026');
    expect(spanOf({ from: '2026-11-01', to: '2026-11-22' })).toMatch(/^Nov 1\s–\s22, 2026$/);
    expect(spanOf({ from: '2025-12-20', to: '2026-01-03' })).toMatch(
      /^Dec 20, 2025\s–\sJan 3, 2026$/,
    );
  });

  test('of the current year omit the year', () => {
    const october = { from: '2026-10-01', to: '2026-10-22' };
    expect(shortSpanOf(october, '2026-11-22')).toMatch(/^Oct 1\s–\s22$/);
    expect(shortSpanOf(october, '2027-01-05')).toMatch(/^Oct 1\s–\s22, 2026$/);
  });

  test('and times are in the group time zone', () => {
    expect(timeOf('2026-11-22T16:42:00Z', 'America/Chicago')).toMatch(/^10:42\sAM$/);
  });
});

describe('a cell of a record', () => {
  const zone = 'America/Chicago';
  test('is formatted by its kind', () => {
    expect(cellOf('text', 'Ford F-150', zone)).toBe('Ford F-150');
    expect(cellOf('day', '2026-11-22', zone)).toBe('Nov 22, 2026');
    expect(cellOf('at', '2026-11-22T16:42:00Z', zone)).toMatch(/^Nov 22, 2026, 10:42\sAM$/);
    expect(cellOf('cents', 3_145_000, zone)).toBe('$31,450');
    expect(cellOf('text', '', zone)).toBe('–');
    expect(cellOf('cents', null, zone)).toBe('–');
  });
});
