import type { Store } from '../../../platform/contract/access.ts';
import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import type { PunchKind } from '../contract.ts';
import { storeCorrection } from './corrections/request.ts';
import type { ClockDb } from './tables.ts';

/** A punch from another system. */
interface PastPunch {
  userId: number;
  kind: PunchKind;
  at: Date;
  clientId: string;
  device: string;
  /** Of a clock-in, or the end of a break at another store. */
  store?: Store | undefined;
}

/** A pending request to add a punch. */
interface PastRequest {
  userId: number;
  kind: PunchKind;
  at: Date;
  clientId: string;
  reason: string;
}

const batchSize = 1_000;

/** Imports past punches and pending requests; the caller guarantees valid sequences. */
export async function importPunches(
  anyTx: Db<AnyTables>,
  punches: readonly PastPunch[],
  requests: readonly PastRequest[],
): Promise<void> {
  const tx: ClockDb = anyTx;
  for (let from = 0; from < punches.length; from += batchSize) {
    const batch = punches.slice(from, from + batchSize);
    await tx
      .insertInto('time_punches')
      .values(
        batch.map(({ userId, kind, at, clientId, device, store = null }) => ({
          user_id: userId,
          kind,
          at,
          recorded_at: at,
          source: 'online' as const,
          client_id: clientId,
          device,
          store,
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
