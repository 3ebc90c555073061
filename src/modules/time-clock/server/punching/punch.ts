import type { Store } from '../../../../platform/contract/access.ts';
import type { AnswerOf, ValidOf } from '../../../../platform/contract/endpoint.ts';
import { conflict, invalid } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { publishNotifications, type Unpublished } from '../../../notifications/server/public.ts';
import type * as calls from '../../contract.ts';
import { aheadMaxMs, offlineMaxAgeMs } from '../../contract.ts';
import { requestOfflinePunch } from '../corrections/request.ts';
import { type Fault, findFault } from '../hours/sequence.ts';
import { databaseNow, lockHours } from '../lock.ts';
import { publishHours } from '../publish.ts';
import { findSurroundingPunches } from '../punches.ts';
import type { ClockDb } from '../tables.ts';
import { checkStore, findUsualStore, lacksStore, worksAt } from '../workplace.ts';
import { getClock } from './clock.ts';

type Outcome = AnswerOf<typeof calls.punch>['outcome'];
type PunchInput = ValidOf<typeof calls.punch>['body'];

interface PunchResult {
  outcome: Outcome;
  isNew: boolean;
  unpublished?: Unpublished;
}

const oldestMs = 366 * 86_400_000;

const rejections: Record<Fault['reason'], string> = {
  'same time': 'A punch already exists at this exact time.',
  'clocked in': 'You are already clocked in.',
  'not clocked in': 'You are not clocked in.',
  'on break': 'You are already on a break.',
  'not on break': 'You are not on a break.',
};

export function punch(platform: Platform): Handler<typeof calls.punch> {
  const db: ClockDb = platform.db;
  // Above any manual rate, because a device sends its offline punches all at once.
  const limit = platform.limits('time-punch', 120, 60);
  return async ({ actor, body }) => {
    await limit.consume(String(actor.userId));
    const { outcome, isNew, unpublished } = await db
      .transaction()
      .execute((tx) => recordPunch(tx, actor, body));
    if (unpublished) await publishNotifications(platform, unpublished);
    if (isNew) publishHours(platform, actor.userId);
    return { outcome, clock: await getClock(db, actor) };
  };
}

/** Validated under the lock: of two devices that punch at once, the second is rejected. */
async function recordPunch(tx: ClockDb, actor: Actor, input: PunchInput): Promise<PunchResult> {
  await lockHours(tx, actor.userId);
  const existing = await findOutcome(tx, actor.userId, input.clientId);
  if (existing) return { outcome: existing, isNew: false };
  const now = await databaseNow(tx);
  const at = input.at === undefined ? now : Date.parse(input.at);
  if (at - now > aheadMaxMs) {
    throw invalid('This punch is in the future. Check the clock of this device.');
  }
  if (now - at > oldestMs) throw invalid('This punch is too old.');
  const fault = findFault([
    ...(await findSurroundingPunches(tx, actor.userId, at)),
    { kind: input.kind, at },
  ]);
  if (fault && input.at === undefined) throw conflict(rejections[fault.reason]);
  const worker = { id: actor.userId, store_access: actor.storeAccess };
  const isOffline = input.at !== undefined;
  // One made offline is kept all the same: the hours count, and a correction can say where.
  const chosen = isOffline && !worksAt(worker, input.store) ? null : checkStore(worker, input);
  const store = lacksStore(worker, input.kind, chosen)
    ? await findUsualStore(tx, worker, at)
    : chosen;
  if (!fault && now - at <= offlineMaxAgeMs) {
    if (lacksStore(worker, input.kind, store) && !isOffline) {
      throw invalid('Choose the store you work at.', { store: 'Choose a store' });
    }
    await insertPunch(tx, actor.userId, { ...input, store }, at);
    return { outcome: 'recorded', isNew: true };
  }
  const unpublished = await requestOfflinePunch(tx, actor, { ...input, store, at, isLate: !fault });
  return { outcome: 'requested', isNew: true, unpublished };
}

async function insertPunch(
  tx: ClockDb,
  userId: number,
  input: Omit<PunchInput, 'store'> & { store: Store | null },
  at: number,
): Promise<void> {
  await tx
    .insertInto('time_punches')
    .values({
      user_id: userId,
      kind: input.kind,
      at: new Date(at),
      source: input.at === undefined ? 'online' : 'offline',
      client_id: input.clientId,
      device: input.device,
      store: input.store,
    })
    .execute();
}

/** The outcome of an earlier send of the same punch. */
async function findOutcome(tx: ClockDb, userId: number, clientId: string): Promise<Outcome | null> {
  const stored = await tx
    .selectFrom('time_punches')
    .select('id')
    .where('user_id', '=', userId)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  if (stored) return 'recorded';
  const request = await tx
    .selectFrom('time_corrections')
    .select('id')
    .where('author_id', '=', userId)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  return request ? 'requested' : null;
}
