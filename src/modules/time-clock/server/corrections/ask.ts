import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Unpublished } from '../../../notifications/server/public.ts';
import type { PunchKind } from '../../contract.ts';
import { kindNames } from '../punching/sentences.ts';
import type { ClockDb, CorrectionRow, StoredChange } from '../tables.ts';
import { notifyKeepers } from './notices.ts';

export interface NewCorrection {
  userId: number;
  authorId: number;
  clientId: string;
  origin: CorrectionRow['origin'];
  reason: string;
  changes: readonly StoredChange[];
}

/** Stores what is asked for; who asks for the same again gets what there is. */
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

interface LatePunch {
  clientId: string;
  kind: PunchKind;
  at: number;
  device: string;
  /** It would fit, and only came too late. */
  isLate: boolean;
}

/** What was punched without a line and cannot be taken as it was becomes a request, and is not lost. */
export async function askForPunch(
  tx: ClockDb,
  actor: Actor,
  { clientId, kind, at, device, isLate }: LatePunch,
): Promise<Unpublished> {
  const why = isLate
    ? 'arrived more than 72 hours later'
    : 'does not fit what had been recorded in the meantime';
  const correction = await storeCorrection(tx, {
    userId: actor.userId,
    authorId: actor.userId,
    clientId,
    origin: 'offline',
    reason: `${kindNames[kind]} made without a connection${device && ` (${device})`} ${why}.`,
    changes: [{ act: 'add', kind, at: new Date(at).toISOString(), from: null }],
  });
  return notifyKeepers(tx, correction, actor);
}
