import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  calendarDay,
  daysText,
  longMonth,
  shortDay,
  shortMonth,
  weekdayDay,
} from '../../../contract/calendar.ts';
import { dayStart, instantOf, offsetTimeAt } from '../../../contract/wallTime.ts';
import { dayAt, dayName, daysBetween, isSameDay, momentName } from '../days.ts';
import { atClock, fromInput, fromInputs, toInput, toInputs, weekdayAt } from '../inputs.ts';
import * as moments from '../moments.ts';
import { agoText, nearDate, nearTime, relativeTime } from '../relativeTime.ts';
import { isElsewhere, ownZone, setZone, zone } from '../zone.ts';
import { zonedLabel, zoneMark, zoneName, zonePlace } from '../zoneLabels.ts';

const [chicago, sydney, tokyo] = ['America/Chicago', 'Australia/Sydney', 'Asia/Tokyo'];
const at = (wall: string) => new Date(instantOf(zone(), wall));

beforeEach(() => {
  vi.stubEnv('TZ', tokyo);
  setZone(chicago);
});
afterEach(() => {
  vi.unstubAllEnvs();
});

describe('an instant', () => {
  const moment = '2026-11-20T14:02:17.042Z';

  test('is formatted in the group’s time zone, whatever the machine’s', () => {
    expect(ownZone()).toBe(tokyo);
    const { clockTime, clockSeconds, weekdayClock, shortDate, dateText, longDate } = moments;
    expect(
      [clockTime, clockSeconds, weekdayClock, shortDate, dateText, longDate].map((format) =>
        format(moment),
      ),
    ).toEqual([
      ...['8:02 AM', '8:02:17 AM', 'Fri 8:02 AM'],
      ...['Nov 20', 'Nov 20, 2026', 'Friday, November 20, 2026'],
    ]);
    const { shortTime, weekdayTime, exactTime, fullTime: wholeTime, paperTime } = moments;
    expect(
      [shortTime, weekdayTime, exactTime, wholeTime, paperTime].map((format) => format(moment)),
    ).toEqual([
      ...['Nov 20, 8:02 AM', 'Fri, Nov 20, 8:02 AM', 'Nov 20, 2026, 8:02 AM'],
      ...['Friday, November 20, 2026 at 8:02:17 AM', 'Nov 20, 2026, 8:02:17 AM CST'],
    ]);
  });

  test('follows the time zone, or the one requested', () => {
    setZone('America/New_York');
    expect(moments.clockTime(moment)).toBe('9:02 AM');
    expect(moments.clockTime(moment, tokyo)).toBe('11:02 PM');
    expect(moments.clockTime(new Date(moment))).toBe(moments.clockTime(Date.parse(moment)));
  });

  test('observes daylight saving, in both hemispheres', () => {
    expect(moments.clockTime('2026-03-08T07:59:59Z')).toBe('1:59 AM');
    expect(moments.clockTime('2026-03-08T08:00:00Z')).toBe('3:00 AM');
    setZone(sydney);
    expect(moments.clockTime('2026-10-03T15:59:59Z')).toBe('1:59 AM');
    expect(moments.clockTime('2026-10-03T16:00:00Z')).toBe('3:00 AM');
    expect(moments.clockTime('2026-04-04T16:00:00Z')).toBe('2:00 AM');
  });

  test('is written to a file with its UTC offset', () => {
    expect(offsetTimeAt(chicago, new Date(moment))).toBe('2026-11-20T08:02:17.042-06:00');
    expect(offsetTimeAt('Asia/Kolkata', new Date(moment))).toBe('2026-11-20T19:32:17.042+05:30');
    expect(offsetTimeAt('UTC', new Date(moment))).toBe('2026-11-20T14:02:17.042+00:00');
    expect(Date.parse(offsetTimeAt(sydney, new Date(moment)))).toBe(Date.parse(moment));
  });
});

describe('a local date', () => {
  test('starts at midnight in the group’s time zone', () => {
    expect([dayAt('2026-11-21T05:59:59.999Z'), dayAt('2026-11-21T06:00:00Z')]).toEqual([
      ...['2026-11-20', '2026-11-21'],
    ]);
    expect(isSameDay('2026-11-21T05:59:00Z', '2026-11-21T06:01:00Z')).toBe(false);
    expect(isSameDay('2026-11-21T05:59:00Z', '2026-11-21T06:01:00Z', tokyo)).toBe(true);
  });

  test('does not depend on earlier calls, also across a time change', () => {
    for (const timezone of [chicago, sydney, 'America/Santiago', 'Pacific/Honolulu']) {
      for (const day of ['2026-03-08', '2026-10-04', '2026-11-01', '2026-09-06', '2026-12-31']) {
        const start = dayStart(timezone, day);
        expect([timezone, dayAt(start, timezone)]).toEqual([timezone, day]);
        expect(dayAt(start - 1, timezone) < day).toBe(true);
        expect(dayAt(start + 60_000, timezone)).toBe(day);
      }
    }
  });

  test('is counted in midnights, not in hours', () => {
    expect(daysBetween(at('2026-11-20T23:59'), at('2026-11-21T00:01'))).toBe(1);
    expect(daysBetween(at('2026-10-31T12:00'), at('2026-11-02T12:00'))).toBe(2);
    expect(daysBetween(at('2026-11-21T00:01'), at('2026-11-20T23:59'))).toBe(-1);
  });

  test('has a relative name', () => {
    const now = at('2026-01-07T00:30');
    expect(dayName(at('2026-01-07T00:00'), now)).toBe('Today');
    expect(dayName(at('2026-01-06T23:59'), now)).toBe('Yesterday');
    expect(dayName(at('2026-01-05T23:59'), now)).toBe('Monday, January 5');
    expect(dayName(at('2025-12-31T12:00'), now)).toBe('Wednesday, December 31, 2025');
    expect(momentName(at('2026-01-06T23:59'), now)).toBe('yesterday at 11:59 PM');
    expect(momentName(at('2026-01-05T23:59'), now)).toBe('Monday, January 5 at 11:59 PM');
  });

  test('is not shifted by a time zone', () => {
    for (const timezone of [chicago, sydney, 'Pacific/Honolulu']) {
      setZone(timezone);
      expect([calendarDay('2026-11-22'), shortDay('2026-11-22')]).toEqual([
        ...['Nov 22, 2026', 'Nov 22'],
      ]);
      expect([weekdayDay('2026-11-22'), daysText('2026-11-15', '2026-11-21')]).toEqual([
        ...['Sun, Nov 22', 'Nov 15\u2009–\u200921, 2026'],
      ]);
      expect([shortMonth('2026-11'), longMonth('2026-11')]).toEqual(['Nov', 'November 2026']);
    }
  });
});

