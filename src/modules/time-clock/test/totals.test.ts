import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, weekStartOf } from '../../../platform/contract/wallTime.ts';
import type { Rules } from '../contract/rules.ts';
import type { Punch } from '../server/hours/sequence.ts';
import { countWeek } from '../server/hours/week.ts';
import { byDay, intervalsOf, isPaidUnder } from './reference.ts';
import { validSequencesFrom } from './sequences.ts';

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
  // Clock changes at midnight, and by half an hour.
  'America/Santiago',
  'Australia/Lord_Howe',
];
/** Weeks around both clock changes of the year, and one without. */
const startDates = ['2026-03-05', '2026-10-29', '2026-07-02', '2026-04-02', '2026-09-03'];

const cases = fc
  .record({
    timezone: fc.constantFrom(...zones),
    startDate: fc.constantFrom(...startDates),
    weekStartsOn: fc.integer({ min: 0, max: 6 }),
    law: fc.constantFrom('federal' as const, 'california' as const),
    paidBreakMinutes: fc.constantFrom(0, 20, 30),
    waitMs: fc.integer({ min: 0, max: 30 * hourMs }),
  })
  .chain((input) =>
    validSequencesFrom(Date.parse(`${input.startDate}T00:00:00Z`)).map((punches) => ({
      ...input,
      punches,
    })),
  );

describe('a week', () => {
  test('matches the reference calculation in any time zone and across clock changes', () => {
    fc.assert(
      fc.property(cases, ({ timezone, startDate, weekStartsOn, waitMs, punches, ...rest }) => {
        const rules: Rules = { timezone, basis: 'non_exempt', breakAfterMinutes: 360, ...rest };
        const now = (punches.at(-1)?.at ?? Date.parse(`${startDate}T00:00:00Z`)) + waitMs;
        const intervals = intervalsOf(punches, now);
        const isPaid = isPaidUnder(rules);
        const paid = byDay(intervals.filter(isPaid), timezone);
        const all = byDay(intervals, timezone);
        const first = weekStartOf(addDays(startDate, -1), weekStartsOn);
        let total = 0;
        for (let start = first; start <= addDays(startDate, 70); start = addDays(start, 7)) {
          const week = countWeek(punches, start, rules, now);
          for (const day of week.days) {
            expect(day.paidMs).toBe(paid.get(day.date) ?? 0);
            expect(day.workMs + day.paidBreakMs + day.unpaidBreakMs).toBe(all.get(day.date) ?? 0);
            expect(day.regularMs + day.overtimeMs + day.doubleMs).toBe(day.paidMs);
            total += day.paidMs;
          }
          expect(week.totals.paidMs).toBe(week.days.reduce((sum, { paidMs }) => sum + paidMs, 0));
        }
        const expected = intervals
          .filter(isPaid)
          .reduce((sum, { start, end }) => sum + end - start, 0);
        expect(total).toBe(expected);
      }),
      { numRuns: 150, seed: 20_261_120 },
    );
  });

  test('has days of 23 and 25 hours at clock changes', () => {
    const hoursOf = (date: string) => {
      const [day] = countWeek([], date, rules, 0).days;
      return ((day?.end ?? 0) - (day?.start ?? 0)) / hourMs;
    };
    expect(['2026-03-08', '2026-11-01', '2026-06-01'].map(hoursOf)).toEqual([23, 25, 24]);
    // From 10 PM to 6 AM on the night that lacks an hour.
    const night: Punch[] = [
      { kind: 'clock_in', at: Date.parse('2026-03-08T06:00:00Z') },
      { kind: 'clock_out', at: Date.parse('2026-03-08T13:00:00Z') },
    ];
    const week = countWeek(night, '2026-03-02', rules, Date.parse('2026-03-20T00:00:00Z'));
    expect(week.days.map(({ paidMs }) => paidMs / hourMs)).toEqual([0, 0, 0, 0, 0, 2, 5]);
  });
});

