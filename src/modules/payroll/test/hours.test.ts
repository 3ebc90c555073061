import { expect, test } from 'vitest';
import type { Store } from '../../../platform/contract/access.ts';
import { addDays, instantOf, weekStartOf } from '../../../platform/contract/wallTime.ts';
import type { Rules } from '../../time-clock/contract/rules.ts';
import type { PunchKind } from '../../time-clock/contract.ts';
import { countWeek } from '../../time-clock/server/hours/week.ts';
import type { HoursWeek } from '../../time-clock/server/public.ts';
import type { Line } from '../contract/statement.ts';
import { daysOf, differenceOf, linesOf } from '../server/hours/period.ts';

const hourMs = 3_600_000;
const chicago: Rules = {
  timezone: 'America/Chicago',
  law: 'federal',
  basis: 'non_exempt',
  paidBreakMinutes: 20,
  breakAfterMinutes: 360,
};
const california: Rules = { ...chicago, timezone: 'America/Los_Angeles', law: 'california' };

type Shift = [from: string, until: string, store?: Store];
type Row = [
  store: Store | null,
  regular: number,
  overtime: number,
  double: number,
  premium?: number,
];

/** Shifts without a break, or with `meal` in the middle of the day. */
function weeksOf(
  shifts: readonly Shift[],
  rules: Rules,
  meals: readonly Shift[] = [],
): HoursWeek[] {
  const at = (wallTime: string) => instantOf(rules.timezone, wallTime);
  const punches = [
    ...shifts.flatMap(([from, until, store]) => [
      { kind: 'clock_in' as PunchKind, at: at(from), store: store ?? null },
      { kind: 'clock_out' as PunchKind, at: at(until), store: null },
    ]),
    ...meals.flatMap(([from, until]) => [
      { kind: 'break_start' as PunchKind, at: at(from), store: null },
      { kind: 'break_end' as PunchKind, at: at(until), store: null },
    ]),
  ];
  const dates = shifts.flatMap(([from, until]) => [from.slice(0, 10), until.slice(0, 10)]);
  const starts = [...new Set(dates.map((date) => weekStartOf(date, 0)))].toSorted();
  return starts.map((start) => {
    const { days } = countWeek(punches, start, rules, at(`${addDays(start, 60)}T12:00`));
    return { start, isOver: true, state: 'open', law: rules.law, basis: rules.basis, days };
  });
}

const rowsOf = (lines: readonly Line[]): Row[] =>
  lines.map(({ store, regularMs, overtimeMs, doubleMs, premiumHours }): Row => {
    const [regular = 0, overtime = 0, double = 0] = [regularMs, overtimeMs, doubleMs].map(
      (ms) => ms / hourMs,
    );
    return premiumHours === 0
      ? [store, regular, overtime, double]
      : [store, regular, overtime, double, premiumHours];
  });

const days = (from: string, count: number, hours: [string, string], store?: Store): Shift[] =>
  Array.from({ length: count }, (_, at) => {
    const date = addDays(from, at);
    return [`${date}T${hours[0]}`, `${date}T${hours[1]}`, store];
  });

const period = (startsOn: string, endsOn: string) => ({ startsOn, endsOn, paysOn: endsOn });

interface Case {
  name: string;
  rules: Rules;
  shifts: Shift[];
  meals?: Shift[];
  /** First and last day, and what is paid for them. */
  periods: [startsOn: string, endsOn: string, expected: Row[]][];
}

