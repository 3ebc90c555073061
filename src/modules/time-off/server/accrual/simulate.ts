import { type EntryType, hoursText } from '../../contract/balances.ts';
import { spanText } from '../spans.ts';
import {
  addMonths,
  type Day,
  dateOf,
  leaveYearOf,
  periodOf,
  periodsPerYear,
  weekdayOf,
  yearsOfService,
} from './calendar.ts';
import { type AccrualRule, minutesAfter, type Place, placeOn, ruleOn } from './rule.ts';

/** What one person’s balance of one kind follows from. */
export interface AccrualInput {
  /** All rules of the kind. */
  rules: readonly AccrualRule[];
  /** Null: not recorded, so nothing accrues. */
  hiredOn: Day | null;
  /** The last day. */
  leftOn: Day | null;
  /** Earliest first. */
  places: readonly Place[];
  /** What remained when an earlier employment was closed; later days follow. */
  opening: { after: Day; minutes: number } | null;
  /** Time off that was taken or is approved, and adjustments, each with its sign. */
  changes: readonly { day: Day; minutes: number }[];
  /** Paid working time, in minutes with fractions. */
  workedOn: ReadonlyMap<Day, number>;
  /** 0 is Sunday. */
  weekStartsOn: number;
}

/** What the rules make of it, beside `changes`. */
export interface PostedEntry {
  day: Day;
  type: Exclude<EntryType, 'used' | 'adjusted'>;
  /** Unique: the same fact has the same key in every calculation. */
  key: string;
  minutes: number;
  carriedMinutes: number | null;
  note: string;
  ruleId: number | null;
}

export interface Simulation {
  entries: PostedEntry[];
  /** At the end of the last day. */
  balance: number;
  /** The lowest balance at the end of any day from `watchFrom` on; `balance` if there is none. */
  lowest: number;
}

const dayText = (day: Day) => spanText(dateOf(day), dateOf(day));

/** Fractions of minutes are added up; this much less than a whole one is a whole one. */
const epsilon = 1e-6;

interface State {
  balance: number;
  /** Minutes that are earned but not posted. */
  earned: number;
  /** What is left of the minutes carried into the year, and the day they are gone. */
  carried: { minutes: number; expiresOn: Day } | null;
}

/** Calculates everything that the rules add to or take from a balance, day by day, up to `until`. */
export function simulate(input: AccrualInput, until: Day, watchFrom: Day = until): Simulation {
  const { opening, hiredOn, leftOn } = input;
  const changes = sumByDay(input.changes.filter(({ day }) => !opening || day > opening.after));
  const first = Math.min(hiredOn ?? Number.POSITIVE_INFINITY, ...changes.keys());
  const from = opening ? opening.after + 1 : first;
  const entries: PostedEntry[] = [];
  const state: State = { balance: opening?.minutes ?? 0, earned: 0, carried: null };
  let lowest = Number.POSITIVE_INFINITY;
  let before: AccrualRule | null = null;
  for (let day = Number.isFinite(from) ? from : until + 1; day <= until; day += 1) {
    const post = (entry: Omit<PostedEntry, 'day' | 'carriedMinutes'> & { carried?: number }) => {
      const { carried = null, ...rest } = entry;
      entries.push({ day, carriedMinutes: carried, ...rest });
      state.balance += entry.minutes;
    };
    const isEmployed = hiredOn !== null && day >= hiredOn && (leftOn === null || day <= leftOn);
    const rule = isEmployed ? ruleOn(input.rules, placeOn(input.places, day), day) : null;
    if (leftOn !== null && day === leftOn + 1 && hiredOn !== null) close(state, leftOn, post);
    if (before && rule && hiredOn !== null && day > hiredOn)
      carryOver(state, day, before, hiredOn, post);
    if (state.carried?.expiresOn === day) expireCarried(state, day, before, post);
    change(state, changes.get(day) ?? 0);
    if (hiredOn !== null && (rule || before)) {
      accrue({ state, day, rule, before, hiredOn, input, post });
    }
    if (day >= watchFrom) lowest = Math.min(lowest, state.balance);
    before = rule;
  }
  const { balance } = state;
  return { entries, balance, lowest: Number.isFinite(lowest) ? lowest : balance };
}

type Post = (entry: Omit<PostedEntry, 'day' | 'carriedMinutes'> & { carried?: number }) => void;

function sumByDay(changes: AccrualInput['changes']): Map<Day, number> {
  const sums = new Map<Day, number>();
  for (const { day, minutes } of changes) sums.set(day, (sums.get(day) ?? 0) + minutes);
  return sums;
}

/** What was carried over is used first. */
function change(state: State, minutes: number): void {
  state.balance += minutes;
  if (state.carried && minutes < 0) {
    state.carried.minutes = Math.max(0, state.carried.minutes + minutes);
  }
}

/** Payroll pays it out, or it is lost; a new employment starts from nothing. */
function close(state: State, leftOn: Day, post: Post): void {
  post({
    type: 'expired',
    key: `ended:${dateOf(leftOn)}`,
    minutes: -state.balance,
    note: 'Employment ended',
    ruleId: null,
  });
  state.earned = 0;
  state.carried = null;
}

