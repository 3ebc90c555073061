import { hoursText } from '../../contract/balances.ts';
import type { Step } from '../../contract/rules.ts';
import { type Day, dateOf, yearsOfService } from '../accrual/calendar.ts';
import { type AccrualRule, minutesAfter } from '../accrual/rule.ts';
import { spanText } from '../spans.ts';

const everyPeriod = {
  weekly: 'weekly',
  biweekly: 'every two weeks',
  semimonthly: 'twice a month',
  monthly: 'monthly',
};

/** How a balance accrues for someone, in a sentence without its period; empty if it does not. */
export function describeAccrual(rule: AccrualRule | null, hiredOn: Day | null, today: Day): string {
  if (!rule || rule.method === 'none') return '';
  if (hiredOn === null) return 'Accrues once the hire date is recorded';
  const start = hiredOn + rule.waitingDays;
  const minutes = hoursText(minutesAfter(rule, yearsOfService(hiredOn, today)));
  const parts = [textOf(rule, minutes), nextStep(rule.steps, hiredOn, today)];
  if (start > today) parts.push(`from ${spanText(dateOf(start), dateOf(start))}`);
  if (rule.capMinutes !== null) parts.push(`up to ${hoursText(rule.capMinutes)}`);
  return parts.filter(Boolean).join(', ');
}

function textOf(rule: AccrualRule, minutes: string): string {
  switch (rule.method) {
    case 'hours_worked':
      return `${minutes} per ${hoursText(rule.workedMinutes)} worked`;
    case 'period':
      return `${minutes} a year, ${everyPeriod[rule.period ?? 'monthly']}`;
    default:
      return `${minutes} a year`;
  }
}

function nextStep(steps: readonly Step[], hiredOn: Day, today: Day): string {
  const next = steps.find(({ afterYears }) => afterYears > yearsOfService(hiredOn, today));
  if (!next) return '';
  const years = next.afterYears === 1 ? '1 year' : `${next.afterYears} years`;
  return `${hoursText(next.minutes)} after ${years}`;
}
