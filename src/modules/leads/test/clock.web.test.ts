import { describe, expect, test } from 'vitest';
import { nextOpening, openMsBetween } from '../contract/open-hours.ts';
import { clockLabel, durationOf, type Opening } from '../web/state/clock/clockLabel.ts';

const weekday = { opens: '08:30', closes: '19:00' };
const opening: Opening = {
  hours: [
    ...[weekday, weekday, weekday, weekday, weekday],
    { opens: '09:00', closes: '18:00' },
    null,
  ],
  limitMinutes: 20,
  timezone: 'America/Chicago',
};
const minute = 60_000;
const hour = 60 * minute;
const at = (iso: string) => Date.parse(iso);

describe('open hours', () => {
  test.each([
    ['within a day', '2026-11-18T09:00:00-06:00', '2026-11-18T11:30:00-06:00', 2.5 * hour],
    ['over a night', '2026-11-18T18:30:00-06:00', '2026-11-19T09:00:00-06:00', hour],
    ['over a Sunday', '2026-11-21T17:00:00-06:00', '2026-11-23T09:30:00-06:00', 2 * hour],
    ['on a Sunday', '2026-11-22T09:00:00-06:00', '2026-11-22T17:00:00-06:00', 0],
    ['backwards', '2026-11-18T11:00:00-06:00', '2026-11-18T09:00:00-06:00', 0],
    [
      'over the end of summer time',
      '2026-10-30T19:00:00-05:00',
      '2026-11-02T08:31:00-06:00',
      9 * hour + minute,
    ],
  ])('are counted %s', (_name, from, to, expected) => {
    expect(openMsBetween(opening, at(from), at(to))).toBe(expected);
  });

  test('begin again on the next day that is open', () => {
    expect(nextOpening(opening, at('2026-11-18T12:00:00-06:00'))).toBeNull();
    expect(nextOpening(opening, at('2026-11-18T07:00:00-06:00'))).toBe(
      at('2026-11-18T08:30:00-06:00'),
    );
    expect(nextOpening(opening, at('2026-11-21T18:00:00-06:00'))).toBe(
      at('2026-11-23T08:30:00-06:00'),
    );
    const never = { ...opening, hours: opening.hours.map(() => null) };
    expect(nextOpening(never, at('2026-11-21T18:00:00-06:00'))).toBeNull();
  });
});

describe('the clock of a lead', () => {
  const stop = 'contact';
  const waiting = {
    answeredAt: null,
    clock: { dueAt: '2026-11-18T16:20:00Z', seconds: 0, isLate: false },
  };
  const labelAt = (now: string) => clockLabel(waiting, { opening, stop }, at(now));

  test('counts down, warns in the last quarter, then shows how long it is overdue', () => {
    expect(labelAt('2026-11-18T16:00:00Z')).toEqual({ tone: 'success', text: '20 min left' });
    expect(labelAt('2026-11-18T16:13:57Z')).toEqual({ tone: 'success', text: '6:03 left' });
    expect(labelAt('2026-11-18T16:15:01Z')).toEqual({ tone: 'warning', text: '4:59 left' });
    expect(labelAt('2026-11-18T16:32:10Z')).toEqual({ tone: 'danger', text: 'Overdue by 12 min' });
    // Closing hours do not count.
    expect(labelAt('2026-11-19T14:30:00Z')?.text).toBe('Overdue by 8 h 40 min');
  });

  test('pauses while the store is closed', () => {
    const closed = {
      answeredAt: null,
      clock: { dueAt: '2026-11-23T14:50:00Z', seconds: 0, isLate: false },
    };
    const label = (now: string) => clockLabel(closed, { opening, stop }, at(now));
    expect(label('2026-11-22T20:00:00Z')).toEqual({ tone: 'neutral', text: 'Opens Mon 8:30 AM' });
    expect(label('2026-11-23T13:00:00Z')).toEqual({ tone: 'neutral', text: 'Opens 8:30 AM' });
    expect(label('2026-11-23T14:30:00Z')?.text).toBe('20 min left');
  });

  test('shows the response time, and whether it was late', () => {
    const answered = (seconds: number, isLate: boolean) =>
      clockLabel(
        { answeredAt: '2026-11-18T16:10:00Z', clock: { dueAt: null, seconds, isLate } },
        { opening, stop },
        at('2026-11-18T18:00:00Z'),
      );
    expect(answered(600, false)).toEqual({ tone: 'neutral', text: 'Contacted in 10 min' });
    expect(answered(20, false)?.text).toBe('Contacted in <1 min');
    expect(answered(4_320, true)).toEqual({
      tone: 'warning',
      text: 'Contacted in 1 h 12 min, late',
    });
  });

  test('is empty for a lead that was closed without a response', () => {
    const closed = { answeredAt: null, clock: { dueAt: null, seconds: 90, isLate: false } };
    expect(clockLabel(closed, { opening, stop }, at('2026-11-18T18:00:00Z'))).toBeNull();
  });

  test('uses elapsed time until the opening hours are loaded', () => {
    expect(
      clockLabel(waiting, { opening: undefined, stop }, at('2026-11-18T16:32:10Z'))?.text,
    ).toBe('Overdue by 12 min');
  });
});

test('a duration has at most two units', () => {
  expect([45_000, 12 * minute, 72 * minute, 2 * hour, 31 * hour + minute].map(durationOf)).toEqual([
    '45 s',
    '12 min',
    '1 h 12 min',
    '2 h',
    '31 h',
  ]);
});
