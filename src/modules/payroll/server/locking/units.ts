import { sql } from 'kysely';
import type { Period } from '../../contract/periods.ts';
import type { PeriodState, UnitState } from '../../contract/review.ts';
import { type Unit, unitOf } from '../../contract/rights.ts';
import type { PersonPeriod } from '../people/reviews.ts';
import { type Calendar, hasEnded } from '../schedule/read.ts';
import type { PayrollDb } from '../tables.ts';

export interface LockRow {
  id: number;
  period: string;
  unit: Unit;
  by: string;
  at: Date;
  exports: number;
  /** Hours of it were adjusted afterwards. */
  isAdjusted: boolean;
}

/** The locks that hold, of the periods that start on these days. */
export async function findLocks(db: PayrollDb, periods: readonly string[]): Promise<LockRow[]> {
  const { rows } = await sql<LockRow>`
    select k.id, k.period::text as period, k.unit, u.shown_name as by, k.changed_at as at,
      (select count(*)::integer from payroll_exports x where x.lock_id = k.id) as exports,
      exists (select from payroll_adjustments a where a.from_period = k.period
        and (exists (select from payroll_lines l where l.lock_id = k.id and l.user_id = a.user_id)
          or exists (select from employees e where e.user_id = a.user_id
            and coalesce(e.store, 'group') = k.unit))) as "isAdjusted"
    from payroll_locked k join users u on u.id = k.changed_by
    where k.period = any(${periods}::date[])`.execute(db);
  return rows;
}

/** Why a period can’t be unlocked: the difference would be paid twice. */
export const adjustedSentence =
  'Hours of this period were already adjusted in a later one. Adjust further changes the same way.';

export const isOfUnit = ({ payee }: PersonPeriod, unit: Unit): boolean =>
  unitOf(payee.store) === unit;

/** The state of a period at a unit; `people` are its employees, where it is not locked. */
export function stateOf(
  calendar: Calendar,
  period: Period,
  { lock, people }: { lock: LockRow | undefined; people: readonly PersonPeriod[] },
): PeriodState {
  if (lock) return lock.exports > 0 ? 'exported' : 'locked';
  if (!hasEnded(calendar, period)) return 'open';
  const { paid, approved } = countApproved(people);
  return paid === approved ? 'approved' : 'in_review';
}

function countApproved(people: readonly PersonPeriod[]): { paid: number; approved: number } {
  const paid = people.filter(({ isEmpty }) => !isEmpty);
  const approved = paid.filter(({ approval }) => approval.state === 'approved');
  return { paid: paid.length, approved: approved.length };
}

export function describeUnit(
  calendar: Calendar,
  period: Period,
  {
    unit,
    lock,
    people,
  }: { unit: Unit; lock: LockRow | undefined; people: readonly PersonPeriod[] },
): UnitState {
  const { paid, approved } = countApproved(people);
  return {
    unit,
    state: stateOf(calendar, period, { lock, people }),
    people: paid,
    approved,
    lockedBy: lock?.by ?? null,
    lockedAt: lock?.at.toISOString() ?? null,
    may: {
      lock: !lock,
      lockWaitsFor: lock ? null : lockBlocker(calendar, period, people),
      unlock: lock !== undefined,
      unlockWaitsFor: lock?.isAdjusted ? adjustedSentence : null,
    },
  };
}

/** Why the hours of these people can’t be locked yet; null if they can. */
export function lockBlocker(
  calendar: Calendar,
  period: Period,
  people: readonly PersonPeriod[],
): string | null {
  if (!hasEnded(calendar, period)) return 'The pay period isn’t over yet.';
  const { paid, approved } = countApproved(people);
  if (paid === approved) return null;
  return `${paid - approved} of ${paid} ${paid === 1 ? 'employee isn’t' : 'employees aren’t'} approved yet.`;
}
