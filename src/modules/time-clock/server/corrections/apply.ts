import { conflict, invalid } from '../../../../platform/server/http/errors.ts';
import { getTimezone } from '../../../organization/server/public.ts';
import type { Change } from '../../contract/corrections.ts';
import { findFault, type Moment } from '../hours/sequence.ts';
import { findAround } from '../punching/around.ts';
import { databaseNow } from '../punching/lock.ts';
import { misfitOf } from '../punching/sentences.ts';
import type { ClockDb, StoredChange } from '../tables.ts';

const oldestMs = 366 * 86_400_000;

/** What the changes mean by now, the punches they name looked up; throws where they name none that counts. */
export async function resolveChanges(
  tx: ClockDb,
  userId: number,
  changes: readonly Change[],
): Promise<StoredChange[]> {
  const ids = changes.flatMap((change) => (change.act === 'add' ? [] : [change.punchId]));
  if (new Set(ids).size < ids.length) throw invalid('A punch can be changed only once at a time.');
  const rows =
    ids.length === 0
      ? []
      : await tx
          .selectFrom('time_effective')
          .select(['id', 'kind', 'at'])
          .where('user_id', '=', userId)
          .where('id', 'in', ids)
          .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return changes.map((change) => {
    if (change.act === 'add') return { ...change, at: inUtc(change.at), from: null };
    const row = byId.get(change.punchId);
    if (!row) throw conflict('A punch this would change no longer counts. Please look again.');
    const was = { kind: row.kind, from: row.at.toISOString() };
    if (change.act === 'void') return { ...change, ...was };
    return { ...change, at: inUtc(change.at), ...was };
  });
}

const inUtc = (at: string) => new Date(at).toISOString();

/** Throws a sentence unless the person's hours can be as these changes would have them. */
export async function assertFits(
  tx: ClockDb,
  userId: number,
  changes: readonly StoredChange[],
): Promise<void> {
  const now = await databaseNow(tx);
  const added = changes.flatMap((change): Moment[] =>
    change.act === 'void' ? [] : [{ kind: change.kind, at: Date.parse(change.at) }],
  );
  if (added.some(({ at }) => at > now))
    throw invalid('Hours that are still to come cannot be corrected.');
  if (added.some(({ at }) => now - at > oldestMs)) throw invalid('This is too long ago.');
  const removed = new Set(
    changes.flatMap((change) => (change.act === 'add' ? [] : [change.punchId])),
  );
  const touched = [
    ...added.map(({ at }) => at),
    ...changes.flatMap(({ from }) => (from === null ? [] : [Date.parse(from)])),
  ];
  const around = await findAround(tx, userId, Math.min(...touched));
  const fault = findFault([...around.filter(({ id }) => !removed.has(id)), ...added]);
  if (fault) throw conflict(misfitOf(fault, await getTimezone(tx)));
}

/** Takes out and puts in, as new rows: what was before stays. */
export async function applyChanges(
  tx: ClockDb,
  userId: number,
  correctionId: number,
  changes: readonly StoredChange[],
): Promise<void> {
  const voids = changes.flatMap((change) =>
    change.act === 'add' ? [] : [{ punch_id: change.punchId, correction_id: correctionId }],
  );
  if (voids.length > 0) await tx.insertInto('time_voids').values(voids).execute();
  const punches = changes.flatMap((change) =>
    change.act === 'void'
      ? []
      : [
          {
            user_id: userId,
            kind: change.kind,
            at: new Date(change.at),
            source: 'correction' as const,
            client_id: crypto.randomUUID(),
            correction_id: correctionId,
          },
        ],
  );
  if (punches.length > 0) await tx.insertInto('time_punches').values(punches).execute();
}
