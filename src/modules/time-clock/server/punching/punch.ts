import type { Selectable } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import type { AnswerOf, ValidOf } from '../../../../platform/contract/endpoint.ts';
import { storeNames } from '../../../../platform/contract/names.ts';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import { conflict, invalid } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { publishNotifications, type Unpublished } from '../../../notifications/server/public.ts';
import type * as calls from '../../contract.ts';
import { aheadMaxMs, namesStore, offlineMaxAgeMs, type PunchKind } from '../../contract.ts';
import { requestOfflinePunch } from '../corrections/request.ts';
import { type Fault, findFault, type Punch } from '../hours/sequence.ts';
import { databaseNow, lockHours } from '../lock.ts';
import type { HoursLocks } from '../periods.ts';
import type { PunchPlaces } from '../places.ts';
import { publishHours } from '../publish.ts';
import { findSurroundingPunches } from '../punches.ts';
import type { ClockDb, TimeClockTables } from '../tables.ts';
import {
  checkStore,
  findUsualStore,
  lacksStore,
  type Worker,
  workStores,
  worksAt,
} from '../workplace.ts';
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

export function punch(
  platform: Platform,
  places: PunchPlaces,
  locks: HoursLocks,
): Handler<typeof calls.punch> {
  const db: ClockDb = platform.db;
  // Above any manual rate, because a device sends its offline punches all at once.
  const limit = platform.limits('time-punch', 120, 60);
  return async ({ actor, body, ip }) => {
    await limit.consume(String(actor.userId));
    const refusals = await places.findRefusals(db, ip);
    // Where someone was while offline cannot be verified, wherever the punch is sent from.
    const ofPunch = body.at === undefined ? refusals : await places.findRefusals(db, null);
    const { outcome, isNew, unpublished } = await db
      .transaction()
      .execute((tx) => recordPunch(tx, actor, body, { refusals: ofPunch, locks }));
    if (unpublished) await publishNotifications(platform, unpublished);
    if (isNew) publishHours(platform, actor.userId);
    return { outcome, clock: await getClock(db, actor, refusals) };
  };
}

/** Validated under the lock: of two devices that punch at once, the second is rejected. */
async function recordPunch(
  tx: ClockDb,
  actor: Actor,
  input: PunchInput,
  { refusals, locks }: { refusals: ReadonlyMap<Store, string>; locks: HoursLocks },
): Promise<PunchResult> {
  await lockHours(tx, actor.userId);
  const existing = await findOutcome(tx, actor.userId, input.clientId);
  if (existing) return { outcome: existing, isNew: false };
  const now = await databaseNow(tx);
  const at = input.at === undefined ? now : Date.parse(input.at);
  if (at - now > aheadMaxMs) {
    throw invalid('This punch is in the future. Check the clock of this device.');
  }
  if (now - at > oldestMs) throw invalid('This punch is too old.');
  const surrounding = await findSurroundingPunches(tx, actor.userId, at);
  const fault = findFault([...surrounding, { kind: input.kind, at }]);
  if (fault && input.at === undefined) throw conflict(rejections[fault.reason]);
  const worker = { id: actor.userId, store_access: actor.storeAccess };
  const isOffline = input.at !== undefined;
  // One made offline is kept all the same: the hours count, and a correction can say where.
  const chosen = isOffline && !worksAt(worker, input.store) ? null : checkStore(worker, input);
  const store = lacksStore(worker, input.kind, chosen)
    ? await findUsualStore(tx, worker, at)
    : chosen;
  const refusal = await findRefusal(tx, worker, { store, at }, refusals);
  if (refusal !== undefined && !isOffline) throw conflict(refusal);
  const isLate = now - at > offlineMaxAgeMs;
  // It can also change the day on which its shift began.
  const start = startOfShift(surrounding, { kind: input.kind, at });
  const isLocked = isOffline && (await locks.isLocked(tx, actor.userId, { start, end: at }));
  // Of what was punched offline, a manager decides on the rest.
  if (!fault && !isLate && !isLocked && refusal === undefined) {
    if (lacksStore(worker, input.kind, store) && !isOffline) {
      throw invalid('Choose the store you work at.', { store: 'Choose a store' });
    }
    const source = isOffline ? 'offline' : 'online';
    await insertPunch(tx, actor.userId, { ...input, store, source }, at);
    return { outcome: 'recorded', isNew: true };
  }
  const problem = fault ? 'conflict' : isLocked ? 'locked' : isLate ? 'late' : 'elsewhere';
  const unpublished = await requestOfflinePunch(tx, actor, { ...input, store, at, problem });
  return { outcome: 'requested', isNew: true, unpublished };
}