/** On the first day of a leave year, by the rule of the last day of the old one. */
function carryOver(state: State, day: Day, rule: AccrualRule, hiredOn: Day, post: Post): void {
  const { carryOverMinutes: limit, carryOverMonths: months } = rule;
  if (leaveYearOf(day, rule.yearStart, hiredOn).from !== day) return;
  if (limit === null && months === null) return;
  if (limit !== null && state.balance > limit) {
    post({
      type: 'expired',
      key: `carry_limit:${dateOf(day)}`,
      minutes: limit - state.balance,
      note: `More than the ${hoursText(limit)} that carry over`,
      ruleId: rule.id,
    });
  }
  const carried = Math.max(0, state.balance);
  state.carried = null;
  if (carried === 0) return;
  const expiresOn = months === null ? null : addMonths(day, months);
  if (expiresOn !== null) state.carried = { minutes: carried, expiresOn };
  post({
    type: 'carried_over',
    key: `carried:${dateOf(day)}`,
    minutes: 0,
    carried,
    note: expiresOn === null ? '' : `Use by ${dayText(expiresOn - 1)}`,
    ruleId: rule.id,
  });
}

function expireCarried(state: State, day: Day, rule: AccrualRule | null, post: Post): void {
  const lost = Math.min(state.carried?.minutes ?? 0, Math.max(0, state.balance));
  state.carried = null;
  if (lost === 0) return;
  post({
    type: 'expired',
    key: `carried_expired:${dateOf(day)}`,
    minutes: -lost,
    note: 'Carried over and not used in time',
    ruleId: rule?.id ?? null,
  });
}

interface Accrual {
  state: State;
  day: Day;
  rule: AccrualRule | null;
  /** Of the day before. */
  before: AccrualRule | null;
  hiredOn: Day;
  input: AccrualInput;
  post: Post;
}

function accrue(accrual: Accrual): void {
  const { state, day, rule, before, hiredOn, input } = accrual;
  // Another method takes over, or the employment ended: what was earned until then is posted now.
  if (before && state.earned > 0 && rule?.method !== before.method) {
    postEarned(accrual, before, 'change', 'Until the rule changed');
  }
  if (!rule || day < hiredOn + rule.waitingDays) return;
  const isLast = input.leftOn === day;
  switch (rule.method) {
    case 'yearly':
      grantYear(accrual, rule);
      break;
    case 'period': {
      const { from, to } = periodOf(day, rule.period ?? 'monthly', rule.anchor);
      const year = minutesAfter(rule, yearsOfService(hiredOn, day));
      const part = year / periodsPerYear[rule.period ?? 'monthly'];
      if (rule.prorates) state.earned += part / (to - from + 1);
      else if (day === to) state.earned += part;
      if (day === to || isLast) {
        postEarned(accrual, rule, 'period', spanText(dateOf(from), dateOf(day)));
      }
      break;
    }
    case 'hours_worked': {
      const worked = input.workedOn.get(day) ?? 0;
      const minutes = minutesAfter(rule, yearsOfService(hiredOn, day));
      state.earned += (worked * minutes) / rule.workedMinutes;
      const endsWeek = weekdayOf(day + 1) === input.weekStartsOn;
      if (endsWeek || isLast) postEarned(accrual, rule, 'hours', 'Hours worked this week');
      break;
    }
    case 'none':
      break;
  }
}

/** The whole minutes of what was earned; the rest counts next time. */
function postEarned(accrual: Accrual, rule: AccrualRule, name: string, note: string): void {
  const { state, day } = accrual;
  const whole = Math.floor(state.earned + epsilon);
  state.earned = Math.max(0, state.earned - whole);
  if (whole > 0) postAccrual(accrual, rule, whole, `accrual:${name}:${dateOf(day)}`, note);
}

/** A year’s minutes on its first day; in the first year, part of them on the day accrual starts. */
function grantYear(accrual: Accrual, rule: AccrualRule): void {
  const { day, hiredOn, state } = accrual;
  const start = hiredOn + rule.waitingDays;
  const { from, next } = leaveYearOf(day, rule.yearStart, hiredOn);
  if (day !== from && day !== start) return;
  const year = minutesAfter(rule, yearsOfService(hiredOn, day));
  const isPart = day !== from && rule.prorates && rule.yearStart !== null;
  const minutes = isPart ? Math.round((year * (next - day)) / (next - from)) : year;
  if (minutes === 0) return;
  state.earned = 0;
  const note = isPart
    ? `${next - day} of ${next - from} days of the year`
    : `Year from ${dayText(from)}`;
  postAccrual(accrual, rule, minutes, `accrual:year:${dateOf(day)}`, note);
}

/** Never beyond the cap of the balance. */
function postAccrual(
  { state, post }: Accrual,
  rule: AccrualRule,
  minutes: number,
  key: string,
  note: string,
): void {
  const { capMinutes: cap } = rule;
  const fits = cap === null ? minutes : Math.min(minutes, Math.max(0, cap - state.balance));
  const isCut = fits < minutes;
  post({
    type: 'accrual',
    key,
    minutes: fits,
    note: isCut
      ? `${note}; ${hoursText(minutes - fits)} over the cap of ${hoursText(cap ?? 0)}`
      : note,
    ruleId: rule.id,
  });
}
