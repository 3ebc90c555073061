import { describe, expect, test } from 'vitest';
import { calendarDay } from '../../../platform/contract/calendar.ts';
import { daysFromNow, daysUntil } from '../contract/days.ts';
import { inSentence } from '../contract/labels.ts';
import { summaryOf } from '../server/reminders/digest.ts';
import { stepOn, stepsFrom } from '../server/reminders/steps.ts';

describe('the reminder of a day', () => {
  test.each([
    // Expires on May 31, 2027.
    ['2027-03-01', '2027-05-31', null], // 91 days before
    ['2027-03-02', '2027-05-31', '90'],
    ['2027-04-01', '2027-05-31', '60'], // 60 days before
    ['2027-04-02', '2027-05-31', '60'],
    ['2027-05-01', '2027-05-31', '30'],
    ['2027-05-23', '2027-05-31', '30'], // 8 days before
    ['2027-05-24', '2027-05-31', '7'],
    ['2027-05-31', '2027-05-31', '7'], // still valid on its last day
    ['2027-06-01', '2027-05-31', 'expired'],
    ['2027-06-30', '2027-05-31', 'expired'], // 30 days after
    ['2027-07-01', '2027-05-31', null],
    // 2028 is a leap year, 2027 is not: March 1 is 7 days after February 23, or 6 after February 24.
    ['2028-02-23', '2028-03-01', '7'],
    ['2027-02-22', '2027-03-01', '7'],
    ['2028-02-22', '2028-03-01', '30'],
    ['2028-03-01', '2028-02-29', 'expired'],
    ['2027-11-30', '2028-02-29', null], // 91 days
    ['2027-12-01', '2028-02-29', '90'],
    // The year ends in between.
    ['2026-12-02', '2027-01-01', '30'],
    // Clocks change on March 14, 2027: days are days of the calendar.
    ['2027-03-10', '2027-03-17', '7'],
    ['2027-03-09', '2027-03-17', '30'],
  ] as const)('on %s of what expires on %s is %s', (today, expiresOn, step) => {
    expect(stepOn(today, expiresOn)).toBe(step);
  });

  test('is replaced by those after it', () => {
    expect(stepsFrom('30')).toEqual(['30', '7', 'expired']);
    expect(stepsFrom('90')).toHaveLength(5);
  });
});

test('days are counted over leap days and changes of the clock', () => {
  expect(daysUntil('2028-03-01', '2028-02-28')).toBe(2);
  expect(daysUntil('2027-03-01', '2027-02-28')).toBe(1);
  expect(daysUntil('2027-03-15', '2027-03-13')).toBe(2);
});

test('sentences name kinds and days as people say them', () => {
  expect(['Driver license', 'ASE certification', 'First aid and CPR'].map(inSentence)).toEqual([
    'driver license',
    'ASE certification',
    'first aid and CPR',
  ]);
  expect([0, 1, 30, -1, -3].map(daysFromNow)).toEqual([
    'today',
    'in 1 day',
    'in 30 days',
    'yesterday',
    '3 days ago',
  ]);
  expect(calendarDay('2028-02-29')).toBe('Feb 29, 2028');
});

test('the weekly summary names only what there is', () => {
  const none = {
    expired: 0,
    revoked: 0,
    missing: 0,
    expiring: 0,
    submitted: 0,
    valid: 7,
    pending: 0,
  };
  expect(summaryOf(none)).toBe('');
  expect(summaryOf({ ...none, expired: 2, missing: 1, pending: 3 })).toBe(
    '2 expired, 1 missing, 3 to verify.',
  );
});
