import { describe, expect, test } from 'vitest';
import { dayDue, lastOpenDay, nextPost, type Openings } from '../server/brief/hours.ts';
import { lastRun, nextRun, type Timing } from '../server/views/timetable.ts';

const zone = 'America/Chicago';
const iso = (at: number | Date | null) =>
  at === null ? null : new Date(at).toISOString().slice(0, 16);
const next = (timing: Timing, after: string) => iso(nextRun(timing, zone, Date.parse(after)));
const last = (timing: Timing, upTo: string) => iso(lastRun(timing, zone, Date.parse(upTo)));

const daily: Timing = { every: 'day', hour: 7 };
const monday: Timing = { every: 'week', weekday: 1, hour: 7 };
const monthly = (day: number): Timing => ({ every: 'month', day, hour: 7 });

describe('a view is sent', () => {
  test.each([
    ['later the same day', '2026-03-03T12:59:00Z', '2026-03-03T13:00'],
    ['not again at the exact time', '2026-03-03T13:00:00Z', '2026-03-04T13:00'],
    ['by the local day, not the UTC day', '2026-03-04T03:00:00Z', '2026-03-04T13:00'],
    [
      'an hour earlier in UTC after the clocks go forward',
      '2026-03-07T14:00:00Z',
      '2026-03-08T12:00',
    ],
    ['an hour later in UTC after the clocks go back', '2026-10-31T13:00:00Z', '2026-11-01T13:00'],
    ['over the turn of the year', '2026-12-31T14:00:00Z', '2027-01-01T13:00'],
  ])('every day: %s', (_, after, expected) => {
    expect(next(daily, after)).toBe(expected);
  });

  test('once in a night with a skipped or a repeated hour', () => {
    const atTwo: Timing = { every: 'day', hour: 2 };
    expect(next(atTwo, '2026-03-08T06:00:00Z')).toBe('2026-03-08T08:00');
    expect(next(atTwo, '2026-03-08T08:00:00Z')).toBe('2026-03-09T07:00');
    const atOne: Timing = { every: 'day', hour: 1 };
    expect(next(atOne, '2026-11-01T05:00:00Z')).toBe('2026-11-01T06:00');
    expect(next(atOne, '2026-11-01T06:00:00Z')).toBe('2026-11-02T07:00');
  });

  test.each([
    ['on its day', '2026-03-01T12:00:00Z', '2026-03-02T13:00'],
    ['a week later', '2026-03-02T13:00:00Z', '2026-03-09T12:00'],
    ['on Sunday night, the next day', '2026-03-09T04:00:00Z', '2026-03-09T12:00'],
  ])('every Monday: %s', (_, after, expected) => {
    expect(next(monday, after)).toBe(expected);
  });

  test.each([
    [31, '2026-01-31T13:00:00Z', '2026-02-28T13:00'],
    [31, '2028-02-01T13:00:00Z', '2028-02-29T13:00'],
    [30, '2026-02-01T13:00:00Z', '2026-02-28T13:00'],
    [31, '2026-04-01T13:00:00Z', '2026-04-30T12:00'],
    [28, '2028-02-28T13:00:00Z', '2028-03-28T12:00'],
    [1, '2026-12-01T13:00:00Z', '2027-01-01T13:00'],
  ])('on day %i of every month, after %s', (day, after, expected) => {
    expect(next(monthly(day), after)).toBe(expected);
  });

  test('once in every month', () => {
    let at = Date.parse('2026-01-01T00:00:00Z');
    const days = Array.from({ length: 24 }, () => {
      at = nextRun(monthly(31), zone, at);
      return iso(at)?.slice(0, 7);
    });
    expect(new Set(days).size).toBe(24);
  });

  test('with the last run up to an instant', () => {
    expect(last(daily, '2026-03-03T13:00:00Z')).toBe('2026-03-03T13:00');
    expect(last(daily, '2026-03-03T12:59:00Z')).toBe('2026-03-02T13:00');
    expect(last(monday, '2026-03-05T00:00:00Z')).toBe('2026-03-02T13:00');
    expect(last(monthly(31), '2026-03-15T00:00:00Z')).toBe('2026-02-28T13:00');
  });
});

describe('a brief is posted', () => {
  const week: Openings = ['08:30', '08:30', '08:30', '08:30', '08:30', '09:00', null];
  const hours = { timezone: zone, openings: week, at: null };
  const due = (at: string, values = {}) => dayDue({ ...hours, ...values }, Date.parse(at));
  const nextAt = (at: string, posted: string | null, values = {}) =>
    iso(nextPost({ ...hours, ...values }, Date.parse(at), posted));

  test.each([
    ['when the store opens', '2026-03-03T14:30:00Z', '2026-03-03'],
    ['not before', '2026-03-03T14:29:59Z', null],
    ['until two hours later', '2026-03-03T16:29:59Z', '2026-03-03'],
    ['not after', '2026-03-03T16:30:00Z', null],
    ['at Saturday hours', '2026-03-07T14:59:00Z', null],
    ['never on a closed day', '2026-03-08T14:00:00Z', null],
    ['in daylight saving time', '2026-03-09T13:30:00Z', '2026-03-09'],
  ])('%s', (_, at, day) => {
    expect(due(at)).toBe(day);
  });

  test('at the chosen time, on open days only', () => {
    expect(due('2026-03-03T13:00:00Z', { at: '07:00' })).toBe('2026-03-03');
    expect(due('2026-03-03T14:30:00Z', { at: '10:00' })).toBeNull();
    expect(due('2026-03-08T12:00:00Z', { at: '07:00' })).toBeNull();
  });

  test('next on the first open day without a post', () => {
    expect(nextAt('2026-03-03T10:00:00Z', '2026-03-02')).toBe('2026-03-03T14:30');
    expect(nextAt('2026-03-03T15:00:00Z', '2026-03-03')).toBe('2026-03-04T14:30');
    // Saturday is over, and Sunday closed.
    expect(nextAt('2026-03-07T20:00:00Z', null)).toBe('2026-03-09T13:30');
    expect(nextAt('2026-03-03T10:00:00Z', null, { openings: Array(7).fill(null) })).toBeNull();
  });

  test('and covers the time since the last open day', () => {
    expect(lastOpenDay('2026-03-03', week)).toBe('2026-03-02');
    expect(lastOpenDay('2026-03-09', week)).toBe('2026-03-07');
    expect(lastOpenDay('2026-03-09', Array(7).fill(null))).toBe('2026-03-08');
  });
});
