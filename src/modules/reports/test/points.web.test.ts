import { describe, expect, test } from 'vitest';
import type { Row } from '../contract/report.ts';
import { targetOf, typedOf, unsavedOf } from '../web/overview/targets/values.ts';
import { barsAtMost, barsOf, hasBefore, hasNow, monthPoints } from '../web/report/chart/points.ts';
import { nextSorting, readSorting, sorted } from '../web/report/table/sort.ts';
import { verdictOf } from '../web/state/verdict.ts';
import { timingOf } from '../web/views/labels.ts';
import { scheduleOf, startOf } from '../web/views/schedule/values.ts';

const month = (name: string, now: number | null, before: number | null) => ({
  month: name,
  figures: now === null ? null : { units: now },
  yearBefore: before === null ? null : { units: before },
});
const row = (key: string, units: number | null): Row => ({
  key,
  label: key,
  figures: { units },
  previous: {},
  yearBefore: {},
});

describe('the months of a chart', () => {
  test('keep zeros, and leave gaps for unknown months', () => {
    const points = monthPoints(
      { months: [month('2026-09', null, 4), month('2026-10', 0, null), month('2026-11', 7, 5)] },
      'units',
    );
    expect(points).toEqual([
      { month: '2026-09', now: null, before: 4 },
      { month: '2026-10', now: 0, before: null },
      { month: '2026-11', now: 7, before: 5 },
    ]);
    expect([hasNow(points), hasBefore(points)]).toEqual([true, true]);
  });

  test('are drawn with a single month, and not without any', () => {
    const one = monthPoints(
      { months: [month('2026-10', null, null), month('2026-11', 3, null)] },
      'units',
    );
    expect([hasNow(one), hasBefore(one)]).toEqual([true, false]);
    const none = monthPoints({ months: [month('2026-11', null, null)] }, 'units');
    expect([hasNow(none), hasBefore(none)]).toEqual([false, false]);
  });

  test('of a missing measure are unknown', () => {
    expect(monthPoints({ months: [month('2026-11', 3, 2)] }, 'gross')).toEqual([
      { month: '2026-11', now: null, before: null },
    ]);
  });
});

describe('the bars of a chart', () => {
  test('are the largest absolute values, without missing figures', () => {
    const rows = [row('a', 2), row('b', null), row('c', -9), row('d', 0)];
    expect(barsOf({ rows, by: 'make' }, 'units')).toEqual({
      bars: [
        { key: 'c', label: 'c', value: -9 },
        { key: 'a', label: 'a', value: 2 },
        { key: 'd', label: 'd', value: 0 },
      ],
      left: 0,
    });
  });

  test('are limited in number', () => {
    const rows = Array.from({ length: 14 }, (_, at) => row(`r${at}`, at));
    const { bars, left } = barsOf({ rows, by: 'make' }, 'units');
    expect(bars).toHaveLength(barsAtMost);
    expect([bars[0]?.key, left]).toEqual(['r13', 4]);
  });

  test('of months keep their order, and the latest are shown', () => {
    const rows = Array.from({ length: 12 }, (_, at) => row(`m${at}`, 12 - at));
    const { bars } = barsOf({ rows, by: 'month' }, 'units');
    expect(bars.map(({ key }) => key)).toEqual(rows.slice(2).map(({ key }) => key));
  });
});

describe('sorting', () => {
  const rows = [row('Kia 10', 3), row('kia 9', null), row('Audi', 8)];
  const keys = (text: string | null) =>
    sorted(rows, readSorting(text, ['units'])).map(({ key }) => key);

  test('works by figure and by name; missing figures come last in both directions', () => {
    expect(keys('-units')).toEqual(['Audi', 'Kia 10', 'kia 9']);
    expect(keys('units')).toEqual(['Kia 10', 'Audi', 'kia 9']);
    expect(keys('label')).toEqual(['Audi', 'kia 9', 'Kia 10']);
    expect(keys('-label')).toEqual(['Kia 10', 'kia 9', 'Audi']);
  });

  test('by an unknown column is ignored', () => {
    expect(keys('gross')).toEqual(rows.map(({ key }) => key));
    expect(keys(null)).toEqual(rows.map(({ key }) => key));
  });

  test('cycles: descending, ascending, none', () => {
    const press = (text: string | null, column: string) =>
      nextSorting(readSorting(text, ['units']), column);
    expect(press(null, 'units')).toBe('-units');
    expect(press('-units', 'units')).toBe('units');
    expect(press('units', 'units')).toBeNull();
    expect(press('-units', 'label')).toBe('label');
    expect(press('label', 'label')).toBe('-label');
    expect(press('-label', 'label')).toBeNull();
  });
});

