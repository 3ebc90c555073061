import type { AnswerOf, ValidOf } from '../../../../platform/contract/endpoint.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { conflict, invalid } from '../../../../platform/server/http/errors.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { publishNotifications, type Unpublished } from '../../../notifications/server/public.ts';
import type * as calls from '../../contract.ts';
import { aheadMaxMs, offlineMaxAgeMs } from '../../contract.ts';
import { askForPunch } from '../corrections/ask.ts';
import { findFault } from '../hours/sequence.ts';
import { publishHours } from '../publish.ts';
import type { ClockDb } from '../tables.ts';
import { findAround } from './around.ts';
import { getClock } from './clock.ts';
import { databaseNow, lockHours } from './lock.ts';
import { refusalOf } from './sentences.ts';

type Outcome = AnswerOf<typeof calls.punch>['outcome'];
type PunchInput = ValidOf<typeof calls.punch>['body'];

interface Taken {
  outcome: Outcome;
  isNew: boolean;
  unpublished?: Unpublished;
}

const oldestMs = 366 * 86_400_000;

export function punch(platform: Platform): Handler<typeof calls.punch> {
  const db: ClockDb = platform.db;
  // Beyond what anybody does by hand; what a device kept without a line comes at once.
  const limit = platform.limits('time-punch', 120, 60);
  return async ({ actor, body }) => {
    await limit.consume(String(actor.userId));
    const { outcome, isNew, unpublished } = await db
      .transaction()
      .execute((tx) => take(tx, actor, body));
    if (unpublished) await publishNotifications(platform, unpublished);
    if (isNew) publishHours(platform, actor.userId);
    return { outcome, clock: await getClock(db, actor) };
  };
}

/** Judged on what counts at that very moment: of two devices that punch at once the second is refused. */
async function take(tx: ClockDb, actor: Actor, given: PunchInput): Promise<Taken> {
  await lockHours(tx, actor.userId);
  const known = await findKnown(tx, actor.userId, given.clientId);
  if (known) return { outcome: known, isNew: false };
  const now = await databaseNow(tx);
  const at = given.at === undefined ? now : Date.parse(given.at);
  if (at - now > aheadMaxMs) {
    throw invalid(
      'The time of this punch is still to come. Please check the clock of this device.',
    );
  }
  if (now - at > oldestMs) throw invalid('This punch is too long ago.');
  const fault = findFault([...(await findAround(tx, actor.userId, at)), { kind: given.kind, at }]);
  if (!fault && now - at <= offlineMaxAgeMs) {
    await store(tx, actor.userId, given, at);
    return { outcome: 'recorded', isNew: true };
  }
  if (fault && given.at === undefined) throw conflict(refusalOf(fault));
  const unpublished = await askForPunch(tx, actor, { ...given, at, isLate: !fault });
  return { outcome: 'requested', isNew: true, unpublished };
}

async function store(tx: ClockDb, userId: number, given: PunchInput, at: number): Promise<void> {
  await tx
    .insertInto('time_punches')
    .values({
      user_id: userId,
      kind: given.kind,
      at: new Date(at),
      source: given.at === undefined ? 'online' : 'offline',
      client_id: given.clientId,
      device: given.device,
    })
    .execute();
}

/** Sent before: what became of it. */
async function findKnown(tx: ClockDb, userId: number, clientId: string): Promise<Outcome | null> {
  const stored = await tx
    .selectFrom('time_punches')
    .select('id')
    .where('user_id', '=', userId)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  if (stored) return 'recorded';
  const asked = await tx
    .selectFrom('time_corrections')
    .select('id')
    .where('author_id', '=', userId)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  return asked ? 'requested' : null;
}
