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
      exists (select from payroll_adjustments a join payroll_lines l on l.user_id = a.user_id
        where a.from_period = k.period and l.lock_id = k.id) as "isAdjusted"
    from payroll_locked k join users u on u.id = k.changed_by
    where k.period = any(${periods}::date[])`.execute(db);
  return rows;
}

/** Why a period can’t be unlocked: the difference would be paid twice. */
export const adjustedSentence =
  'Hours of this period were already adjusted in a later one. Adjust further changes the same way.';

export const isOfUnit = ({ payee }: PersonPeriod, unit: Unit): boolean =>
  unitOf(payee.store) === unit;

/** Whose hours are in no lock although the unit is locked: they were moved to it, or got hours, only afterwards. */
const missingIn = (people: readonly PersonPeriod[]): PersonPeriod[] =>
  people.filter(({ isLocked, isEmpty }) => !isLocked && !isEmpty);

/** The state of a period at a unit with these employees. A lock that lacks someone is not done. */
export function stateOf(
  calendar: Calendar,
  period: Period,
  { lock, people }: { lock: LockRow | undefined; people: readonly PersonPeriod[] },
): PeriodState {
  const missing = lock ? missingIn(people) : people;
  if (lock && missing.length === 0) return lock.exports > 0 ? 'exported' : 'locked';
  if (!hasEnded(calendar, period)) return 'open';
  const { paid, approved } = countApproved(missing);
  return paid === approved ? 'approved' : 'in_review';
}

/** Something about these hours is open, although they may be approved: an objection, or a request for a correction. */
const isDisputed = ({ isLocked, approvalWaitsFor }: PersonPeriod): boolean =>
  !isLocked && approvalWaitsFor !== null;

function countApproved(people: readonly PersonPeriod[]): { paid: number; approved: number } {
  const paid = people.filter(({ isEmpty }) => !isEmpty);
  const approved = paid.filter(
    (person) => person.approval.state === 'approved' && !isDisputed(person),
  );
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
  const missing = lock ? missingIn(people) : [];
  const mayLock = !lock || missing.length > 0;
  return {
    unit,
    state: stateOf(calendar, period, { lock, people }),
    people: paid,
    approved,
    lockedBy: lock?.by ?? null,
    lockedAt: lock?.at.toISOString() ?? null,
    missing: missing.map(({ payee: { id, name } }) => ({ id, name })),
    may: {
      lock: mayLock,
      lockWaitsFor: mayLock ? lockBlocker(calendar, period, lock ? missing : people) : null,
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
  const disputed = people.find((one) => one.approval.state === 'approved' && isDisputed(one));
  if (disputed) return `${disputed.payee.name}: ${disputed.approvalWaitsFor}`;
  return `${paid - approved} of ${paid} ${paid === 1 ? 'employee isn’t' : 'employees aren’t'} approved yet.`;
}
