import { describe, expect, test } from 'vitest';
import {
  addDays,
  dateAt,
  dayStart,
  findTimeZone,
  formatOf,
  instantOf,
  offsetTimeAt,
  wallTimeAt,
} from '../wallTime.ts';

const losAngeles = 'America/Los_Angeles';
const at = (time: string) => Date.parse(time);
const iso = (time: number) => new Date(time).toISOString();

describe('when daylight saving time begins', () => {
  test('the local time skips an hour', () => {
    expect(wallTimeAt(losAngeles, at('2026-03-08T09:59:59Z'))).toBe('2026-03-08T01:59:59');
    expect(wallTimeAt(losAngeles, at('2026-03-08T10:00:00Z'))).toBe('2026-03-08T03:00:00');
  });

  test('the day has 23 hours', () => {
    expect(iso(dayStart(losAngeles, '2026-03-08'))).toBe('2026-03-08T08:00:00.000Z');
    expect(iso(dayStart(losAngeles, addDays('2026-03-08', 1)))).toBe('2026-03-09T07:00:00.000Z');
  });

  test('a skipped time is read with the offset before the change', () => {
    expect(iso(instantOf(losAngeles, '2026-03-08T02:30'))).toBe('2026-03-08T10:30:00.000Z');
  });
});

describe('when daylight saving time ends', () => {
  test('the local time repeats an hour, and the offset shows which', () => {
    expect(wallTimeAt(losAngeles, at('2026-11-01T08:30:00Z'))).toBe('2026-11-01T01:30:00');
    expect(wallTimeAt(losAngeles, at('2026-11-01T09:30:00Z'))).toBe('2026-11-01T01:30:00');
    expect(offsetTimeAt(losAngeles, new Date('2026-11-01T08:30:00.042Z'))).toBe(
      '2026-11-01T01:30:00.042-07:00',
    );
    expect(offsetTimeAt(losAngeles, new Date('2026-11-01T09:30:00.042Z'))).toBe(
      '2026-11-01T01:30:00.042-08:00',
    );
  });

  test('the day has 25 hours', () => {
    expect(iso(dayStart(losAngeles, '2026-11-01'))).toBe('2026-11-01T07:00:00.000Z');
    expect(iso(dayStart(losAngeles, '2026-11-02'))).toBe('2026-11-02T08:00:00.000Z');
    expect(dateAt(losAngeles, at('2026-11-02T07:59:59Z'))).toBe('2026-11-01');
  });

  test('a repeated time is the first of the two', () => {
    expect(iso(instantOf(losAngeles, '2026-11-01T01:30'))).toBe('2026-11-01T08:30:00.000Z');
  });
});

test('a day without a midnight starts at its first instant', () => {
  expect(iso(dayStart('America/Havana', '2026-03-08'))).toBe('2026-03-08T05:00:00.000Z');
  expect(wallTimeAt('America/Havana', at('2026-03-08T05:00:00Z'))).toBe('2026-03-08T01:00:00');
});

test('times are formatted in the time zone given', () => {
  const clock = formatOf({ hour: 'numeric', minute: '2-digit' }, losAngeles);
  expect(clock.format(at('2026-03-08T09:59:00Z'))).toBe('1:59 AM');
  expect(clock.format(at('2026-03-08T10:00:00Z'))).toBe('3:00 AM');
});

test('time zones are found by any of their names', () => {
  expect(findTimeZone('america/los_angeles')).toBe(losAngeles);
  expect(findTimeZone('Mars/Base')).toBeNull();
});
