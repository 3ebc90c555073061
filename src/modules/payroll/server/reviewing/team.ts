import { sql } from 'kysely';
import { forbidden } from '../../../../platform/server/errors.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import { canManageHours } from '../../../time-clock/server/public.ts';
import type { getTeamPeriod as call } from '../../contract/review.ts';
import type { Parts } from '../parts.ts';
import { findPayees, worksIn } from '../people/payees.ts';
import { isManagedBy, leadsAnyone } from '../people/policy.ts';
import { findReviews, toRow } from '../people/reviews.ts';
import { choosePeriod, navigationOf, readCalendar } from '../schedule/read.ts';

/** A period of everyone the actor manages: those below them, and those whose hours they manage. */
export function getTeamPeriod(parts: Parts): Handler<typeof call> {
  const { db } = parts;
  return async ({ actor, query }) => {
    const now = Date.now();
    const calendar = await readCalendar(db, now);
    const period = choosePeriod(calendar, query.period);
    if (!canManageHours(actor) && !(await leadsAnyone(db, actor))) {
      throw forbidden('Only managers can view other employees’ hours.');
    }
    if (!period) return { navigation: null, rows: [] };
    const payees = await findPayees(db, period, { who: isManagedBy(actor), reviews: sql`true` });
    const people = await findReviews(db, payees, period, { ...parts, calendar, now });
    return {
      navigation: navigationOf(calendar, period),
      rows: people.filter(({ isEmpty, payee }) => !isEmpty || worksIn(payee, period)).map(toRow),
    };
  };
}
