import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, weekStartOf } from '../../../platform/contract/wallTime.ts';
import type { Rules } from '../contract/rules.ts';
import type { Moment } from '../server/hours/sequence.ts';
import { countWeek } from '../server/hours/week.ts';
import { possibleFrom } from './sequences.ts';
import { byDay, isPaidUnder, stretchesOf } from './walk.ts';

const hourMs = 3_600_000;

const rules: Rules = {
  timezone: 'America/Los_Angeles',
  law: 'federal',
  basis: 'non_exempt',
  paidBreakMinutes: 20,
  breakAfterMinutes: 360,
};

const zones = [
  'America/Los_Angeles',
  'America/New_York',
  'America/Phoenix',
  'America/Anchorage',
  'Pacific/Honolulu',
  // Clocks that change at midnight, and by half an hour.
  'America/Santiago',
  'Australia/Lord_Howe',
];
/** Weeks around both clock changes of the year, and one without. */
const beginnings = ['2026-03-05', '2026-10-29', '2026-07-02', '2026-04-02', '2026-09-03'];

const cases = fc
  .record({
    timezone: fc.constantFrom(...zones),
    beginning: fc.constantFrom(...beginnings),
    weekStartsOn: fc.integer({ min: 0, max: 6 }),
    law: fc.constantFrom('federal' as const, 'california' as const),
    paidBreakMinutes: fc.constantFrom(0, 20, 30),
    waits: fc.integer({ min: 0, max: 30 * hourMs }),
  })
  .chain((given) =>
    possibleFrom(Date.parse(`${given.beginning}T00:00:00Z`)).map((moments) => ({
      ...given,
      moments,
    })),
  );

describe('a week', () => {
  test('comes to exactly what lies between the punches, in any zone and over any clock change', () => {
    fc.assert(
      fc.property(cases, ({ timezone, beginning, weekStartsOn, waits, moments, ...rest }) => {
        const rules: Rules = { timezone, basis: 'non_exempt', breakAfterMinutes: 360, ...rest };
        const now = (moments.at(-1)?.at ?? Date.parse(`${beginning}T00:00:00Z`)) + waits;
        const stretches = stretchesOf(moments, now);
        const isPaid = isPaidUnder(rules);
        const paid = byDay(stretches.filter(isPaid), timezone);
        const all = byDay(stretches, timezone);
        const first = weekStartOf(addDays(beginning, -1), weekStartsOn);
        let total = 0;
        for (let start = first; start <= addDays(beginning, 70); start = addDays(start, 7)) {
          const week = countWeek(moments, start, rules, now);
          for (const day of week.days) {
            expect(day.paidMs).toBe(paid.get(day.date) ?? 0);
            expect(day.workMs + day.paidBreakMs + day.unpaidBreakMs).toBe(all.get(day.date) ?? 0);
            expect(day.regularMs + day.overtimeMs + day.doubleMs).toBe(day.paidMs);
            total += day.paidMs;
          }
          expect(week.totals.paidMs).toBe(week.days.reduce((sum, { paidMs }) => sum + paidMs, 0));
        }
        const whole = stretches.filter(isPaid).reduce((sum, one) => sum + one.end - one.start, 0);
        expect(total).toBe(whole);
      }),
      { numRuns: 150, seed: 20_261_120 },
    );
  });

  test('has 23 and 25 hour days where the clocks change', () => {
    const hoursOf = (date: string) => {
      const [day] = countWeek([], date, rules, 0).days;
      return ((day?.end ?? 0) - (day?.start ?? 0)) / hourMs;
    };
    expect(['2026-03-08', '2026-11-01', '2026-06-01'].map(hoursOf)).toEqual([23, 25, 24]);
    // From 10 PM to 6 AM over the night that lacks an hour.
    const night: Moment[] = [
      { kind: 'clock_in', at: Date.parse('2026-03-08T06:00:00Z') },
      { kind: 'clock_out', at: Date.parse('2026-03-08T13:00:00Z') },
    ];
    const week = countWeek(night, '2026-03-02', rules, Date.parse('2026-03-20T00:00:00Z'));
    expect(week.days.map(({ paidMs }) => paidMs / hourMs)).toEqual([0, 0, 0, 0, 0, 2, 5]);
  });
});

