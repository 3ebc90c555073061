import { sql } from 'kysely';
import { conflict, notFound } from '../../../../platform/server/errors.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { publishNotifications } from '../../../notifications/server/public.ts';
import { lockHours } from '../../../time-clock/server/public.ts';
import type { answerObjection as call } from '../../contract/review.ts';
import type { Parts } from '../parts.ts';
import { toReview } from '../people/reviews.ts';
import { getReviewed } from '../reviewing/person.ts';
import { holdPayroll } from '../schedule/keep.ts';
import { notifyAnswered } from './notices.ts';
import { publishSignature } from './publish.ts';

/** Answers an objection: the employee is asked to sign again. */
export function answerObjection(parts: Parts): Handler<typeof call> {
  const { db, platform } = parts;
  return async ({ actor, params: { signatureId }, body: { words }, ip }) => {
    const { unpublished, userId, period } = await db.transaction().execute(async (tx) => {
      const objection = await tx
        .selectFrom('payroll_signatures')
        .select(['user_id', sql<string>`period::text`.as('period')])
        .where('id', '=', signatureId)
        .where('kind', '=', 'objected')
        .executeTakeFirst();
      if (!objection) throw notFound();
      const own = { ...parts, db: tx };
      await lockHours(tx, objection.user_id);
      await holdPayroll(tx);
      const person = await getReviewed(own, actor, objection.user_id, objection.period);
      if (person.isLocked) throw conflict('The pay period is locked.');
      if (person.signatures[0]?.id !== signatureId) {
        throw conflict('The employee has signed or objected again meanwhile.');
      }
      if (person.signatures[0].answer) throw conflict('This objection was already answered.');
      await tx
        .insertInto('payroll_answers')
        .values({ signature_id: signatureId, words, answered_by: actor.userId })
        .execute();
      await recordActivity(tx, {
        actor,
        action: 'payroll.answered',
        subject: { type: 'user', id: person.payee.id, name: person.payee.name },
        after: { period: objection.period },
        ip,
      });
      return {
        unpublished: await notifyAnswered(tx, person, signatureId),
        userId: objection.user_id,
        period: objection.period,
      };
    });
    await publishNotifications(platform, ...unpublished);
    await publishSignature(parts, userId, period);
    return toReview(await getReviewed(parts, actor, userId, period), { isOwn: false });
  };
}
