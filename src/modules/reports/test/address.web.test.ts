import { describe, expect, test } from 'vitest';
import {
  hrefOf,
  isDay,
  isSame,
  namesOf,
  narrowed,
  narrowingsOf,
  nextGrouping,
  onlyRow,
  readQuery,
  reportIn,
} from '../web/address.ts';

const asked = (text: string) => readQuery(new URLSearchParams(text));
const whole = {
  ...{ period: 'custom' as const, from: '2026-02-01', to: '2026-03-15', store: 'ford' as const },
  ...{ by: 'model', only: 'make:Land%20Rover;condition:used' },
};

describe('the address of a report', () => {
  test('leads back to the question it was made of', () => {
    const href = hrefOf('sales', whole);
    const query = new URLSearchParams(href.split('?')[1]);
    expect(reportIn(query)).toBe('sales');
    expect(readQuery(query)).toEqual(whole);
  });

  test('leaves out what would be asked for anyway', () => {
    expect(hrefOf('leads', { period: 'this_month', only: '' })).toBe('/reports?report=leads');
    expect(hrefOf('leads', { period: 'last_month' }, { measure: 'answered' })).toBe(
      '/reports?report=leads&period=last_month&measure=answered',
    );
  });

  test('takes a name out that no longer is asked for', () => {
    expect(namesOf({ period: 'last_month', from: '2026-01-01', to: '2026-01-31' })).toEqual({
      ...{ period: 'last_month', from: null, to: null, store: null, by: null, only: null },
    });
  });

  test.each([
    ['a period nobody knows', 'period=fortnight'],
    ['the usual period', 'period=this_month'],
    ['days of their own without the last', 'period=custom&from=2026-02-01'],
    ['days the wrong way round', 'period=custom&from=2026-03-01&to=2026-02-01'],
    ['a day there is not', 'period=custom&from=2026-02-01&to=2026-02-30'],
    ['days without their period', 'from=2026-02-01&to=2026-02-03'],
    ['a store that is none', 'store=tesla'],
    ['a grouping that is no name', 'by=1%3Bdrop'],
    ['narrowings that are none', 'only=Ford'],
    ['a percent sign that stands for nothing', 'only=make:%25E0%25A4%25A'],
    ['one grouping twice', 'only=make:Ford;make:Kia'],
    ['more narrowings than there may be', 'only=a:1;b:2;c:3;d:4;e:5'],
  ])('asks for the usual where it says %s', (_, text) => {
    expect(asked(text)).toEqual({});
  });

  test('names no report where it says none, or one there is not', () => {
    expect(reportIn(new URLSearchParams(''))).toBeUndefined();
    expect(reportIn(new URLSearchParams('report=weather'))).toBeUndefined();
  });
});

test('a day is one of the calendar', () => {
  expect(isDay('2024-02-29')).toBe(true);
  expect(isDay('2026-02-29')).toBe(false);
  expect(isDay('2026-2-9')).toBe(false);
  expect(isDay('')).toBe(false);
});

describe('narrowing', () => {
  test('adds, replaces and takes back', () => {
    const one = narrowed({}, 'make', 'Land Rover');
    expect(one).toEqual({ only: 'make:Land%20Rover' });
    const two = narrowed(one, 'condition', 'used');
    expect(narrowingsOf(two)).toEqual([
      { by: 'make', key: 'Land Rover' },
      { by: 'condition', key: 'used' },
    ]);
    expect(narrowingsOf(narrowed(two, 'make', 'Ford'))).toEqual([
      { by: 'condition', key: 'used' },
      { by: 'make', key: 'Ford' },
    ]);
    expect(narrowed(one, 'make', null)).toEqual({});
  });

  test('to a row of stores is a choice of the store', () => {
    expect(onlyRow({ period: 'last_month' }, 'store', 'hyundai')).toEqual({
      ...{ period: 'last_month', store: 'hyundai' },
    });
    expect(onlyRow({}, 'make', 'Kia')).toEqual({ only: 'make:Kia' });
  });

  test('tells apart next by what is not narrowed yet', () => {
    const groupings = [{ id: 'store' }, { id: 'make' }, { id: 'model' }];
    expect(nextGrouping(groupings, { store: 'ford' })).toBe('make');
    expect(nextGrouping(groupings, { store: 'ford', only: 'make:Ford' })).toBe('model');
    expect(nextGrouping([{ id: 'store' }], { store: 'ford' })).toBeUndefined();
  });
});

test('a question is the same whether its first grouping is said or not', () => {
  expect(isSame({ by: 'store' }, {}, 'store')).toBe(true);
  expect(isSame({ period: 'this_month', only: '' }, {}, 'store')).toBe(true);
  expect(isSame({ by: 'make' }, {}, 'store')).toBe(false);
  expect(isSame({ store: 'ford' }, {}, 'store')).toBe(false);
});
