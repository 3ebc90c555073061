import { sql } from 'kysely';
import { conflict, invalid } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import type { Period } from '../../contract/periods.ts';
import type { lockPeriod as call } from '../../contract/review.ts';
import { type Unit, unitNames } from '../../contract/rights.ts';
import { type Parts, publishPeriod, type Source } from '../parts.ts';
import { findPayees, worksIn } from '../people/payees.ts';
import { assertUnit } from '../people/policy.ts';
import { findReviews } from '../people/reviews.ts';
import { periodText } from '../schedule/days.ts';
import { keepPeriod, lockPayroll } from '../schedule/keep.ts';
import { type Calendar, getPeriodAt, readCalendar } from '../schedule/read.ts';
import type { PayrollDb } from '../tables.ts';
import { adjustedSentence, findLocks, lockBlocker } from './units.ts';

/** Locks the hours of a period at a unit as they are paid, or unlocks them with a reason. */
export function lockPeriod(parts: Parts): Handler<typeof call> {
  return async ({ actor, params: { period: startsOn, unit }, body: { locked, reason }, ip }) => {
    assertUnit(actor, unit);
    await parts.db.transaction().execute(async (tx) => {
      await lockPayroll(tx);
      const now = Date.now();
      const calendar = await readCalendar(tx, now);
      const period = getPeriodAt(calendar, startsOn);
      const lock = (await findLocks(tx, [startsOn])).find((one) => one.unit === unit);
      if (locked === (lock !== undefined)) return;
      if (locked) await lockUnit({ ...parts, db: tx }, actor, { calendar, period, unit, now });
      else {
        if (!reason) throw invalid('Enter a reason.', { reason: 'Enter a reason' });
        if (lock?.isAdjusted) throw conflict(adjustedSentence);
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
}

export async function lockUnit(
  parts: Source,
  actor: Pick<Actor, 'userId'>,
  { calendar, period, unit, now }: Locking,
): Promise<number> {
  const tx = parts.db;
  const payees = await findPayees(tx, period, {
    who: sql<boolean>`coalesce(e.store, 'group') = ${unit}`,
  });
  const found = await findReviews(tx, payees, period, { ...parts, calendar, now });
  // Someone who came from another store after it was locked there is paid there.
  const people = found.filter(
    ({ isEmpty, isLocked, payee }) => !isLocked && (!isEmpty || worksIn(payee, period)),
  );
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
  return id;
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