describe('relative time', () => {
  const now = new Date(instantOf(chicago, '2026-11-20T09:00'));
  const ago = (wall: string) => relativeTime(at(wall), now);

  test('is in minutes, hours, then days of the group’s time zone', () => {
    expect(ago('2026-11-20T08:59:30')).toBe('just now');
    expect(ago('2026-11-20T08:55')).toBe('5 min. ago');
    expect(ago('2026-11-19T23:00')).toBe('10 hr. ago');
    expect(ago('2026-11-19T08:59')).toBe('yesterday');
    expect(ago('2026-11-18T23:00')).toBe('2 days ago');
    expect(ago('2026-11-13T09:01')).toBe('7 days ago');
    expect(ago('2026-11-13T09:00')).toBe('Nov 13, 2026, 9:00 AM');
  });

  test('is yesterday even if the day before had 25 hours', () => {
    expect(relativeTime(at('2026-11-01T00:10'), at('2026-11-01T23:30'))).toBe('yesterday');
  });

  test('is replaced by the date or time where that is more useful', () => {
    expect(agoText(at('2026-11-20T08:55'), now)).toBe('5 min. ago');
    expect(agoText(at('2026-11-10T08:55'), now)).toBe('Nov 10, 2026');
    expect(agoText(at('2026-11-21T08:55'), now)).toBe('Nov 21, 2026');
    expect([nearTime(at('2026-11-20T23:59'), now), nearTime(at('2026-11-21T00:00'), now)]).toEqual([
      '11:59 PM',
      'Nov 21, 12:00 AM',
    ]);
    expect(nearDate(at('2026-11-21T00:00'), now)).toBe('Nov 21');
  });
});

describe('time fields', () => {
  test('contain local times of the group’s time zone, and round-trip', () => {
    const moment = new Date('2026-11-20T14:02:00Z');
    expect(toInput(moment)).toBe('2026-11-20T08:02');
    expect(fromInput('2026-11-20T08:02')).toEqual(moment);
    expect(toInputs(moment)).toEqual({ date: '2026-11-20', time: '08:02' });
    expect(fromInputs('2026-11-20', '08:02')).toEqual(moment);
  });

  test('are empty while one of them is empty or invalid', () => {
    expect([fromInputs('', '08:02'), fromInputs('2026-11-20', ''), fromInput('')]).toEqual([
      ...[null, null, null],
    ]);
    expect([fromInput('soon'), fromInput('2026-13-40T08:00')]).toEqual([null, null]);
  });

  test('are read in an hour that is skipped or repeated', () => {
    expect(fromInput('2026-03-08T02:30')?.toISOString()).toBe('2026-03-08T08:30:00.000Z');
    expect(fromInput('2026-11-01T01:30')?.toISOString()).toBe('2026-11-01T06:30:00.000Z');
  });

  test('mean nine in the morning in the group’s time zone, even if daylight saving changes that night', () => {
    const evening = at('2026-10-31T22:00');
    expect(atClock(evening, 1, '09:00').toISOString()).toBe('2026-11-01T15:00:00.000Z');
    expect(atClock(evening, 0, '09:00').toISOString()).toBe('2026-10-31T14:00:00.000Z');
    expect(weekdayAt('2026-11-22T05:00:00Z')).toBe(6);
  });
});

describe('the time zone', () => {
  test('is named only if this machine’s time differs', () => {
    expect(zoneMark('2026-11-20T14:02:00Z')).toBe(' CT');
    expect(zonedLabel('Due back', Date.parse('2026-11-20T14:02:00Z'))).toBe('Due back (CT)');
    vi.stubEnv('TZ', 'America/Winnipeg');
    expect([zoneMark('2026-11-20T14:02:00Z'), zonedLabel('Due back')]).toEqual(['', 'Due back']);
    expect(isElsewhere(0, 'America/Chicago', 'America/Chicago')).toBe(false);
  });

  test('is named for half of the year only, if one of two has no daylight saving', () => {
    const [winter, summer] = [Date.parse('2026-01-05T12:00Z'), Date.parse('2026-07-05T12:00Z')];
    expect(isElsewhere(winter, 'America/Denver', 'America/Phoenix')).toBe(false);
    expect(isElsewhere(summer, 'America/Denver', 'America/Phoenix')).toBe(true);
  });

  test('has a name at every time of the year', () => {
    expect(zonePlace('2026-11-20T14:02:00Z')).toBe('Central Time (Chicago)');
    expect(zoneName('2026-11-20T14:02:00Z')).toBe('Central Standard Time');
    expect(zoneName('2026-07-20T14:02:00Z')).toBe('Central Daylight Time');
    expect(zonePlace('2026-07-20T14:02:00Z', 'America/New_York')).toBe('Eastern Time (New York)');
  });
});
