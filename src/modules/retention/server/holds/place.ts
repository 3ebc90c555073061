import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import { conflict } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import type * as calls from '../../contract/holds.ts';
import { subjectKey } from '../../contract/holds.ts';
import { lockRetention } from '../lock.ts';
import type { RetentionDb } from '../tables.ts';
import { getHold } from './list.ts';

export function placeHold(db: RetentionDb): Handler<typeof calls.placeHold> {
  return async ({ actor, body, ip }) => {
    const id = await db.transaction().execute(async (tx) => {
      // An item being condemned right now is either gone for good or not condemned at all.
      await lockRetention(tx);
      return insertHold(tx, actor, body, ip);
    });
    return getHold(db, id);
  };
}

async function insertHold(
  tx: RetentionDb,
  actor: Actor,
  { clientId, matter, reason, subjects }: ValidOf<typeof calls.placeHold>['body'],
  ip: string,
): Promise<number> {
  const existing = await tx
    .selectFrom('legal_holds')
    .select('id')
    .where('placed_by', '=', actor.userId)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  if (existing) return existing.id;
  const { id } = await tx
    .insertInto('legal_holds')
    .values({ matter, reason, placed_by: actor.userId, client_id: clientId })
    .returning('id')
    .executeTakeFirstOrThrow();
  const keys = [...new Set(subjects.map(subjectKey))];
  await tx
    .insertInto('legal_hold_subjects')
    .values(keys.map((subject) => ({ hold_id: id, subject })))
    .execute();
  await recordActivity(tx, {
    actor,
    action: 'retention.hold_placed',
    subject: { type: 'legal_hold', id, name: matter },
    after: { reason, subjects: keys },
    ip,
  });
  return id;
}

export function releaseHold(db: RetentionDb): Handler<typeof calls.releaseHold> {
  return async ({ actor, params: { holdId }, body: { reason }, ip }) => {
    const { matter } = await getHold(db, holdId);
    await db.transaction().execute(async (tx) => {
      const released = await tx
        .insertInto('legal_hold_releases')
        .values({ hold_id: holdId, reason, released_by: actor.userId })
        .onConflict((same) => same.column('hold_id').doNothing())
        .returning('hold_id')
        .executeTakeFirst();
      if (!released) throw conflict('This hold has already been released.');
      await recordActivity(tx, {
        actor,
        action: 'retention.hold_released',
        subject: { type: 'legal_hold', id: holdId, name: matter },
        after: { reason },
        ip,
      });
    });
    return getHold(db, holdId);
  };
}
