import { describe, expect, test } from 'vitest';
import { dueAt, openSeconds } from '../contract/open-hours.ts';
import type { Hours } from '../contract/settings.ts';

const week = { opens: '08:30', closes: '19:00' };
const hours: Hours = [week, week, week, week, week, { opens: '09:00', closes: '18:00' }, null];
const larkfield = { hours, timezone: 'America/Chicago' };
const night: Hours = Array.from({ length: 7 }, () => ({ opens: '00:00', closes: '06:00' }));

const hour = 3_600;
const minute = 60;

/** Local times with their UTC offset. */
const table: [what: string, from: string, to: string, seconds: number][] = [
  ['within a day', '2026-11-18T10:00:00-06:00', '2026-11-18T10:07:30-06:00', 7.5 * minute],
  ['before opening', '2026-11-18T06:00:00-06:00', '2026-11-18T08:45:00-06:00', 15 * minute],
  ['after closing', '2026-11-18T19:30:00-06:00', '2026-11-18T23:00:00-06:00', 0],
  ['over night', '2026-11-18T18:50:00-06:00', '2026-11-19T08:40:00-06:00', 20 * minute],
  ['from closing on', '2026-11-18T19:00:00-06:00', '2026-11-19T08:31:00-06:00', minute],
  ['a Saturday’s other hours', '2026-11-21T08:40:00-06:00', '2026-11-21T09:10:00-06:00', 600],
  ['over a closed Sunday', '2026-11-21T17:55:00-06:00', '2026-11-23T08:35:00-06:00', 600],
  ['on a closed Sunday alone', '2026-11-22T10:00:00-06:00', '2026-11-22T20:00:00-06:00', 0],
  ['a whole week', '2026-11-16T00:00:00-06:00', '2026-11-23T00:00:00-06:00', 61.5 * hour],
  ['no time at all', '2026-11-18T10:00:00-06:00', '2026-11-18T10:00:00-06:00', 0],
  ['backwards', '2026-11-18T11:00:00-06:00', '2026-11-18T10:00:00-06:00', 0],
  ['over the spring change', '2026-03-07T17:59:00-06:00', '2026-03-09T08:31:00-05:00', 120],
  ['over the autumn change', '2026-10-31T17:59:00-05:00', '2026-11-02T08:31:00-06:00', 120],
];

describe('opening hours between two instants', () => {
  test.each(table)('%s', (_, from, to, seconds) => {
    expect(openSeconds(larkfield, Date.parse(from), Date.parse(to))).toBe(seconds);
  });

  test('respect daylight saving changes at night', () => {
    const open = { ...larkfield, hours: night };
    const day = (date: string, before: string, after: string) =>
      openSeconds(
        open,
        Date.parse(`${date}T00:00:00${before}`),
        Date.parse(`${date}T12:00:00${after}`),
      );
    expect(day('2026-03-08', '-06:00', '-05:00')).toBe(5 * hour);
    expect(day('2026-11-01', '-05:00', '-06:00')).toBe(7 * hour);
  });
});

const due: [what: string, from: string, minutes: number, at: string][] = [
  ['at once', '2026-11-18T10:00:00-06:00', 15, '2026-11-18T10:15:00-06:00'],
  ['until closing', '2026-11-18T18:45:00-06:00', 15, '2026-11-18T19:00:00-06:00'],
  ['over closing', '2026-11-18T18:50:00-06:00', 15, '2026-11-19T08:35:00-06:00'],
  ['from the night', '2026-11-18T02:00:00-06:00', 15, '2026-11-18T08:45:00-06:00'],
  ['over the weekend', '2026-11-21T17:50:00-06:00', 15, '2026-11-23T08:35:00-06:00'],
  ['over several days', '2026-11-18T12:00:00-06:00', 1_440, '2026-11-20T15:00:00-06:00'],
  ['over the spring change', '2026-03-07T17:50:00-06:00', 20, '2026-03-09T08:40:00-05:00'],
  ['over the autumn change', '2026-10-31T17:50:00-05:00', 20, '2026-11-02T08:40:00-06:00'],
];

describe('a response is due', () => {
  test.each(due)('%s', (_, from, minutes, at) => {
    const end = dueAt(larkfield, Date.parse(from), minutes);
    expect(end.toISOString()).toBe(new Date(at).toISOString());
    expect(openSeconds(larkfield, Date.parse(from), end.getTime())).toBe(minutes * minute);
  });

  test('also at a store that hardly ever opens', () => {
    const hours: Hours = [
      { opens: '08:00', closes: '08:01' },
      ...Array.from({ length: 6 }, () => null),
    ];
    const from = Date.parse('2026-11-18T10:00:00-06:00');
    const end = dueAt({ ...larkfield, hours }, from, 1_440).getTime();
    expect(end).toBeGreaterThan(from + 365 * 24 * hour * 1_000);
  });
});