// June 7, 2026 is a Sunday; weeks start on Sundays. All hours are worked by hand.
const cases: Case[] = [
  {
    name: 'two stores in one week: overtime is of both together, at the store of the last hours',
    rules: chicago,
    // 3 × 10 at Ford, then 2 × 8 at Hyundai: 46.
    shifts: [
      ...days('2026-06-08', 3, ['08:00', '18:00'], 'ford'),
      ...days('2026-06-11', 2, ['08:00', '16:00'], 'hyundai'),
    ],
    periods: [
      [
        '2026-06-07',
        '2026-06-13',
        [
          ['ford', 30, 0, 0],
          ['hyundai', 10, 6, 0],
        ],
      ],
    ],
  },
  {
    name: 'two weeks of a period are counted alone: 50 and 30 hours are 10 of overtime, not none',
    rules: chicago,
    shifts: [
      ...days('2026-06-08', 5, ['08:00', '18:00'], 'ford'),
      ...days('2026-06-15', 5, ['08:00', '14:00'], 'ford'),
    ],
    periods: [['2026-06-07', '2026-06-20', [['ford', 70, 10, 0]]]],
  },
  {
    name: 'a week that belongs to two periods: the hours beyond 40 are paid where they were worked',
    rules: chicago,
    // Sunday, June 14 to Saturday, June 20; the period ends on Monday. 6 × 9 = 54.
    shifts: days('2026-06-14', 6, ['08:00', '17:00'], 'ford'),
    periods: [
      ['2026-06-01', '2026-06-15', [['ford', 18, 0, 0]]],
      ['2026-06-16', '2026-06-30', [['ford', 22, 14, 0]]],
    ],
  },
  {
    name: 'a week that straddles with its overtime before the end of the period',
    rules: chicago,
    // Sunday, June 28 to Tuesday, June 30 are of June: 3 × 15 = 45. On Thursday four more.
    shifts: [
      ...days('2026-06-28', 3, ['06:00', '21:00'], 'ford'),
      ['2026-07-02T08:00', '2026-07-02T12:00', 'hyundai'],
    ],
    periods: [
      ['2026-06-16', '2026-06-30', [['ford', 40, 5, 0]]],
      ['2026-07-01', '2026-07-15', [['hyundai', 0, 4, 0]]],
    ],
  },
  {
    name: 'a shift over midnight at the end of a period is paid on both sides of it',
    rules: chicago,
    shifts: [['2026-06-15T20:00', '2026-06-16T03:30', 'chevrolet']],
    periods: [
      ['2026-06-01', '2026-06-15', [['chevrolet', 4, 0, 0]]],
      ['2026-06-16', '2026-06-30', [['chevrolet', 3.5, 0, 0]]],
    ],
  },
  {
    name: 'a shift over midnight at the end of the week starts the hours of the next week',
    rules: chicago,
    // 4 × 10 = 40 by Thursday; Saturday 20:00 to Sunday 04:00: four of overtime, four regular.
    shifts: [
      ...days('2026-06-08', 4, ['08:00', '18:00'], 'ford'),
      ['2026-06-13T20:00', '2026-06-14T04:00', 'ford'],
    ],
    periods: [['2026-06-07', '2026-06-20', [['ford', 44, 4, 0]]]],
  },
  {
    name: 'the night the clocks go forward has seven hours from 22:00 to 06:00',
    rules: chicago,
    // March 8, 2026. 34 hours from Monday to Thursday belong to the week before.
    shifts: [['2026-03-07T22:00', '2026-03-08T06:00', 'ford']],
    periods: [
      ['2026-03-01', '2026-03-07', [['ford', 2, 0, 0]]],
      ['2026-03-08', '2026-03-14', [['ford', 5, 0, 0]]],
    ],
  },
  {
    name: 'the night the clocks go back has nine, and they count toward 40',
    rules: chicago,
    // November 1, 2026 is a Sunday: 0:00 to 6:00 are seven hours; then 4 × 9: 43.
    shifts: [
      ['2026-10-31T22:00', '2026-11-01T06:00', 'ford'],
      ...days('2026-11-02', 4, ['08:00', '17:00'], 'ford'),
    ],
    periods: [
      ['2026-10-16', '2026-10-31', [['ford', 2, 0, 0]]],
      ['2026-11-01', '2026-11-15', [['ford', 40, 3, 0]]],
    ],
  },
  {
    name: 'California: beyond eight hours a day, and beyond twelve, at the store of the last hours',
    rules: california,
    // 7 at Ford, then 6.5 at Hyundai with a meal between: 13.5 = 8 + 4 + 1.5.
    shifts: [
      ['2026-06-08T06:00', '2026-06-08T11:00', 'ford'],
      ['2026-06-08T11:30', '2026-06-08T13:30', 'ford'],
      ['2026-06-08T14:00', '2026-06-08T20:30', 'hyundai'],
    ],
    periods: [
      [
        '2026-06-07',
        '2026-06-20',
        [
          ['ford', 7, 0, 0],
          // In the last shift, longer than six hours, the meal was missed.
          ['hyundai', 1, 4, 1.5, 1],
        ],
      ],
    ],
  },
  {
    name: 'California: the seventh day in a row is overtime, and double time beyond eight hours',
    rules: california,
    shifts: days('2026-06-14', 7, ['09:00', '14:00'], 'ford').with(6, [
      '2026-06-20T08:00',
      '2026-06-20T17:30',
      'ford',
    ]),
    meals: [['2026-06-20T12:00', '2026-06-20T12:30']],
    // 6 × 5 = 30; on the seventh 9 hours: 8 of overtime, 1 double. The week straddles June 15 and 16.
    periods: [
      ['2026-06-01', '2026-06-15', [['ford', 10, 0, 0]]],
      ['2026-06-16', '2026-06-30', [['ford', 20, 8, 1]]],
    ],
  },
  {
    name: 'California: daily overtime does not count toward the 40 hours of the week',
    rules: california,
    // 4 × 10: 8 + 2 a day. On Friday 8 more make 40 regular; on Saturday 4 are overtime.
    shifts: [
      ...days('2026-06-08', 4, ['08:00', '18:30'], 'ford'),
      ['2026-06-12T08:00', '2026-06-12T16:30', 'hyundai'],
      ['2026-06-13T08:00', '2026-06-13T12:00', 'hyundai'],
    ],
    meals: [...days('2026-06-08', 4, ['12:00', '12:30']), ['2026-06-12T12:00', '2026-06-12T12:30']],
    periods: [
      [
        '2026-06-07',
        '2026-06-13',
        [
          ['ford', 32, 8, 0],
          ['hyundai', 8, 4, 0],
        ],
      ],
    ],
  },
  {
    name: 'California: a missed meal is one premium hour a day, at the store where the shift began',
    rules: california,
    shifts: [
      ['2026-06-08T08:00', '2026-06-08T15:00', 'ford'],
      ['2026-06-09T08:00', '2026-06-09T15:00', 'hyundai'],
      // Six hours: the meal may be waived.
      ['2026-06-10T08:00', '2026-06-10T14:00', 'ford'],
    ],
    // On Tuesday the meal began in the sixth hour: late is missed.
    meals: [['2026-06-09T13:30', '2026-06-09T14:00']],
    periods: [
      [
        '2026-06-07',
        '2026-06-13',
        [
          ['ford', 13, 0, 0, 1],
          ['hyundai', 6.5, 0, 0, 1],
        ],
      ],
    ],
  },
  {
    name: 'a missed meal has no premium under federal law',
    rules: chicago,
    shifts: [['2026-06-08T08:00', '2026-06-08T15:00', 'ford']],
    periods: [['2026-06-07', '2026-06-13', [['ford', 7, 0, 0]]]],
  },
  {
    name: 'California: a white-collar employee has neither overtime nor premiums',
    rules: { ...california, basis: 'white_collar' },
    shifts: days('2026-06-08', 5, ['07:00', '19:00'], 'ford'),
    periods: [['2026-06-07', '2026-06-13', [['ford', 60, 0, 0]]]],
  },
  {
    name: 'a salesman is exempt under federal law',
    rules: { ...chicago, basis: 'salesman' },
    shifts: days('2026-06-08', 5, ['09:00', '19:00'], 'ford'),
    periods: [['2026-06-07', '2026-06-13', [['ford', 50, 0, 0]]]],
  },
  {
    name: 'hours whose store was not recorded stand apart, and count toward 40 all the same',
    rules: chicago,
    shifts: [
      ...days('2026-06-08', 4, ['08:00', '18:00']),
      ['2026-06-12T08:00', '2026-06-12T13:00', 'ford'],
    ],
    periods: [
      [
        '2026-06-07',
        '2026-06-13',
        [
          ['ford', 0, 5, 0],
          [null, 40, 0, 0],
        ],
      ],
    ],
  },
];

