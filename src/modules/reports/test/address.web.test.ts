import { describe, expect, test } from 'vitest';
import {
  filtersOf,
  hrefOf,
  isDay,
  isSame,
  nextGrouping,
  readQuery,
  reportIn,
  toParams,
  withFilter,
  withRowFilter,
} from '../web/state/address.ts';

const parse = (text: string) => readQuery(new URLSearchParams(text));
const complete = {
  period: 'custom' as const,
  from: '2026-02-01',
  to: '2026-03-15',
  store: 'ford' as const,
  by: 'model',
  only: 'make:Land%20Rover;condition:used',
};

describe('the address of a report', () => {
  test('round-trips a question', () => {
    const href = hrefOf('sales', complete);
    const query = new URLSearchParams(href.split('?')[1]);
    expect(reportIn(query)).toBe('sales');
    expect(readQuery(query)).toEqual(complete);
  });

  test('leaves out default values', () => {
    expect(hrefOf('leads', { period: 'this_month', only: '' })).toBe('/reports?report=leads');
    expect(hrefOf('leads', { period: 'last_month' }, { measure: 'answered' })).toBe(
      '/reports?report=leads&period=last_month&measure=answered',
    );
  });

  test('clears unused parameters', () => {
    expect(toParams({ period: 'last_month', from: '2026-01-01', to: '2026-01-31' })).toEqual({
      period: 'last_month',
      from: null,
      to: null,
      store: null,
      by: null,
      only: null,
    });
  });

  test.each([
    ['an unknown period', 'period=fortnight'],
    ['the default period', 'period=this_month'],
    ['custom dates without an end date', 'period=custom&from=2026-02-01'],
    ['an end date before the start date', 'period=custom&from=2026-03-01&to=2026-02-01'],
    ['a date that does not exist', 'period=custom&from=2026-02-01&to=2026-02-30'],
    ['dates without the custom period', 'from=2026-02-01&to=2026-02-03'],
    ['an unknown store', 'store=tesla'],
    ['an invalid grouping', 'by=1%3Bdrop'],
    ['an invalid filter', 'only=Ford'],
    ['a malformed percent escape', 'only=make:%25E0%25A4%25A'],
    ['the same grouping twice', 'only=make:Ford;make:Kia'],
    ['too many filters', 'only=a:1;b:2;c:3;d:4;e:5'],
  ])('falls back to the default for %s', (_, text) => {
    expect(parse(text)).toEqual({});
  });

  test('has no report when missing or unknown', () => {
    expect(reportIn(new URLSearchParams(''))).toBeUndefined();
    expect(reportIn(new URLSearchParams('report=weather'))).toBeUndefined();
  });
});

test('a day must exist in the calendar', () => {
  expect(isDay('2024-02-29')).toBe(true);
  expect(isDay('2026-02-29')).toBe(false);
  expect(isDay('2026-2-9')).toBe(false);
  expect(isDay('')).toBe(false);
});

describe('filters', () => {
  test('are added, replaced and removed', () => {
    const one = withFilter({}, 'make', 'Land Rover');
    expect(one).toEqual({ only: 'make:Land%20Rover' });
    const two = withFilter(one, 'condition', 'used');
    expect(filtersOf(two)).toEqual([
      { by: 'make', key: 'Land Rover' },
      { by: 'condition', key: 'used' },
    ]);
    expect(filtersOf(withFilter(two, 'make', 'Ford'))).toEqual([
      { by: 'condition', key: 'used' },
      { by: 'make', key: 'Ford' },
    ]);
    expect(withFilter(one, 'make', null)).toEqual({});
  });

  test('by a store row set the store', () => {
    expect(withRowFilter({ period: 'last_month' }, 'store', 'hyundai')).toEqual({
      period: 'last_month',
      store: 'hyundai',
    });
    expect(withRowFilter({}, 'make', 'Kia')).toEqual({ only: 'make:Kia' });
  });

  test('are followed by the next grouping without a filter', () => {
    const groupings = [{ id: 'store' }, { id: 'make' }, { id: 'model' }];
    expect(nextGrouping(groupings, { store: 'ford' })).toBe('make');
    expect(nextGrouping(groupings, { store: 'ford', only: 'make:Ford' })).toBe('model');
    expect(nextGrouping([{ id: 'store' }], { store: 'ford' })).toBeUndefined();
  });
});

test('a question is the same with or without its default grouping', () => {
  expect(isSame({ by: 'store' }, {}, 'store')).toBe(true);
  expect(isSame({ period: 'this_month', only: '' }, {}, 'store')).toBe(true);
  expect(isSame({ by: 'make' }, {}, 'store')).toBe(false);
  expect(isSame({ store: 'ford' }, {}, 'store')).toBe(false);
});
