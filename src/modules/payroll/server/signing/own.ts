import { sql } from 'kysely';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import { canManageHours } from '../../../time-clock/server/public.ts';
import type { Period } from '../../contract/periods.ts';
import type { getOwnPeriod as call } from '../../contract/review.ts';
import type { Parts } from '../parts.ts';
import { findPayees, type PayeeRow } from '../people/payees.ts';
import { findReviews, type PersonPeriod, toReview } from '../people/reviews.ts';
import {
  type Calendar,
  choosePeriod,
  lastEnded,
  navigationOf,
  readCalendar,
} from '../schedule/read.ts';

/** Themselves, if they are an employee. */
const findSelf = async (parts: Parts, { userId }: Pick<Actor, 'userId'>, period: Period) =>
  (await findPayees(parts.db, period, { who: sql<boolean>`u.id = ${userId}` }))[0];

export function getOwnPeriod(parts: Parts): Handler<typeof call> {
  const { db } = parts;
  return async ({ actor, query }) => {
    const now = Date.now();
    const calendar = await readCalendar(db, now);
    const seeTeam = await seesTeam(parts, actor);
    const unsigned = await findUnsigned(parts, actor, calendar, now);
    const asked = query.period;
    const period =
      unsigned && asked === undefined
        ? unsigned.statement.period
        : choosePeriod(calendar, asked ?? calendar.today);
    const self = period && (await findSelf(parts, actor, period));
    const [own] =
      period && self ? await findReviews(db, [self], period, { ...parts, calendar, now }) : [];
    return {
      navigation: period && navigationOf(calendar, period),
      review: own ? toReview(own, { isOwn: true }) : null,
      toSign: unsigned?.statement.period ?? null,
      may: { seeTeam },
    };
  };
}

/** The period that ended last, if it waits for their signature. */
async function findUnsigned(
  parts: Parts,
  actor: Actor,
  calendar: Calendar,
  now: number,
): Promise<PersonPeriod | null> {
  const period = lastEnded(calendar);
  const self: PayeeRow | undefined = period ? await findSelf(parts, actor, period) : undefined;
  if (!period || !self) return null;
  const [own] = await findReviews(parts.db, [self], period, { ...parts, calendar, now });
  return own && asksToSign(own) ? own : null;
}

export const asksToSign = ({ isEmpty, isLocked, isOver, signState }: PersonPeriod): boolean =>
  isOver && !isEmpty && !isLocked && signState !== 'signed' && signState !== 'objected';

/** Those who manage hours, and managers in the reporting line. */
async function seesTeam({ db }: Parts, actor: Actor): Promise<boolean> {
  if (canManageHours(actor)) return true;
  const { rows } =
    await sql`select from employees where manager_id = ${actor.userId} limit 1`.execute(db);
  return rows.length > 0;
}