test.each(cases)('$name', ({ rules, shifts, meals, periods }) => {
  const weeks = weeksOf(shifts, rules, meals);
  for (const [startsOn, endsOn, expected] of periods) {
    expect(rowsOf(linesOf(weeks, period(startsOn, endsOn)))).toEqual(expected);
  }
});

test.each(cases)('every hour is in exactly one period: $name', ({ rules, shifts, meals }) => {
  const weeks = weeksOf(shifts, rules, meals);
  const sum = (lines: readonly Line[]) =>
    lines.reduce((total, one) => total + one.regularMs + one.overtimeMs + one.doubleMs, 0);
  const all = weeks
    .flatMap(({ days: counted }) => counted)
    .reduce((total, { paidMs }) => total + paidMs, 0);
  const [first = ''] = weeks.map(({ start }) => start);
  const cuts = [addDays(first, -1), addDays(first, 2), addDays(first, 5), addDays(first, 40)];
  const parts = cuts.slice(1).map((endsOn, at) => {
    const part = period(addDays(cuts[at] ?? '', 1), endsOn);
    const fromDays = daysOf(weeks, part).reduce(
      (total, one) => total + one.regularMs + one.overtimeMs + one.doubleMs,
      0,
    );
    expect(sum(linesOf(weeks, part))).toBe(fromDays);
    return fromDays;
  });
  expect(parts.reduce((total, one) => total + one, 0)).toBe(all);
});

