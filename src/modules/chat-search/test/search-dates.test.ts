import { describe, expect, test } from 'vitest';
import { spanOf } from '../server/query/days.ts';

const parse = (value: string, now = '2026-11-20T18:00:00Z', timeZone = 'America/Los_Angeles') => {
  const found = spanOf(value, timeZone, new Date(now));
  return found && [found.start.toISOString(), found.end.toISOString()];
};

describe('a date in a search', () => {
  test.each([
    ['2026-11-20', '2026-11-20T08:00:00.000Z', '2026-11-21T08:00:00.000Z'],
    ['July 4', '2026-07-04T07:00:00.000Z', '2026-07-05T07:00:00.000Z'],
    ['December 24', '2025-12-24T08:00:00.000Z', '2025-12-25T08:00:00.000Z'],
    ['2/29', '2026-03-01T08:00:00.000Z', '2026-03-02T08:00:00.000Z'],
    ['2026-07', '2026-07-01T07:00:00.000Z', '2026-08-01T07:00:00.000Z'],
    ['2025-12', '2025-12-01T08:00:00.000Z', '2026-01-01T08:00:00.000Z'],
    ['2025', '2025-01-01T08:00:00.000Z', '2026-01-01T08:00:00.000Z'],
  ])('%s is a day, month or year of the time zone', (value, start, end) => {
    expect(parse(value)).toEqual([start, end]);
  });

  test('today and yesterday are days of the time zone', () => {
    const evening = '2026-11-21T05:00:00Z';
    expect(parse('today', evening)).toEqual(parse('2026-11-20'));
    expect(parse('Yesterday', evening)).toEqual(parse('2026-11-19'));
    expect(parse('today', evening, 'UTC')).toEqual([
      '2026-11-21T00:00:00.000Z',
      '2026-11-22T00:00:00.000Z',
    ]);
  });

  test('the days daylight saving time begins and ends have 23 and 25 hours', () => {
    expect(parse('2026-03-08')).toEqual(['2026-03-08T08:00:00.000Z', '2026-03-09T07:00:00.000Z']);
    expect(parse('2026-11-01')).toEqual(['2026-11-01T07:00:00.000Z', '2026-11-02T08:00:00.000Z']);
    expect(parse('yesterday', '2026-03-09T07:00:00Z')).toEqual(parse('2026-03-08'));
    expect(parse('today', '2026-11-02T07:59:59Z')).toEqual(parse('2026-11-01'));
  });

  test.each(['', 'soon', '1899', '2200', '2026-13', '11/20 and more', '11/20 11/21'])(
    '“%s” is none',
    (value) => {
      expect(parse(value)).toBeNull();
    },
  );
});
