import { sql } from 'kysely';
import { addDays } from '../../../../platform/contract/wallTime.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import { periodsBetween } from '../../contract/periods.ts';
import type { getPeriod as getCall, listPeriods as listCall } from '../../contract/review.ts';
import { payrollUnits, type Unit } from '../../contract/rights.ts';
import type { Parts } from '../parts.ts';
import { findPayees, findUnitsWithEmployees, worksIn } from '../people/payees.ts';
import { isPaidBy, isReviewedBy } from '../people/policy.ts';
import { findReviews, toRow } from '../people/reviews.ts';
import { choosePeriod, hasEnded, navigationOf, readCalendar } from '../schedule/read.ts';
import type { PayrollDb } from '../tables.ts';
import { describeUnit, findLocks, isOfUnit, stateOf } from './units.ts';

/** A period with everyone whose payroll the actor runs. */
export function getPeriod(parts: Parts): Handler<typeof getCall> {
  const { db } = parts;
  return async ({ actor, query }) => {
    const now = Date.now();
    const calendar = await readCalendar(db, now);
    const period = choosePeriod(calendar, query.period);
    if (!period) return { navigation: null, units: [], rows: [], history: [] };
    const payees = await findPayees(db, period, {
      who: isPaidBy(actor, period),
      reviews: isReviewedBy(actor, period),
    });
    const units = payrollUnits(actor);
    const [found, locks, history] = await Promise.all([
      findReviews(db, payees, period, { ...parts, calendar, now }),
      findLocks(db, [period.startsOn]),
      listHistory(db, period.startsOn, units),
    ]);
    const people = found.filter(({ isEmpty, payee }) => !isEmpty || worksIn(payee, period));
    return {
      navigation: navigationOf(calendar, period),
      units: units
        .map((unit) => ({
          unit,
          lock: locks.find((lock) => lock.unit === unit),
          people: people.filter((person) => isOfUnit(person, unit)),
        }))
        .filter(({ lock, people: own }) => lock !== undefined || own.length > 0)
        .map((one) => describeUnit(calendar, period, one)),
      rows: people.map(toRow),
      history,
    };
  };
}

async function listHistory(db: PayrollDb, period: string, units: readonly Unit[]) {
  const { rows } = await sql<{
    id: number;
    unit: Unit;
    locked: boolean;
    reason: string;
    by: string;
    at: Date;
  }>`
    select k.id, k.unit, k.locked, k.reason, u.shown_name as by, k.changed_at as at
    from payroll_locks k join users u on u.id = k.changed_by
    where k.period = ${period}::date and k.unit = any(${units}::text[])
    order by k.id desc limit 50`.execute(db);
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
}

/** A year of them, in weeks. */
const listedDays = 366;
/** Those that are neither locked nor among the latest are late; what they lack is on their own page. */
const calculatedPeriods = 3;

export function listPeriods(parts: Parts): Handler<typeof listCall> {
  const { db } = parts;
  return async ({ actor }) => {
    const now = Date.now();
    const calendar = await readCalendar(db, now);
    const { schedules, today } = calendar;
    const periods = periodsBetween(schedules, addDays(today, -listedDays), today).toReversed();
    const units = payrollUnits(actor);
    const starts = periods.map(({ startsOn }) => startsOn);
    const [locks, employing] = await Promise.all([
      findLocks(db, starts),
      findUnitsWithEmployees(db, periods),
    ]);
    const lockOf = (startsOn: string, unit: Unit) =>
      locks.find((lock) => lock.period === startsOn && lock.unit === unit);
    const latest = periods
      .slice(0, calculatedPeriods)
      .filter((period) => hasEnded(calendar, period));
    const calculated = new Map(
      await Promise.all(
        latest.map(async (period) => {
          const payees = await findPayees(db, period, { who: isPaidBy(actor, period) });
          const people = await findReviews(db, payees, period, { ...parts, calendar, now });
          return [period.startsOn, people] as const;
        }),
      ),
    );
    return periods.map((period) => {
      const people = calculated.get(period.startsOn);
      return {
        period,
        units: units.flatMap((unit) => {
          const lock = lockOf(period.startsOn, unit);
          const own = people?.filter((person) => isOfUnit(person, unit));
          const isShown =
            lock !== undefined ||
            employing.get(period.startsOn)?.has(unit) ||
            own?.some(({ isEmpty }) => !isEmpty);
          if (!isShown) return [];
          const state =
            lock || own || !hasEnded(calendar, period)
              ? stateOf(calendar, period, { lock, people: own ?? [] })
              : ('in_review' as const);
          return [{ unit, state }];
        }),
      };
    });
  };
}
