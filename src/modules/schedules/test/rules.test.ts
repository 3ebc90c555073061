import { describe, expect, test } from 'vitest';
import { attendanceOf, type Worked } from '../server/rules/attendance.ts';
import { type AwaySpan, isAwayDuring } from '../server/rules/away.ts';
import { calendarOf } from '../server/rules/calendar.ts';
import { type CoveragePlan, coverageOf } from '../server/rules/coverage.ts';
import { type Interval, instantsOf, movedBy, wallSpanOf } from '../server/rules/times.ts';
import { type PlannedShift, warningsOf } from '../server/rules/warnings.ts';

const zone = 'America/Chicago';
const hourMs = 3_600_000;
const at = (iso: string) => Date.parse(iso);
const span = (date: string, start: string, end: string) => instantsOf(zone, { date, start, end });

describe('wall times', () => {
  test('end on the next day if the end is not after the start', () => {
    expect(span('2026-11-23', '22:00', '06:00')).toEqual({
      start: at('2026-11-24T04:00:00Z'),
      end: at('2026-11-24T12:00:00Z'),
    });
  });

  test('make a night one hour longer or shorter when the clocks change', () => {
    const length = ({ start, end }: Interval) => (end - start) / hourMs;
    // Back at 2 AM on November 1, forward at 2 AM on March 14.
    expect(length(span('2026-10-31', '22:00', '06:00'))).toBe(9);
    expect(length(span('2027-03-13', '22:00', '06:00'))).toBe(7);
    expect(length(span('2026-10-30', '22:00', '06:00'))).toBe(8);
  });

  test('stay the same when a week is copied over the change', () => {
    const before = span('2026-10-28', '09:00', '17:30');
    const after = movedBy(zone, before, 7);
    expect(wallSpanOf(zone, after)).toEqual({ date: '2026-11-04', start: '09:00', end: '17:30' });
    expect(after.start - before.start).toBe(7 * 24 * hourMs + hourMs);
  });
});

const openFrom = (opens: string, closes: string): CoveragePlan => ({
  opening: Array.from({ length: 7 }, () => ({ opens, closes })),
  exceptions: [],
  targets: [],
});
const inBrief = (plan: CoveragePlan, date: string, shifts: Interval[]) =>
  coverageOf(plan, date, shifts, zone).slots.map(
    ({ start, planned, needed }) => `${start} ${planned}/${needed}`,
  );

describe('coverage', () => {
  test('counts the fewest people who are there at once in each hour', () => {
    const shifts = [
      span('2026-11-23', '09:00', '11:30'),
      span('2026-11-23', '10:00', '12:00'),
      // Begins when the first one ends: no gap, but never two more.
      span('2026-11-23', '11:30', '13:00'),
    ];
    expect(inBrief(openFrom('09:00', '13:30'), '2026-11-23', shifts)).toEqual([
      '09:00 1/1',
      '10:00 2/1',
      '11:00 2/1',
      '12:00 1/1',
      '13:00 0/1',
    ]);
  });

  test('finds a gap of a minute', () => {
    const shifts = [span('2026-11-23', '09:00', '09:59'), span('2026-11-23', '10:00', '11:00')];
    expect(inBrief(openFrom('09:00', '11:00'), '2026-11-23', shifts)).toEqual([
      '09:00 0/1',
      '10:00 1/1',
    ]);
  });

  test('starts and ends within an hour where the department does', () => {
    const { slots } = coverageOf(openFrom('07:30', '09:15'), '2026-11-23', [], zone);
    expect(slots.map(({ startAt, endAt }) => [startAt, endAt])).toEqual([
      ['2026-11-23T13:30:00.000Z', '2026-11-23T14:00:00.000Z'],
      ['2026-11-23T14:00:00.000Z', '2026-11-23T15:00:00.000Z'],
      ['2026-11-23T15:00:00.000Z', '2026-11-23T15:15:00.000Z'],
    ]);
  });

  test('uses the highest target in each hour, and zero where no one is needed', () => {
    const plan: CoveragePlan = {
      ...openFrom('09:00', '13:00'),
      targets: [
        { days: [1], from: '10:30', until: '12:00', people: 3 },
        { days: [1, 2], from: '11:00', until: '12:00', people: 2 },
        { days: [1], from: '12:00', until: '13:00', people: 0 },
        { days: [2], from: '09:00', until: '13:00', people: 9 },
      ],
    };
    expect(inBrief(plan, '2026-11-23', [])).toEqual([
      '09:00 0/1',
      '10:00 0/3',
      '11:00 0/3',
      '12:00 0/0',
    ]);
  });

  test('follows a special day instead of the weekday', () => {
    const plan: CoveragePlan = {
      ...openFrom('09:00', '11:00'),
      exceptions: [
        { date: '2026-11-26', name: 'Thanksgiving', opening: null },
        { date: '2026-11-27', name: 'Sale', opening: { opens: '08:00', closes: '09:00' } },
      ],
    };
    expect(coverageOf(plan, '2026-11-26', [], zone)).toMatchObject({
      name: 'Thanksgiving',
      opens: null,
      slots: [],
    });
    expect(inBrief(plan, '2026-11-27', [])).toEqual(['08:00 0/1']);
    expect(inBrief(plan, '2026-11-28', [])).toHaveLength(2);
  });

  test('has every hour once when the clocks go forward, and the repeated one twice when they go back', () => {
    expect(inBrief(openFrom('00:00', '04:00'), '2027-03-14', [])).toEqual([
      '00:00 0/1',
      '01:00 0/1',
      '03:00 0/1',
    ]);
    expect(inBrief(openFrom('00:00', '03:00'), '2026-11-01', [])).toEqual([
      '00:00 0/1',
      '01:00 0/1',
      '01:00 0/1',
      '02:00 0/1',
    ]);
  });

  test('counts a shift that began the day before, past midnight', () => {
    const night = span('2026-11-22', '22:00', '02:00');
    expect(inBrief(openFrom('00:00', '03:00'), '2026-11-23', [night])).toEqual([
      '00:00 1/1',
      '01:00 1/1',
      '02:00 0/1',
    ]);
  });
});

