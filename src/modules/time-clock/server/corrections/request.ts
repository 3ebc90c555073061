import type { Store } from '../../../../platform/contract/access.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Unpublished } from '../../../notifications/server/public.ts';
import { kindNames, type PunchKind } from '../../contract.ts';
import type { ClockDb, CorrectionRow, StoredChange } from '../tables.ts';
import { notifyManagers } from './notices.ts';

export interface NewCorrection {
  userId: number;
  authorId: number;
  clientId: string;
  origin: CorrectionRow['origin'];
  reason: string;
  changes: readonly StoredChange[];
}

/** Inserts a correction. */
export async function storeCorrection(
  tx: ClockDb,
  { userId, authorId, clientId, origin, reason, changes }: NewCorrection,
): Promise<CorrectionRow> {
  return tx
    .insertInto('time_corrections')
    .values({
      user_id: userId,
      author_id: authorId,
      client_id: clientId,
      origin,
      reason,
      changes: JSON.stringify(changes),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

interface OfflinePunch {
  clientId: string;
  kind: PunchKind;
  at: number;
  device: string;
  store: Store | null;
  /**
   * `conflict`: with other punches. `late`: it arrived too late. `elsewhere`: its store accepts punches from certain
   * places only. `locked`: the hours of its pay period are locked.
   */
  problem: keyof typeof problems;
}

const problems = {
  conflict: 'conflicts with punches recorded in the meantime',
  late: 'arrived more than 72 hours later',
  elsewhere: 'was not made at a kiosk or on a network of the store',
  locked: 'belongs to a locked pay period',
};

/** Turns an offline punch that cannot be recorded into a correction request, so that it is not lost. */
export async function requestOfflinePunch(
  tx: ClockDb,
  actor: Actor,
  { clientId, kind, at, device, store, problem }: OfflinePunch,
): Promise<Unpublished> {
  const correction = await storeCorrection(tx, {
    userId: actor.userId,
    authorId: actor.userId,
    clientId,
    origin: 'offline',
    reason: `${kindNames[kind]} recorded offline${device && ` (${device})`} ${problems[problem]}.`,
    changes: [
      { act: 'add', kind, at: new Date(at).toISOString(), from: null, ...(store && { store }) },
    ],
  });
  return notifyManagers(tx, correction, actor);
}
