import { describe, expect, test } from 'vitest';
import { addDays } from '../../../platform/contract/wallTime.ts';
import { periodOf, periodsBetween, type Schedule, schedulesInForce } from '../contract/periods.ts';

const weekly: Schedule = { frequency: 'weekly', startsOn: '2026-06-07', payDays: 5 };
const biweekly: Schedule = { frequency: 'biweekly', startsOn: '2026-06-07', payDays: 6 };
const halves: Schedule = { frequency: 'semimonthly', startsOn: '2026-01-01', payDays: 5 };

const cases: [name: string, schedules: Schedule[], day: string, expected: string | null][] = [
  ['a week starts on the day the schedule does', [weekly], '2026-06-07', '06-07 06-13'],
  ['its last day is the sixth after', [weekly], '2026-06-13', '06-07 06-13'],
  ['weeks go on from there', [weekly], '2026-07-01', '06-28 07-04'],
  ['two weeks', [biweekly], '2026-06-20', '06-07 06-20'],
  ['the two weeks after', [biweekly], '2026-06-21', '06-21 07-04'],
  ['before the first schedule there is none', [biweekly], '2026-06-06', null],
  ['the first half of a month', [halves], '2026-06-15', '06-01 06-15'],
  ['the second half of a month of 30 days', [halves], '2026-06-16', '06-16 06-30'],
  ['of 31 days', [halves], '2026-07-31', '07-16 07-31'],
  ['of February', [halves], '2026-02-20', '02-16 02-28'],
  ['of February in a leap year', [halves], '2028-02-29', '02-16 02-29'],
  ['of December', [halves], '2026-12-31', '12-16 12-31'],
  [
    'a schedule that starts in the middle of a period ends it the day before',
    [biweekly, { ...halves, startsOn: '2026-07-01' }],
    '2026-06-30',
    '06-21 06-30',
  ],
  [
    'and goes on without a gap',
    [biweekly, { ...halves, startsOn: '2026-07-01' }],
    '2026-07-01',
    '07-01 07-15',
  ],
  [
    'halves that start within one are short at first',
    [biweekly, { ...halves, startsOn: '2026-07-05' }],
    '2026-07-06',
    '07-05 07-15',
  ],
  [
    'weeks that start within a half cut it',
    [halves, { ...weekly, startsOn: '2026-06-21' }],
    '2026-06-17',
    '06-16 06-20',
  ],
];

test.each(cases)('%s', (_name, schedules, day, expected) => {
  const period = periodOf(schedules, day);
  expect(period && `${period.startsOn.slice(5)} ${period.endsOn.slice(5)}`).toBe(expected);
});

test('it is paid days after its end, and before a weekend', () => {
  const paysOn = (payDays: number) => periodOf([{ ...weekly, payDays }], '2026-06-07')?.paysOn;
  // The period ends on Saturday, June 13.
  expect([0, 1, 2, 6, 7, 8].map(paysOn)).toEqual([
    '2026-06-12',
    '2026-06-12',
    '2026-06-15',
    '2026-06-19',
    '2026-06-19',
    '2026-06-19',
  ]);
});

describe('whatever schedules follow each other,', () => {
  const histories: Schedule[][] = [
    [weekly, { ...halves, startsOn: '2026-08-05' }, { ...biweekly, startsOn: '2026-10-09' }],
    [halves, { ...biweekly, startsOn: '2026-03-31' }, { ...halves, startsOn: '2026-04-01' }],
    [biweekly, { ...weekly, startsOn: '2026-06-10' }],
  ];
  test.each(histories)('every day belongs to exactly one period (%#)', (...schedules) => {
    const first = schedules[0]?.startsOn ?? '';
    const periods = periodsBetween(schedules, '2025-12-01', '2027-03-01');
    let day = first;
    for (const { startsOn, endsOn } of periods) {
      expect(startsOn).toBe(day);
      expect(endsOn >= startsOn).toBe(true);
      for (let one = startsOn; one <= endsOn; one = addDays(one, 1)) {
        expect(periodOf(schedules, one)?.startsOn).toBe(startsOn);
      }
      day = addDays(endsOn, 1);
    }
    expect(day > '2027-03-01').toBe(true);
  });
});

test('a schedule replaces those that would start later', () => {
  const later = { ...halves, startsOn: '2026-09-01' };
  const sooner = { ...biweekly, startsOn: '2026-08-02' };
  expect(schedulesInForce([weekly, later, sooner])).toEqual([weekly, sooner]);
  expect(schedulesInForce([weekly, { ...biweekly, startsOn: weekly.startsOn }])).toEqual([
    biweekly,
  ]);
});
