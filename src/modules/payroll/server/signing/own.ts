import { sql } from 'kysely';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import { canManageHours } from '../../../time-clock/server/public.ts';
import type { Period } from '../../contract/periods.ts';
import type { getOwnPeriod as call } from '../../contract/review.ts';
import type { Parts } from '../parts.ts';
import { findPayees } from '../people/payees.ts';
import { leadsAnyone } from '../people/policy.ts';
import { findReviews, type PersonPeriod, toReview } from '../people/reviews.ts';
import {
  type Calendar,
  choosePeriod,
  lastEnded,
  navigationOf,
  readCalendar,
} from '../schedule/read.ts';

/** The actor’s own hours; null if they are no employee. */
export async function findOwn(
  parts: Parts,
  { userId }: Pick<Actor, 'userId'>,
  period: Period,
  { calendar, now }: { calendar: Calendar; now: number },
): Promise<PersonPeriod | null> {
  const payees = await findPayees(parts.db, period, { who: sql<boolean>`u.id = ${userId}` });
  const [own] = await findReviews(parts.db, payees, period, { ...parts, calendar, now });
  return own ?? null;
}

export function getOwnPeriod(parts: Parts): Handler<typeof call> {
  const { db } = parts;
  return async ({ actor, query }) => {
    const now = Date.now();
    const calendar = await readCalendar(db, now);
    const ended = lastEnded(calendar);
    const last = ended && (await findOwn(parts, actor, ended, { calendar, now }));
    const toSign = last && asksToSign(last) ? ended : null;
    const asked = query.period;
    const period =
      asked === undefined && toSign ? toSign : choosePeriod(calendar, asked ?? calendar.today);
    const own =
      period?.startsOn === ended?.startsOn
        ? last
        : period && (await findOwn(parts, actor, period, { calendar, now }));
    return {
      navigation: period && navigationOf(calendar, period),
      review: own && toReview(own, { isOwn: true }),
      toSign,
      may: { seeTeam: canManageHours(actor) || (await leadsAnyone(db, actor)) },
    };
  };
}

export const asksToSign = ({ isEmpty, isLocked, isOver, signState }: PersonPeriod): boolean =>
  isOver && !isEmpty && !isLocked && signState !== 'signed' && signState !== 'objected';