describe('a target', () => {
  test('is typed in dollars and stored in cents', () => {
    expect(targetOf('cents', '$250,000')).toBe(25_000_000);
    expect(targetOf('cents', '0.5')).toBe(50);
    expect(typedOf('cents', 25_000_000)).toBe('250,000');
  });

  test('for a count is a whole number, or none when empty', () => {
    expect(targetOf('count', '120')).toBe(120);
    expect(targetOf('count', ' ')).toBeNull();
    expect(typedOf('count', undefined)).toBe('');
  });

  test.each(['12.5', '-3', 'many', '1e5', '99999999999'])('is not %s', (typed) => {
    expect(targetOf('count', typed)).toBeUndefined();
  });

  test('has a maximum', () => {
    expect(targetOf('cents', '10,000,000')).toBe(1_000_000_000);
    expect(targetOf('cents', '10,000,000.01')).toBeUndefined();
  });
});

test('of saved targets is left what failed and what was typed meanwhile', () => {
  const sent = { saved: '40', failed: 'many', changed: '10', back: '7' };
  const now = { ...sent, changed: '100', back: '5', later: '3' };
  expect(unsavedOf(now, { sent, failures: { failed: 'Enter a whole number.' } })).toEqual({
    failed: 'many',
    changed: '100',
    back: '5',
    later: '3',
  });
});

test.each([
  ['before the first selling day', { value: 0, pace: null }, null],
  ['without a value', { value: null, pace: 30 }, null],
  ['without a value in a month that is over', { value: null, isOver: true }, null],
  ['of a share in a running month', { value: 50, pace: null }, null],
  ['in time', { value: 12, pace: 40 }, { reaches: true, text: 'on pace' }],
  ['too slowly', { value: 12, pace: 39 }, { reaches: false, text: 'behind' }],
  ['less than wanted', { value: 39, isOver: true }, { reaches: false, text: 'missed' }],
  ['as wanted', { value: 40, isOver: true }, { reaches: true, text: 'reached' }],
  [
    'too many days',
    { value: 41, isOver: true, better: 'less' },
    { reaches: false, text: 'missed' },
  ],
  ['few days', { value: 9, pace: 40, better: 'less' }, { reaches: true, text: 'on pace' }],
] as const)('a target of 40, reached %s, has its verdict', (_how, goal, verdict) => {
  const most = { better: 'more', pace: null, isOver: false, target: 40 } as const;
  expect(verdictOf({ ...most, ...goal })).toEqual(verdict);
});

describe('a schedule', () => {
  test('describes its time, and has only the fields its kind needs', () => {
    expect(timingOf({ every: 'day', hour: 7 })).toBe('every day at 7 AM');
    expect(timingOf({ every: 'week', weekday: 1, hour: 0 })).toBe('every Monday at 12 AM');
    expect(timingOf({ every: 'month', day: 22, hour: 13 })).toBe(
      'on the 22nd of the month at 1 PM',
    );
    const values = {
      every: 'day' as const,
      weekday: 3,
      day: 5,
      hour: 7,
      people: [{ id: 4, name: 'Ann' }],
    };
    expect(scheduleOf(values)).toEqual({ every: 'day', hour: 7, recipientIds: [4] });
    expect(scheduleOf({ ...values, every: 'week' })).toMatchObject({ weekday: 3 });
    expect(scheduleOf({ ...values, every: 'month' })).toMatchObject({ day: 5 });
  });

  test('defaults to Monday mornings and the user', () => {
    const me = { id: 7, name: 'Me' };
    expect(startOf({ schedule: null }, me)).toEqual({
      every: 'week',
      weekday: 1,
      day: 1,
      hour: 8,
      people: [me],
    });
  });
});
