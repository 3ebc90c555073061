import { plural } from '../../../../platform/web/format/amounts.ts';
import { hoursText } from '../../contract/balances.ts';
import type { Period, Rule } from '../../contract/rules.ts';

export const periodNames: Record<Period, string> = {
  weekly: 'Every week',
  biweekly: 'Every two weeks',
  semimonthly: 'Twice a month',
  monthly: 'Every month',
};

const months =
  'January February March April May June July August September October November December';
export const monthNames = months.split(' ');

/** How a rule accrues, in a sentence. */
export function describeRule(rule: Rule): string {
  if (rule.method === 'none') return 'Nothing accrues';
  const [first, ...later] = rule.steps;
  const unit =
    rule.method === 'hours_worked' ? `per ${hoursText(rule.workedMinutes ?? 0)} worked` : 'a year';
  const parts = [
    `${hoursText(first?.minutes ?? 0)} ${unit}`,
    ...later.map(
      ({ afterYears, minutes }) => `${hoursText(minutes)} after ${plural(afterYears, 'year')}`,
    ),
    whenOf(rule),
    rule.waitingDays > 0 && `starts after ${plural(rule.waitingDays, 'day')}`,
    rule.usableAfterDays > 0 && `usable after ${plural(rule.usableAfterDays, 'day')}`,
    rule.capMinutes !== null && `up to ${hoursText(rule.capMinutes)}`,
    carryOf(rule),
  ];
  return parts.filter(Boolean).join(', ');
}

function whenOf({ method, period, yearStart }: Rule): string {
  if (method === 'period' && period) return periodNames[period].toLowerCase();
  if (method !== 'yearly') return '';
  return yearStart
    ? `on ${monthNames[yearStart.month - 1]} ${yearStart.day}`
    : 'on the anniversary of the hire date';
}

function carryOf({ carryOverMinutes, carryOverMonths }: Rule): string {
  if (carryOverMinutes === 0) return 'nothing carries over';
  const months = carryOverMonths === null ? '' : ` for ${plural(carryOverMonths, 'month')}`;
  if (carryOverMinutes === null) return months && `the balance carries over${months}`;
  return `${hoursText(carryOverMinutes)} carry over${months}`;
}
