import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { recordActivity, userSubject } from '../../../activity/server/public.ts';
import { publishNotifications, type Unpublished } from '../../../notifications/server/public.ts';
import type * as calls from '../../contract/corrections.ts';
import { lockHours } from '../lock.ts';
import { getManagedPerson } from '../managed-people.ts';
import type { HoursLocks } from '../periods.ts';
import { publishHours } from '../publish.ts';
import type { ClockDb } from '../tables.ts';
import { applyChanges, assertFits, instantsOf, resolveChanges } from './apply.ts';
import { getCorrection } from './list.ts';
import { notifyCorrected, notifyManagers } from './notices.ts';
import { storeCorrection } from './request.ts';

interface CorrectionResult {
  id: number;
  unpublished: Unpublished[];
}

export function correctHours(
  platform: Platform,
  locks: HoursLocks,
): Handler<typeof calls.correctHours> {
  const db: ClockDb = platform.db;
  const limit = platform.limits('time-correction', 60, 600);
  return async ({ actor, body, ip }) => {
    await limit.consume(String(actor.userId));
    const { id, unpublished } = await db
      .transaction()
      .execute((tx) => correct(tx, locks, actor, body, ip));
    await publishNotifications(platform, ...unpublished);
    publishHours(platform, body.userId);
    return getCorrection(db, actor, id);
  };
}

/** Own hours can only be requested, whatever the role; managed hours are corrected directly and the person is notified. */
async function correct(
  tx: ClockDb,
  locks: HoursLocks,
  actor: Actor,
  { clientId, userId, reason, changes, adjust }: ValidOf<typeof calls.correctHours>['body'],
  ip: string,
): Promise<CorrectionResult> {
  const isOwn = userId === actor.userId;
  const person = isOwn ? null : await getManagedPerson(tx, actor, userId);
  const worker = person ?? { id: actor.userId, store_access: actor.storeAccess };
  await lockHours(tx, userId);
  const existingId = await findExisting(tx, actor.userId, clientId);
  if (existingId !== null) return { id: existingId, unpublished: [] };
  const resolved = await resolveChanges(tx, worker, changes);
  await assertFits(tx, userId, resolved);
  const correction = await storeCorrection(tx, {
    userId,
    authorId: actor.userId,
    clientId,
    origin: isOwn ? 'request' : 'manager',
    reason,
    changes: resolved,
  });
  if (!person) {
    return { id: correction.id, unpublished: [await notifyManagers(tx, correction, actor)] };
  }
  await tx
    .insertInto('time_decisions')
    .values({ correction_id: correction.id, decision: 'approved', decided_by: actor.userId })
    .execute();
  await locks.guard(
    tx,
    { userId, instants: instantsOf(resolved), author: actor, reason, adjust },
    () => applyChanges(tx, userId, correction.id, resolved),
  );
  await recordActivity(tx, {
    actor,
    action: 'hours.corrected',
    subject: userSubject(person),
    after: { reason, changes: resolved },
    ip,
  });
  return { id: correction.id, unpublished: [await notifyCorrected(tx, correction, actor)] };
}

async function findExisting(
  tx: ClockDb,
  authorId: number,
  clientId: string,
): Promise<number | null> {
  const row = await tx
    .selectFrom('time_corrections')
    .select('id')
    .where('author_id', '=', authorId)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  return row?.id ?? null;
}