describe('overtime', () => {
  /** Shifts of so many hours from 6 AM on, beginning on Sunday, March 15. */
  const shifts = (hours: number[]): Moment[] =>
    hours.flatMap((length, day): Moment[] => {
      const start = Date.parse('2026-03-15T13:00:00Z') + day * 24 * hourMs;
      if (length === 0) return [];
      return [
        { kind: 'clock_in', at: start },
        { kind: 'clock_out', at: start + length * hourMs },
      ];
    });
  const count = (hours: number[], given: Partial<Rules> = {}) => {
    const week = countWeek(
      shifts(hours),
      '2026-03-15',
      { ...rules, ...given },
      Date.parse('2027-01-01'),
    );
    const { regularMs, overtimeMs, doubleMs } = week.totals;
    return [regularMs, overtimeMs, doubleMs].map((ms) => ms / hourMs);
  };

  test('begins beyond forty hours a week under federal law', () => {
    expect(count([0, 8, 8, 8, 8, 8, 0])).toEqual([40, 0, 0]);
    expect(count([0, 13, 8, 8, 8, 8, 0.5])).toEqual([40, 5.5, 0]);
  });

  test('begins beyond eight and twelve hours a day and on the seventh day in California', () => {
    const law = 'california';
    expect(count([0, 13, 8, 8, 0, 0, 0], { law })).toEqual([24, 4, 1]);
    expect(count([8, 8, 8, 8, 8, 8, 9], { law })).toEqual([40, 16, 1]);
    expect(count([0, 8, 8, 8, 8, 8, 6], { law })).toEqual([40, 6, 0]);
  });

  test('is not owed to who sells or repairs cars under federal law; California knows no such rule', () => {
    const long = [0, 10, 10, 10, 10, 10, 0];
    expect(count(long, { basis: 'salesman' })).toEqual([50, 0, 0]);
    expect(count(long, { basis: 'mechanic', law: 'california' })).toEqual([40, 10, 0]);
    expect(count(long, { basis: 'white_collar', law: 'california' })).toEqual([50, 0, 0]);
  });
});

describe('a meal break', () => {
  const minuteMs = 60_000;
  /** A shift of so many minutes from 6 AM on, with breaks that begin and end so many minutes into it. */
  const isMissing = (minutes: number, breaks: [number, number][], given: Partial<Rules> = {}) => {
    const start = Date.parse('2026-03-16T13:00:00Z');
    const at = (minute: number) => start + minute * minuteMs;
    const moments: Moment[] = [
      { kind: 'clock_in', at: start },
      ...breaks.flatMap(([from, to]): Moment[] => [
        { kind: 'break_start', at: at(from) },
        { kind: 'break_end', at: at(to) },
      ]),
      { kind: 'clock_out', at: at(minutes) },
    ];
    const now = Date.parse('2027-01-01');
    const week = countWeek(moments, '2026-03-15', { ...rules, ...given }, now);
    return week.days.some(({ flags }) => flags.includes('missed_break'));
  };

  test('is thirty minutes or more, begun in time', () => {
    expect(isMissing(480, [])).toBe(true);
    expect(isMissing(480, [[240, 269]])).toBe(true);
    expect(isMissing(480, [[240, 270]])).toBe(false);
    expect(isMissing(480, [[360, 390]])).toBe(false);
    expect(isMissing(480, [[361, 391]])).toBe(true);
  });

  test('is owed beyond the minutes the group set, and never where it set none', () => {
    expect(isMissing(360, [])).toBe(false);
    expect(isMissing(361, [])).toBe(true);
    expect(isMissing(361, [], { breakAfterMinutes: 480 })).toBe(false);
    expect(isMissing(900, [], { breakAfterMinutes: 0 })).toBe(false);
  });

  test('is owed in California within five hours in a shift of more than six, a second within ten', () => {
    const law = 'california';
    expect(isMissing(360, [], { law })).toBe(false);
    expect(isMissing(391, [[301, 331]], { law })).toBe(true);
    expect(isMissing(391, [[300, 330]], { law })).toBe(false);
    // Ten hours of work and no more.
    expect(isMissing(630, [[240, 270]], { law })).toBe(false);
    expect(isMissing(631, [[240, 270]], { law })).toBe(true);
    const both: [number, number][] = [
      [240, 270],
      [570, 600],
    ];
    expect(isMissing(700, both, { law })).toBe(false);
  });
});
