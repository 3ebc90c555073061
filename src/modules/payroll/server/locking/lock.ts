import { sql } from 'kysely';
import { conflict, invalid } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import type { Period } from '../../contract/periods.ts';
import type { lockPeriod as call } from '../../contract/review.ts';
import { type Unit, unitNames } from '../../contract/rights.ts';
import { type Parts, publishPeriod, type Source } from '../parts.ts';
import { findPayees, unitIn, worksIn } from '../people/payees.ts';
import { assertUnit } from '../people/policy.ts';
import { findReviews } from '../people/reviews.ts';
import { periodText } from '../schedule/days.ts';
import { keepPeriod, lockPayroll } from '../schedule/keep.ts';
import { type Calendar, getPeriodAt, readCalendar } from '../schedule/read.ts';
import type { PayrollDb } from '../tables.ts';
import { adjustedSentence, findLocks, lockBlocker } from './units.ts';

/**
 * Locks the hours of a period at a unit as they are paid, or unlocks them with a reason. To lock it again adds those whose
 * hours are in no lock.
 */
export function lockPeriod(parts: Parts): Handler<typeof call> {
  return async ({ actor, params: { period: startsOn, unit }, body: { locked, reason }, ip }) => {
    assertUnit(actor, unit);
    await parts.db.transaction().execute(async (tx) => {
      await lockPayroll(tx);
      const now = Date.now();
      const calendar = await readCalendar(tx, now);
      const period = getPeriodAt(calendar, startsOn);
      const held = (await findLocks(tx, [startsOn])).find((one) => one.unit === unit);
      if (locked) {
        const locking = { calendar, period, unit, now, heldId: held?.id };
        const isChanged = await lockUnit({ ...parts, db: tx }, actor, locking);
        if (!isChanged) return;
      } else {
        if (!held) return;
        if (!reason) throw invalid('Enter a reason.', { reason: 'Enter a reason' });
        if (held.isAdjusted) throw conflict(adjustedSentence);
        await addLock(tx, actor, { period: startsOn, unit, locked: false, reason });
      }
      await recordActivity(tx, {
        actor,
        action: locked ? 'payroll.locked' : 'payroll.unlocked',
        subject: {
          type: 'pay_period',
          id: startsOn,
          name: `${periodText(period)}, ${unitNames[unit]}`,
        },
        after: { unit, ...(!locked && { reason }) },
        ip,
      });
    });
    publishPeriod(parts, startsOn);
    return { locked };
  };
}

interface Locking {
  calendar: Calendar;
  period: Period;
  unit: Unit;
  now: number;
  /** The lock that holds, which gets those it lacks: the new one takes its place, with all that it keeps. */
  heldId?: number | undefined;
}

/** Whether there was anything to lock. */
export async function lockUnit(
  parts: Source,
  actor: Pick<Actor, 'userId'>,
  { calendar, period, unit, now, heldId }: Locking,
): Promise<boolean> {
  const tx = parts.db;
  const payees = await findPayees(tx, period, {
    who: sql<boolean>`${unitIn(period)} = ${unit}`,
  });
  const found = await findReviews(tx, payees, period, { ...parts, calendar, now });
  const people = found.filter(
    ({ isEmpty, isLocked, payee }) =>
      !isLocked && (!isEmpty || (heldId === undefined && worksIn(payee, period))),
  );
  if (heldId !== undefined && people.length === 0) return false;
  const blocker = lockBlocker(calendar, period, people);
  if (blocker) throw conflict(blocker);
  await keepPeriod(tx, period);
  const id = await addLock(tx, actor, { period: period.startsOn, unit, locked: true });
  if (people.length > 0) {
    await tx
      .insertInto('payroll_lines')
      .values(
        people.map(({ payee, fingerprint, text }) => ({
          lock_id: id,
          user_id: payee.id,
          fingerprint,
          statement: text,
        })),
      )
      .execute();
  }
  if (heldId !== undefined) {
    await sql`insert into payroll_lines (lock_id, user_id, fingerprint, statement)
      select ${id}::bigint, user_id, fingerprint, statement from payroll_lines
      where lock_id = ${heldId}`.execute(tx);
  }
  return true;
}

async function addLock(
  tx: PayrollDb,
  { userId }: Pick<Actor, 'userId'>,
  change: { period: string; unit: Unit; locked: boolean; reason?: string },
): Promise<number> {
  const { id } = await tx
    .insertInto('payroll_locks')
    .values({ ...change, changed_by: userId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