const nine = span('2026-11-23', '09:00', '17:00');
const worked = (start: string, end: string | null, forgotten = false): Worked => ({
  start: at(`2026-11-23T${start}:00-06:00`),
  end: end === null ? null : at(`2026-11-23T${end}:00-06:00`),
  forgotten,
});
const brief = (planned: Interval[], clock: Worked[], now: string) =>
  attendanceOf(planned, clock, { now: at(`${now}:00-06:00`), graceMs: 10 * 60_000 }).map(
    ({ state, minutes, leftEarlyMinutes }) =>
      [state, minutes, leftEarlyMinutes && `left ${leftEarlyMinutes}`].filter(Boolean).join(' '),
  );

describe('attendance', () => {
  test.each([
    ['before the start', [], '2026-11-23T08:30', 'upcoming'],
    ['within the grace period', [], '2026-11-23T09:10', 'due'],
    ['a minute after it', [], '2026-11-23T09:11', 'not_in 11'],
    ['after the end', [], '2026-11-23T17:00', 'no_show'],
    ['in on time', [worked('09:10', null)], '2026-11-23T12:00', 'on_time'],
    ['in late', [worked('09:11', null)], '2026-11-23T12:00', 'late 11'],
    ['in early', [worked('08:20', null)], '2026-11-23T12:00', 'early 40'],
    ['out for lunch', [worked('09:00', '12:00')], '2026-11-23T12:30', 'on_time'],
    ['left early', [worked('09:00', '15:30')], '2026-11-23T18:00', 'on_time left 90'],
    [
      'back after lunch',
      [worked('09:00', '12:00'), worked('13:00', '17:00')],
      '2026-11-23T18:00',
      'on_time',
    ],
    ['another shift long before', [worked('02:00', '04:00')], '2026-11-23T10:00', 'not_in 60'],
    [
      'a clock-out that was forgotten, at its own shift',
      [worked('09:00', null, true)],
      '2026-11-24T03:00',
      'on_time',
    ],
  ])('says of someone %s', (_, clock, now, expected) => {
    expect(brief([nine], clock, now)).toEqual([expected]);
  });

  test('does not take a forgotten clock-out for presence the next morning', () => {
    const next = span('2026-11-24', '00:30', '08:00');
    const evening = span('2026-11-23', '14:00', '22:00');
    // Still within 16 hours, so the clock would let it run.
    expect(brief([evening, next], [worked('14:00', null)], '2026-11-24T01:00')).toEqual([
      'on_time',
      'not_in 30',
    ]);
    expect(brief([evening, next], [worked('14:00', null, true)], '2026-11-24T06:30')).toEqual([
      'on_time',
      'not_in 360',
    ]);
  });

  test('lets two shifts without a pause be worked on one clock-in', () => {
    const [morning, afternoon] = [
      span('2026-11-23', '08:00', '12:00'),
      span('2026-11-23', '12:30', '17:00'),
    ];
    const states = brief([morning, afternoon], [worked('08:00', null)], '2026-11-23T13:00');
    expect(states).toEqual(['on_time', 'on_time']);
    expect(brief([morning, afternoon], [worked('08:00', '12:00')], '2026-11-23T13:00')).toEqual([
      'on_time',
      'not_in 30',
    ]);
  });

  test('counts someone who worked through a planned break of hours', () => {
    const [morning, evening] = [
      span('2026-11-23', '08:00', '11:00'),
      span('2026-11-23', '16:00', '20:00'),
    ];
    expect(brief([morning, evening], [worked('08:00', '20:00')], '2026-11-23T21:00')).toEqual([
      'on_time',
      'on_time',
    ]);
  });

  test('measures by instants in the night the clocks change', () => {
    // 10 PM to 6 AM lasts nine hours; at 5:45 AM one clocks out 15 minutes early, not 75.
    const night = span('2026-10-31', '22:00', '06:00');
    const clock = { start: night.start, end: at('2026-11-01T11:45:00Z'), forgotten: false };
    const [found] = attendanceOf([night], [clock], { now: night.end, graceMs: 600_000 });
    expect(found).toMatchObject({ state: 'on_time', leftEarlyMinutes: 15 });
  });
});

