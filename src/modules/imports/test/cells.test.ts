import { describe, expect, test } from 'vitest';
import { storeNames } from '../../../platform/contract/names.ts';
import {
  agree,
  centsOf,
  countOf,
  hundredthsOf,
  isAhead,
  isStore,
  parseTime,
  readerOf,
} from '../server/public.ts';

const zone = 'America/Chicago';
const error = (text: string) => ({ error: expect.stringContaining(text) });

describe('a cell', () => {
  test.each([
    ['1,234.56', 123_456],
    ['$1,234.5', 123_450],
    ['$ 12', 1_200],
    ['.50', 50],
    ['0', 0],
    ['100,000', 10_000_000],
  ])('with the amount %s is cents', (text, cents) => {
    expect(centsOf(text, 10_000_000)).toEqual({ value: cents });
  });

  test.each([
    ['(12.00)', '0 or more'],
    ['-12', '0 or more'],
    ['12.00-', '0 or more'],
    ['100,000.01', 'At most $100,000'],
    ['1.234,56', 'such as'],
    ['12.345', 'such as'],
    ['1,23', 'such as'],
    ['a lot', 'such as'],
    ['.', 'such as'],
    ['9'.repeat(400), 'At most'],
  ])('with the amount %s is refused', (text, message) => {
    expect(centsOf(text, 10_000_000)).toEqual(error(message));
  });

  test('with hours or miles is a number', () => {
    expect(hundredthsOf('1.5', 10_000)).toEqual({ value: 150 });
    expect(hundredthsOf('.25', 10_000)).toEqual({ value: 25 });
    expect(hundredthsOf('101', 10_000)).toEqual(error('At most 100'));
    expect(hundredthsOf('1:30', 10_000)).toEqual(error('such as 1.5'));
    expect(countOf('12,345', 2_000_000)).toEqual({ value: 12_345 });
    expect(countOf('1e6', 2_000_000)).toEqual(error('whole number'));
    expect(countOf('2,000,001', 2_000_000)).toEqual(error('At most 2,000,000'));
  });

  test.each([
    ['11/3/2025', '2025-11-03T18:00:00.000Z'],
    ['7/4/25', '2025-07-04T17:00:00.000Z'],
    ['11-03-2025 8:15 AM', '2025-11-03T14:15:00.000Z'],
    ['11/03/2025 12:05 am', '2025-11-03T06:05:00.000Z'],
    ['11/3/2025, 16:30:10', '2025-11-03T22:30:10.000Z'],
    ['Nov 3, 2025', '2025-11-03T18:00:00.000Z'],
    ['November 3 2025 4:30 p.m.', '2025-11-03T22:30:00.000Z'],
    ['3-Nov-25', '2025-11-03T18:00:00.000Z'],
    ['2025-11-03', '2025-11-03T18:00:00.000Z'],
    ['2025-11-03T08:15', '2025-11-03T14:15:00.000Z'],
    ['2025-11-03T08:15:00Z', '2025-11-03T08:15:00.000Z'],
    ['2025-11-03T08:15:00.000-05:00', '2025-11-03T13:15:00.000Z'],
  ])('with the date %s is a time in the group’s time zone', (text, at) => {
    const parsed = parseTime(text, zone);
    expect('value' in parsed && parsed.value.at.toISOString()).toBe(at);
    expect(parsed).toMatchObject({ value: { hasTime: /:/.test(text) } });
  });

  test.each([
    '2/30/2025',
    '13/1/2025',
    '31.12.2025',
    'Foo 3, 2025',
    '1/1/1889',
    '11/3/2025 25:00',
    '11/3/2025 13:00 PM',
    '45964',
    'soon',
    '2025-11-03T08:15:00+99:99',
  ])('with the date %s is refused', (text) => {
    expect(parseTime(text, zone)).toEqual(error('Enter a date'));
  });

  test('with a time is in the future at once, with a date alone only after its day', () => {
    const now = new Date('2025-11-03T14:00:00.000Z');
    const isLater = (text: string) => {
      const parsed = parseTime(text, zone);
      return 'value' in parsed && isAhead(parsed.value, now);
    };
    expect(['11/3/2025', '11/3/2025 8:01', '11/4/2025'].map(isLater)).toEqual([false, true, true]);
  });

  test('with a word is read by its letters, and no word is a property of every object', () => {
    const read = readerOf({ cp: 'customer' });
    expect(['CP', 'c.p.', 'C/P 1'].map(read)).toEqual(['customer', 'customer', 'customer']);
    expect(['', 'w', 'constructor', 'toString', '__proto__'].map(read)).toEqual(
      Array(5).fill(undefined),
    );
  });

  test('with a store names it by its key or its display name', () => {
    const { ford } = storeNames;
    expect(
      [ford, 'FORD', `${ford} #2`, storeNames.hyundai, ''].map((text) => isStore(text, 'ford')),
    ).toEqual([true, true, true, false, false]);
  });
});

test('rows of one record agree, apart from spaces, or the later one has a problem', () => {
  const rowOf = (row: number, cells: Record<string, string>) => ({
    row,
    cell: (field: string) => cells[field] ?? '',
  });
  const { shared, problems } = agree(
    [rowOf(2, { car: 'Escape' }), rowOf(5, { car: 'ESCAPE', vin: 'A' }), rowOf(6, { vin: 'B' })],
    ['car', 'vin'],
  );
  expect(problems).toEqual([{ row: 6, field: 'vin', error: 'Row 5 of the same record has A' }]);
  expect([shared.cell('car'), shared.rowOf('vin'), shared.rowOf('note')]).toEqual(['Escape', 5, 2]);
});
