import { sql } from 'kysely';
import { notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import { managedBy } from '../../../time-clock/server/public.ts';
import type { getPersonPeriod as call } from '../../contract/review.ts';
import { payrollUnits, unitOf } from '../../contract/rights.ts';
import type { Parts } from '../parts.ts';
import { findPayees } from '../people/payees.ts';
import { isReviewedBy } from '../people/policy.ts';
import { findReviews, type PersonPeriod, toReview } from '../people/reviews.ts';
import { choosePeriod, getPeriodAt, navigationOf, readCalendar } from '../schedule/read.ts';
import type { PayrollDb } from '../tables.ts';

/** Someone whose hours the actor approves; throws `not_found` for anyone else, and for themselves. */
export async function getReviewed(
  parts: Parts,
  actor: Actor,
  userId: number,
  startsOn: string,
): Promise<PersonPeriod> {
  const now = Date.now();
  const calendar = await readCalendar(parts.db, now);
  const period = getPeriodAt(calendar, startsOn);
  const payees = await findPayees(parts.db, period, {
    who: sql<boolean>`u.id = ${userId} and ${isReviewedBy(actor, period)}`,
    corrects: managedBy(actor),
    reviews: sql`true`,
  });
  const [person] = await findReviews(parts.db, payees, period, { ...parts, calendar, now });
  if (!person) throw notFound();
  return person;
}

export function getPersonPeriod(parts: Parts): Handler<typeof call> {
  return async ({ actor, params: { id }, query }) => {
    const calendar = await readCalendar(parts.db, Date.now());
    const period = choosePeriod(calendar, query.period);
    const person = period && (await getReviewed(parts, actor, id, period.startsOn));
    return {
      navigation: period && navigationOf(calendar, period),
      review: person && toReview(person, { isOwn: false }),
      numbers: person && runsPayrollOf(actor, person) ? await findNumbers(parts.db, id) : null,
    };
  };
}

const runsPayrollOf = (actor: Actor, { payee }: PersonPeriod): boolean =>
  payrollUnits(actor).includes(unitOf(payee.store));

const findNumbers = (db: PayrollDb, userId: number) =>
  db
    .selectFrom('payroll_numbers')
    .select(['provider', 'number'])
    .where('user_id', '=', userId)
    .orderBy('provider')
    .execute();
