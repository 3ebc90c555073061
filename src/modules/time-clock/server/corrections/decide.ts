import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import { conflict, forbidden, notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { recordActivity, userSubject } from '../../../activity/server/public.ts';
import { publishNotifications, type Unpublished } from '../../../notifications/server/public.ts';
import { findPersonById } from '../../../people/server/public.ts';
import type * as calls from '../../contract/corrections.ts';
import { lockHours } from '../lock.ts';
import type { HoursLocks } from '../periods.ts';
import { canManageHoursOf } from '../policy.ts';
import { publishHours } from '../publish.ts';
import type { ClockDb, CorrectionRow } from '../tables.ts';
import { applyChanges, assertFits, instantsOf } from './apply.ts';
import { getCorrection } from './list.ts';
import { notifyDecided } from './notices.ts';

type Decision = ValidOf<typeof calls.decideCorrection>['body'];

export function decideCorrection(
  platform: Platform,
  locks: HoursLocks,
): Handler<typeof calls.decideCorrection> {
  const db: ClockDb = platform.db;
  return async ({ actor, params: { correctionId }, body, ip }) => {
    const { userId, unpublished } = await db
      .transaction()
      .execute((tx) => decide(tx, locks, actor, correctionId, body, ip));
    await publishNotifications(platform, ...unpublished);
    publishHours(platform, userId);
    return getCorrection(db, actor, correctionId);
  };
}

async function decide(
  tx: ClockDb,
  locks: HoursLocks,
  actor: Actor,
  correctionId: number,
  { decision, reason, adjust }: Decision,
  ip: string,
): Promise<{ userId: number; unpublished: Unpublished[] }> {
  const correction = await getDecidable(tx, actor, correctionId, decision);
  await lockHours(tx, correction.user_id);
  const existing = await tx
    .selectFrom('time_decisions')
    .select('decision')
    .where('correction_id', '=', correctionId)
    .executeTakeFirst();
  if (existing) throw conflict(`This request was already ${existing.decision}.`);
  if (decision === 'approved') await assertFits(tx, correction.user_id, correction.changes);
  await tx
    .insertInto('time_decisions')
    .values({ correction_id: correctionId, decision, decided_by: actor.userId, reason })
    .execute();
  if (decision === 'approved') {
    await assertPunchesCount(tx, correction);
    const { user_id: userId, changes } = correction;
    await locks.guard(
      tx,
      { userId, instants: instantsOf(changes), author: actor, reason: correction.reason, adjust },
      () => applyChanges(tx, userId, correctionId, changes),
    );
  }
  await record(tx, actor, correction, { decision, reason, adjust }, ip);
  const unpublished = await notifyDecided(tx, correction, decision, actor, reason);
  return { userId: correction.user_id, unpublished };
}

/** Only the author may withdraw; only another person who manages the hours may decide. */
async function getDecidable(
  tx: ClockDb,
  actor: Actor,
  id: number,
  decision: Decision['decision'],
): Promise<CorrectionRow> {
  const row = await tx
    .selectFrom('time_corrections')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  const person = row && (await findPersonById(tx, row.user_id));
  if (!row || !person) throw notFound();
  const isOwn = row.author_id === actor.userId || row.user_id === actor.userId;
  if (!isOwn && !canManageHoursOf(actor, person)) throw notFound();
  if (decision === 'withdrawn' && row.author_id !== actor.userId) {
    throw forbidden('Only the person who made the request can withdraw it.');
  }
  if (decision !== 'withdrawn' && row.user_id === actor.userId) {
    throw forbidden('You can’t approve or decline your own hours.');
  }
  return row;
}

async function assertPunchesCount(tx: ClockDb, { changes }: CorrectionRow): Promise<void> {
  const ids = changes.flatMap((change) => (change.act === 'add' ? [] : [change.punchId]));
  if (ids.length === 0) return;
  const rows = await tx.selectFrom('time_effective').select('id').where('id', 'in', ids).execute();
  if (rows.length < ids.length) {
    throw conflict('A punch in this request has been corrected in the meantime.');
  }
}

async function record(
  tx: ClockDb,
  actor: Actor,
  { user_id, reason, changes }: CorrectionRow,
  input: Decision,
  ip: string,
): Promise<void> {
  const person = await findPersonById(tx, user_id);
  if (!person || input.decision === 'withdrawn') return;
  await recordActivity(tx, {
    actor,
    action: `hours.correction_${input.decision}`,
    subject: userSubject(person),
    after: { reason, changes, ...(input.reason && { decisionReason: input.reason }) },
    ip,
  });
}
