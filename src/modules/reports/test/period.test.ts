import { describe, expect, test } from 'vitest';
import { readFilters, writeFilters } from '../contract/filters.ts';
import {
  addMonths,
  type Period,
  periods,
  previousOf,
  type Span,
  spanOf,
  yearBefore,
} from '../contract/period.ts';

const text = ({ from, to }: Span) => `${from} ${to}`;
type Moving = Exclude<Period, 'custom'>;

describe('as of a day in November', () => {
  const today = '2026-11-22';
  test.each<[Moving, string, string, string]>([
    ['today', '2026-11-22 2026-11-22', '2026-11-21 2026-11-21', '2025-11-22 2025-11-22'],
    ['yesterday', '2026-11-21 2026-11-21', '2026-11-20 2026-11-20', '2025-11-21 2025-11-21'],
    ['last_7_days', '2026-11-15 2026-11-21', '2026-11-08 2026-11-14', '2025-11-15 2025-11-21'],
    ['last_30_days', '2026-10-23 2026-11-21', '2026-09-23 2026-10-22', '2025-10-23 2025-11-21'],
    ['this_month', '2026-11-01 2026-11-22', '2026-10-01 2026-10-22', '2025-11-01 2025-11-22'],
    ['last_month', '2026-10-01 2026-10-31', '2026-09-01 2026-09-30', '2025-10-01 2025-10-31'],
    ['this_quarter', '2026-10-01 2026-11-22', '2026-07-01 2026-08-22', '2025-10-01 2025-11-22'],
    ['last_quarter', '2026-07-01 2026-09-30', '2026-04-01 2026-06-30', '2025-07-01 2025-09-30'],
    ['this_year', '2026-01-01 2026-11-22', '2025-01-01 2025-11-22', '2025-01-01 2025-11-22'],
    ['last_year', '2025-01-01 2025-12-31', '2024-01-01 2024-12-31', '2024-01-01 2024-12-31'],
    ['last_12_months', '2025-11-01 2026-10-31', '2024-11-01 2025-10-31', '2024-11-01 2025-10-31'],
  ])('%s', (period, span, previous, before) => {
    const current = spanOf(period, today);
    expect(text(current)).toBe(span);
    expect(text(previousOf(period, current))).toBe(previous);
    expect(text(yearBefore(current))).toBe(before);
  });

  test('every relative period is covered and ends by today', () => {
    for (const period of periods) {
      if (period === 'custom') continue;
      const { from, to } = spanOf(period, today);
      expect(from <= to && to <= today).toBe(true);
    }
  });
});

describe('on special dates', () => {
  test.each<[string, Moving, string, string, string, string]>([
    [
      'a month longer than the one before',
      'this_month',
      '2026-03-31',
      '2026-03-01 2026-03-31',
      '2026-02-01 2026-02-28',
      '2025-03-01 2025-03-31',
    ],
    [
      'the end of February in a leap year',
      'this_month',
      '2024-02-29',
      '2024-02-01 2024-02-29',
      '2024-01-01 2024-01-29',
      '2023-02-01 2023-02-28',
    ],
    [
      'the end of February after a leap year',
      'this_month',
      '2025-02-28',
      '2025-02-01 2025-02-28',
      '2025-01-01 2025-01-28',
      '2024-02-01 2024-02-29',
    ],
    [
      'the first day of a year',
      'this_year',
      '2026-01-01',
      '2026-01-01 2026-01-01',
      '2025-01-01 2025-01-01',
      '2025-01-01 2025-01-01',
    ],
    [
      'the first month of a year',
      'last_month',
      '2026-01-15',
      '2025-12-01 2025-12-31',
      '2025-11-01 2025-11-30',
      '2024-12-01 2024-12-31',
    ],
    [
      'the first quarter of a year',
      'last_quarter',
      '2026-02-10',
      '2025-10-01 2025-12-31',
      '2025-07-01 2025-09-30',
      '2024-10-01 2024-12-31',
    ],
    [
      'the first day of a month',
      'last_7_days',
      '2026-03-01',
      '2026-02-22 2026-02-28',
      '2026-02-15 2026-02-21',
      '2025-02-22 2025-02-28',
    ],
    [
      'New Year',
      'yesterday',
      '2026-01-01',
      '2025-12-31 2025-12-31',
      '2025-12-30 2025-12-30',
      '2024-12-31 2024-12-31',
    ],
    [
      'the last day of a quarter',
      'this_quarter',
      '2026-12-31',
      '2026-10-01 2026-12-31',
      '2026-07-01 2026-09-30',
      '2025-10-01 2025-12-31',
    ],
    [
      'twelve months that end in February',
      'last_12_months',
      '2024-03-10',
      '2023-03-01 2024-02-29',
      '2022-03-01 2023-02-28',
      '2022-03-01 2023-02-28',
    ],
  ])('%s', (_, period, today, span, previous, before) => {
    const current = spanOf(period, today);
    expect(text(current)).toBe(span);
    expect(text(previousOf(period, current))).toBe(previous);
    expect(text(yearBefore(current))).toBe(before);
  });

  test('custom dates are compared with the same number of days before', () => {
    const dates = { from: '2026-03-05', to: '2026-03-14' };
    expect(text(previousOf('custom', dates))).toBe('2026-02-23 2026-03-04');
    expect(text(yearBefore(dates))).toBe('2025-03-05 2025-03-14');
  });

  test.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2024-01-31', 1, '2024-02-29'],
    ['2026-03-31', -1, '2026-02-28'],
    ['2024-02-29', -12, '2023-02-28'],
    ['2026-12-31', 2, '2027-02-28'],
    ['2026-05-31', -6, '2025-11-30'],
  ])('%s and %i months is %s', (date, months, found) => {
    expect(addMonths(date, months)).toBe(found);
  });
});

describe('report filters', () => {
  test('round-trip any text', () => {
    const filters = [
      { by: 'make', key: 'Land Rover' },
      { by: 'lender', key: 'Smith; Sons: 100 % “fair”' },
      { by: 'model', key: '' },
    ];
    expect(readFilters(writeFilters(filters))).toEqual(filters);
    expect(readFilters('')).toEqual([]);
  });

  test.each([
    'make',
    'make:Ford;',
    ';',
    'make:%',
    'make:Ford;make:Kia',
    'Make:Ford',
    `make:${'x'.repeat(401)}`,
  ])('reject %s', (text) => {
    expect(readFilters(text)).toBeNull();
  });
});