test('paid breaks are part of the hours', () => {
  const weeks = weeksOf([['2026-06-08T08:00', '2026-06-08T13:00', 'ford']], chicago, [
    ['2026-06-08T10:00', '2026-06-08T10:15'],
  ]);
  const [day] = daysOf(weeks, period('2026-06-07', '2026-06-13'));
  expect([day?.paidBreakMs, day?.regularMs].map((ms) => (ms ?? 0) / hourMs)).toEqual([0.25, 5]);
});

test('a later day of a week never changes an earlier one, so a period that ended is final', () => {
  const shifts = days('2026-06-14', 7, ['08:00', '17:00'], 'ford');
  for (const rules of [chicago, california]) {
    const first = period('2026-06-01', '2026-06-16');
    const early = linesOf(weeksOf(shifts.slice(0, 3), rules), first);
    for (const count of [4, 5, 6, 7]) {
      expect(linesOf(weeksOf(shifts.slice(0, count), rules), first)).toEqual(early);
    }
  }
});

test('the difference of two states is by store, and nothing where nothing changed', () => {
  const line = (store: Store | null, regular: number, overtime = 0): Line => ({
    store,
    regularMs: regular,
    overtimeMs: overtime,
    doubleMs: 0,
    premiumHours: 0,
  });
  expect(
    differenceOf([line('ford', 40), line('hyundai', 5)], [line('ford', 38, 2), line('hyundai', 5)]),
  ).toEqual([{ ...line('ford', -2, 2) }]);
  expect(differenceOf([line(null, 4)], [line('ford', 4)])).toEqual([
    line('ford', 4),
    line(null, -4),
  ]);
  expect(differenceOf([line('ford', 8)], [line('ford', 8)])).toEqual([]);
});