const planned = (shiftId: number, date: string, start: string, end: string): PlannedShift => ({
  ...{ shiftId, date, breakMinutes: 60, isAway: false, hasLeft: false },
  ...span(date, start, end),
});
const week = { start: at('2026-11-22T06:00:00Z'), end: at('2026-11-29T06:00:00Z') };
const warned = (...shifts: PlannedShift[]) =>
  warningsOf(shifts, week).map(({ shiftId, kind }) => `${shiftId} ${kind}`);

describe('time off', () => {
  const off = (startsOn: string, endsOn: string, fromMinute = 0, toMinute = 1_440): AwaySpan => ({
    ...{ startsOn, endsOn, fromMinute, toMinute },
  });
  const isAway = (timeOff: AwaySpan, shift: Interval) => isAwayDuring([timeOff], zone, shift);

  test('blocks the shifts that touch its days', () => {
    const two = off('2026-11-23', '2026-11-24');
    expect(isAway(two, span('2026-11-24', '09:00', '17:00'))).toBe(true);
    expect(isAway(two, span('2026-11-25', '09:00', '17:00'))).toBe(false);
    // Ends at midnight, or an hour into the first day off.
    expect(isAway(two, span('2026-11-22', '16:00', '00:00'))).toBe(false);
    expect(isAway(two, span('2026-11-22', '16:00', '01:00'))).toBe(true);
  });

  test('of a part of a day leaves the rest', () => {
    const morning = off('2026-11-23', '2026-11-23', 0, 720);
    expect(isAway(morning, span('2026-11-23', '11:59', '17:00'))).toBe(true);
    expect(isAway(morning, span('2026-11-23', '12:00', '17:00'))).toBe(false);
  });
});

describe('warnings', () => {
  test('name both of two shifts that overlap, and none that only touch', () => {
    const first = planned(1, '2026-11-23', '08:00', '16:00');
    expect(warned(first, planned(2, '2026-11-23', '15:59', '20:00'))).toEqual([
      '1 overlap',
      '2 overlap',
    ]);
    expect(warned(first, planned(2, '2026-11-23', '16:00', '20:00'))).toEqual([]);
  });

  test('ask for eight hours of rest between days, not between the halves of one', () => {
    const late = planned(1, '2026-11-23', '14:00', '23:00');
    expect(warned(late, planned(2, '2026-11-24', '06:59', '12:00'))).toEqual(['2 rest']);
    expect(warned(late, planned(2, '2026-11-24', '07:00', '12:00'))).toEqual([]);
    const morning = planned(3, '2026-11-25', '08:00', '11:00');
    expect(warned(morning, planned(4, '2026-11-25', '16:00', '20:00'))).toEqual([]);
  });

  test('begin with the shift that goes beyond 40 hours, breaks left out', () => {
    const days = ['23', '24', '25', '26', '27'].map((day, index) =>
      planned(index, `2026-11-${day}`, '08:00', '17:00'),
    );
    expect(warned(...days)).toEqual([]);
    const sixth = planned(6, '2026-11-28', '08:00', '10:00');
    expect(warned(...days, sixth)).toEqual(['6 hours']);
    // Of the week before.
    expect(warned(planned(7, '2026-11-21', '08:00', '17:00'), ...days)).toEqual([]);
  });
});

describe('the calendar', () => {
  const event = {
    id: 7,
    version: 2,
    start: at('2026-11-30T15:00:00Z'),
    end: at('2026-11-30T23:00:00Z'),
    title: 'Sales',
    place: 'Ford',
    note: 'Bring keys; floor, not lot\nEND:VCALENDAR',
  };
  const lines = (text: string) => text.split('\r\n');

  test('has UTC times, and text that cannot end an event', () => {
    const text = calendarOf([event], at('2026-11-26T12:00:00Z'));
    expect(lines(text)).toEqual(
      expect.arrayContaining([
        'UID:shift-7@forecourt',
        'SEQUENCE:2',
        'DTSTAMP:20261126T120000Z',
        'DTSTART:20261130T150000Z',
        'DTEND:20261130T230000Z',
        'DESCRIPTION:Bring keys\\; floor\\, not lot\\nEND:VCALENDAR',
      ]),
    );
    expect(text.match(/END:VCALENDAR\r\n$/)).not.toBeNull();
  });

  test('folds lines at 75 bytes without cutting a character', () => {
    const note = 'é'.repeat(100);
    const text = calendarOf([{ ...event, note }], 0);
    expect(lines(text).every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
    expect(text.replaceAll('\r\n ', '')).toContain(`DESCRIPTION:${note}\r\n`);
  });
});
