import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import type { PunchKind } from '../contract.ts';
import { storeCorrection } from './corrections/ask.ts';
import type { ClockDb } from './tables.ts';

/** Punched elsewhere, or before there was this clock. */
interface PastPunch {
  userId: number;
  kind: PunchKind;
  at: Date;
  clientId: string;
  device: string;
}

/** A punch somebody asks to have added. */
interface PastRequest {
  userId: number;
  kind: PunchKind;
  at: Date;
  clientId: string;
  reason: string;
}

const atOnce = 1_000;

/** Takes over punches as they were made, and what people wait to have corrected; the caller vouches for their order. */
export async function importPunches(
  anyTx: Db<AnyTables>,
  punches: readonly PastPunch[],
  requests: readonly PastRequest[],
): Promise<void> {
  const tx: ClockDb = anyTx;
  for (let from = 0; from < punches.length; from += atOnce) {
    const part = punches.slice(from, from + atOnce);
    await tx
      .insertInto('time_punches')
      .values(
        part.map(({ userId, kind, at, clientId, device }) => ({
          user_id: userId,
          kind,
          at,
          recorded_at: at,
          source: 'online' as const,
          client_id: clientId,
          device,
        })),
      )
      .execute();
  }
  for (const { userId, kind, at, clientId, reason } of requests) {
    await storeCorrection(tx, {
      userId,
      authorId: userId,
      clientId,
      origin: 'request',
      reason,
      changes: [{ act: 'add', kind, at: at.toISOString(), from: null }],
    });
  }
}
