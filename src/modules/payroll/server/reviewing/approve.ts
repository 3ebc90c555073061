import { sql } from 'kysely';
import { conflict, notFound } from '../../../../platform/server/errors.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import { type Act, recordActivity } from '../../../activity/server/public.ts';
import { lockHours } from '../../../time-clock/server/public.ts';
import type { approvePeriods as call } from '../../contract/review.ts';
import { hoursChangedSentence } from '../hours/fingerprint.ts';
import { type Parts, publishPeriod } from '../parts.ts';
import { findPayees } from '../people/payees.ts';
import { isReviewedBy } from '../people/policy.ts';
import { findReviews, type PersonPeriod } from '../people/reviews.ts';
import { holdPayroll, keepPeriod } from '../schedule/keep.ts';
import { getPeriodAt, readCalendar } from '../schedule/read.ts';

/**
 * Approves the hours of one person or of a team, exactly as they were reviewed. Of a team everyone is approved or, if
 * one can’t be, no one: what was confirmed is what happened.
 */
export function approvePeriods(parts: Parts): Handler<typeof call> {
  return async ({ actor, body: { period: startsOn, approved, people }, ip }) => {
    const reviewed = new Map(people.map(({ id, fingerprint }) => [id, fingerprint]));
    const ids = [...reviewed.keys()];
    const count = await parts.db.transaction().execute(async (tx) => {
      await lockHours(tx, ...ids);
      await holdPayroll(tx);
      const now = Date.now();
      const calendar = await readCalendar(tx, now);
      const period = getPeriodAt(calendar, startsOn);
      const payees = await findPayees(tx, period, {
        who: sql<boolean>`u.id = any(${ids}::integer[]) and ${isReviewedBy(actor, period)}`,
        reviews: sql`true`,
      });
      if (payees.length < ids.length) throw notFound();
      const found = await findReviews(tx, payees, period, { ...parts, calendar, now });
      for (const person of found) assertDecidable(person, approved, reviewed.get(person.payee.id));
      const changing = found.filter(({ approval }) => (approval.state === 'approved') !== approved);
      if (changing.length === 0) return 0;
      await keepPeriod(tx, period);
      await tx
        .insertInto('payroll_approvals')
        .values(
          changing.map(({ payee, fingerprint, signState }) => ({
            user_id: payee.id,
            period: startsOn,
            approved,
            fingerprint,
            signed: signState === 'signed',
            decided_by: actor.userId,
          })),
        )
        .execute();
      await recordActivity(
        tx,
        ...changing.map(
          ({ payee, fingerprint, signState }): Act => ({
            actor,
            action: approved ? 'payroll.approved' : 'payroll.reopened',
            subject: { type: 'user', id: payee.id, name: payee.name },
            after: { period: startsOn, fingerprint, signed: signState === 'signed' },
            ip,
          }),
        ),
      );
      return changing.length;
    });
    publishPeriod(parts, startsOn);
    return { approved: count };
  };
}

function assertDecidable(person: PersonPeriod, approved: boolean, seen: string | undefined): void {
  const { payee, fingerprint, isLocked, isEmpty, approvalWaitsFor } = person;
  if (fingerprint !== seen) throw conflict(`${payee.name}: ${hoursChangedSentence}`);
  if (isLocked) throw conflict('The pay period is locked.');
  if (isEmpty) throw conflict(`${payee.name} has no hours in this pay period.`);
  if (approved && approvalWaitsFor) throw conflict(`${payee.name}: ${approvalWaitsFor}`);
}