/** When the shift of a punch began; `punches` are those from the last clock-in before it. */
function startOfShift(punches: readonly Punch[], { kind, at }: Punch): number {
  const before = punches.filter((one) => one.at < at);
  const isNew = kind === 'clock_in' || before.some((one) => one.kind === 'clock_out');
  return isNew ? at : (before[0]?.at ?? at);
}

/** Why the store that the punch belongs to does not accept it from here. */
async function findRefusal(
  tx: ClockDb,
  worker: Worker,
  { store, at }: { store: Store | null; at: number },
  refusals: ReadonlyMap<Store, string>,
): Promise<string | undefined> {
  if (refusals.size === 0) return undefined;
  const place = store ?? (await findUsualStore(tx, worker, at));
  const possible = place === null ? workStores(worker) : [place];
  const reasons = possible.map((one) => refusals.get(one));
  return reasons.includes(undefined) ? undefined : reasons[0];
}

interface KioskPunch {
  clientId: string;
  kind: PunchKind;
  /** The store of the kiosk. */
  store: Store;
  /** The name of the kiosk. */
  device: string;
}

/**
 * Records a punch of someone whom a kiosk has identified, with the server's time, in the caller's transaction; call
 * `publishHours` after COMMIT. Returns the punch's id, and when it was made; repeating an id is idempotent. Throws
 * `conflict` if it cannot follow the punches before it, or begins work at a store that is not one of theirs.
 */
export async function recordKioskPunch(
  anyTx: Db<AnyTables>,
  worker: Worker,
  { clientId, kind, store, device }: KioskPunch,
): Promise<{ id: number; kind: PunchKind; at: Date; isNew: boolean }> {
  const tx: ClockDb = anyTx;
  await lockHours(tx, worker.id);
  const existing = await tx
    .selectFrom('time_punches')
    .select(['id', 'kind', 'at'])
    .where('user_id', '=', worker.id)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  if (existing) return { ...existing, isNew: false };
  const at = await databaseNow(tx);
  const surrounding = await findSurroundingPunches(tx, worker.id, at);
  const fault = findFault([...surrounding, { kind, at }]);
  if (fault) throw conflict(rejections[fault.reason]);
  if (kind === 'clock_in' && !worksAt(worker, store)) {
    throw conflict(`You do not work at ${storeNames[store]}. Clock in at a kiosk of your store.`);
  }
  const begins = namesStore(kind) && worksAt(worker, store);
  const punched = {
    clientId,
    kind,
    device,
    source: 'kiosk' as const,
    store: begins ? store : null,
  };
  return { id: await insertPunch(tx, worker.id, punched, at), kind, at: new Date(at), isNew: true };
}

type NewPunch = Pick<PunchInput, 'clientId' | 'kind' | 'device'> &
  Pick<Selectable<TimeClockTables['time_punches']>, 'source' | 'store'>;

async function insertPunch(
  tx: ClockDb,
  userId: number,
  input: NewPunch,
  at: number,
): Promise<number> {
  const { id } = await tx
    .insertInto('time_punches')
    .values({
      user_id: userId,
      kind: input.kind,
      at: new Date(at),
      source: input.source,
      client_id: input.clientId,
      device: input.device,
      store: input.store,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
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