describe('overtime', () => {
  /** One shift per day with these hours, from 6 AM, starting on Sunday, March 15. */
  const shifts = (hours: number[]): Punch[] =>
    hours.flatMap((length, day): Punch[] => {
      const start = Date.parse('2026-03-15T13:00:00Z') + day * 24 * hourMs;
      if (length === 0) return [];
      return [
        { kind: 'clock_in', at: start },
        { kind: 'clock_out', at: start + length * hourMs },
      ];
    });
  const count = (hours: number[], overrides: Partial<Rules> = {}) => {
    const week = countWeek(
      shifts(hours),
      '2026-03-15',
      { ...rules, ...overrides },
      Date.parse('2027-01-01'),
    );
    const { regularMs, overtimeMs, doubleMs } = week.totals;
    return [regularMs, overtimeMs, doubleMs].map((ms) => ms / hourMs);
  };

  test('starts after forty hours a week under federal law', () => {
    expect(count([0, 8, 8, 8, 8, 8, 0])).toEqual([40, 0, 0]);
    expect(count([0, 13, 8, 8, 8, 8, 0.5])).toEqual([40, 5.5, 0]);
  });

  test('starts after eight and twelve hours a day and on the seventh day in California', () => {
    const law = 'california';
    expect(count([0, 13, 8, 8, 0, 0, 0], { law })).toEqual([24, 4, 1]);
    expect(count([8, 8, 8, 8, 8, 8, 9], { law })).toEqual([40, 16, 1]);
    expect(count([0, 8, 8, 8, 8, 8, 6], { law })).toEqual([40, 6, 0]);
  });

  test('is not owed to exempt vehicle salespeople and mechanics under federal law, but is in California', () => {
    const long = [0, 10, 10, 10, 10, 10, 0];
    expect(count(long, { basis: 'salesman' })).toEqual([50, 0, 0]);
    expect(count(long, { basis: 'mechanic', law: 'california' })).toEqual([40, 10, 0]);
    expect(count(long, { basis: 'white_collar', law: 'california' })).toEqual([50, 0, 0]);
  });
});

describe('a meal break', () => {
  const minuteMs = 60_000;
  /** A shift of this many minutes from 6 AM, with breaks given in minutes from its start. */
  const isMissing = (
    minutes: number,
    breaks: [number, number][],
    overrides: Partial<Rules> = {},
  ) => {
    const start = Date.parse('2026-03-16T13:00:00Z');
    const at = (minute: number) => start + minute * minuteMs;
    const punches: Punch[] = [
      { kind: 'clock_in', at: start },
      ...breaks.flatMap(([from, to]): Punch[] => [
        { kind: 'break_start', at: at(from) },
        { kind: 'break_end', at: at(to) },
      ]),
      { kind: 'clock_out', at: at(minutes) },
    ];
    const now = Date.parse('2027-01-01');
    const week = countWeek(punches, '2026-03-15', { ...rules, ...overrides }, now);
    return week.days.some(({ flags }) => flags.includes('missed_break'));
  };

  test('is at least thirty minutes and starts in time', () => {
    expect(isMissing(480, [])).toBe(true);
    expect(isMissing(480, [[240, 269]])).toBe(true);
    expect(isMissing(480, [[240, 270]])).toBe(false);
    expect(isMissing(480, [[360, 390]])).toBe(false);
    expect(isMissing(480, [[361, 391]])).toBe(true);
  });

  test('is required after the configured minutes, and never if set to zero', () => {
    expect(isMissing(360, [])).toBe(false);
    expect(isMissing(361, [])).toBe(true);
    expect(isMissing(361, [], { breakAfterMinutes: 480 })).toBe(false);
    expect(isMissing(900, [], { breakAfterMinutes: 0 })).toBe(false);
  });

  test('is required in California within five hours of a shift longer than six, and again within ten', () => {
    const law = 'california';
    expect(isMissing(360, [], { law })).toBe(false);
    expect(isMissing(391, [[301, 331]], { law })).toBe(true);
    expect(isMissing(391, [[300, 330]], { law })).toBe(false);
    // Exactly ten hours of work.
    expect(isMissing(630, [[240, 270]], { law })).toBe(false);
    expect(isMissing(631, [[240, 270]], { law })).toBe(true);
    const both: [number, number][] = [
      [240, 270],
      [570, 600],
    ];
    expect(isMissing(700, both, { law })).toBe(false);
  });
});
