import type { Selectable } from 'kysely';
import type { Department, Store } from '../../../../platform/contract/access.ts';
import type { Method, Period, Step } from '../../contract/rules.ts';
import type { RulesTable } from '../tables.ts';
import { type Day, dayOf, type YearStart } from './calendar.ts';

/** A rule of accrual, in days and minutes. */
export interface AccrualRule {
  id: number;
  store: Store | null;
  department: Department | null;
  from: Day;
  /** The last day it holds. */
  to: Day | null;
  method: Method;
  steps: readonly Step[];
  period: Period | null;
  anchor: Day;
  yearStart: YearStart;
  workedMinutes: number;
  waitingDays: number;
  usableAfterDays: number;
  capMinutes: number | null;
  carryOverMinutes: number | null;
  carryOverMonths: number | null;
  prorates: boolean;
}

/** Where someone works from a day on. */
export interface Place {
  from: Day;
  store: Store | null;
  department: Department | null;
}

/** As it is stored; days as text. */
export type RuleRow = Omit<Selectable<RulesTable>, 'created_by' | 'version'>;

export const toAccrualRule = (row: RuleRow): AccrualRule => ({
  id: row.id,
  store: row.store,
  department: row.department,
  from: dayOf(row.effective_on),
  to: row.ends_on === null ? null : dayOf(row.ends_on),
  method: row.method,
  steps: row.steps.toSorted((one, other) => one.afterYears - other.afterYears),
  period: row.period,
  anchor: row.period_anchor === null ? 0 : dayOf(row.period_anchor),
  yearStart:
    row.year_month === null || row.year_day === null
      ? null
      : { month: row.year_month, day: row.year_day },
  workedMinutes: row.worked_minutes ?? 1,
  waitingDays: row.waiting_days,
  usableAfterDays: row.usable_after_days,
  capMinutes: row.cap_minutes,
  carryOverMinutes: row.carry_over_minutes,
  carryOverMonths: row.carry_over_months,
  prorates: row.prorates,
});

const isOf = (rule: AccrualRule, place: Pick<Place, 'store' | 'department'>) =>
  (rule.store === null || rule.store === place.store) &&
  (rule.department === null || rule.department === place.department);

/** A store counts more than a department. */
const specificity = ({ store, department }: AccrualRule) =>
  (store === null ? 0 : 2) + (department === null ? 0 : 1);

/** The rule that holds on a day: the most specific one, and of those the latest. */
export function ruleOn(
  rules: readonly AccrualRule[],
  place: Pick<Place, 'store' | 'department'>,
  day: Day,
): AccrualRule | null {
  let best: AccrualRule | null = null;
  for (const rule of rules) {
    if (rule.from > day || (rule.to !== null && rule.to < day) || !isOf(rule, place)) continue;
    if (best === null || isBefore(best, rule)) best = rule;
  }
  return best;
}

function isBefore(one: AccrualRule, other: AccrualRule): boolean {
  const [a, b] = [specificity(one), specificity(other)];
  if (a !== b) return a < b;
  return one.from === other.from ? one.id < other.id : one.from < other.from;
}

/** Where someone works on a day: before the first record, as in it. */
export const placeOn = (places: readonly Place[], day: Day): Pick<Place, 'store' | 'department'> =>
  places.findLast(({ from }) => from <= day) ?? places[0] ?? { store: null, department: null };

/** The minutes of the step for so many years of service. */
export const minutesAfter = ({ steps }: AccrualRule, years: number): number =>
  steps.findLast(({ afterYears }) => afterYears <= years)?.minutes ?? 0;
