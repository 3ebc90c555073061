import { formatOf } from '../../../../platform/contract/wallTime.ts';
import { conflict, invalid } from '../../../../platform/server/errors.ts';
import { changedMeanwhile } from '../../../../platform/server/records/versions.ts';
import { getTimezone } from '../../../organization/server/public.ts';
import type { Change } from '../../contract/corrections.ts';
import { kindNames } from '../../contract.ts';
import { type Fault, findFault, type Punch } from '../hours/sequence.ts';
import { databaseNow } from '../lock.ts';
import { findSurroundingPunches } from '../punches.ts';
import type { ClockDb, StoredChange } from '../tables.ts';
import { checkStore, lacksStore, type Worker } from '../workplace.ts';

const oldestMs = 366 * 86_400_000;

/**
 * Adds the current data of the punches and the stores to the changes; throws if one of them no longer counts, or
 * names a store where the person does not work.
 */
export async function resolveChanges(
  tx: ClockDb,
  person: Worker,
  changes: readonly Change[],
): Promise<StoredChange[]> {
  const ids = changes.flatMap((change) => (change.act === 'add' ? [] : [change.punchId]));
  if (new Set(ids).size < ids.length)
    throw invalid('Each punch can be changed only once per correction.');
  const rows =
    ids.length === 0
      ? []
      : await tx
          .selectFrom('time_effective')
          .select(['id', 'kind', 'at', 'store'])
          .where('user_id', '=', person.id)
          .where('id', 'in', ids)
          .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return changes.map((change) => {
    if (change.act === 'add') {
      const store = checkStore(person, { kind: change.kind, store: change.store });
      if (lacksStore(person, change.kind, store)) {
        throw invalid('Choose the store of the added clock-in.');
      }
      return { ...change, at: inUtc(change.at), from: null, store: store ?? undefined };
    }
    const row = byId.get(change.punchId);
    if (!row) throw changedMeanwhile('one of these punches');
    const original = { kind: row.kind, from: row.at.toISOString() };
    if (change.act === 'void') return { ...change, ...original };
    const { store = row.store ?? undefined } = change;
    // A store that was recorded stays, also where the person no longer works there.
    if (store !== undefined && store !== row.store) checkStore(person, { kind: row.kind, store });
    return { ...change, at: inUtc(change.at), ...original, store };
  });
}

const inUtc = (at: string) => new Date(at).toISOString();

/** The times of the changed punches, before and after. */
export const instantsOf = (changes: readonly StoredChange[]): number[] =>
  changes.flatMap((change) => [
    ...(change.from === null ? [] : [Date.parse(change.from)]),
    ...(change.act === 'void' ? [] : [Date.parse(change.at)]),
  ]);

/** Throws unless the person's hours are consistent with these changes applied. */
export async function assertFits(
  tx: ClockDb,
  userId: number,
  changes: readonly StoredChange[],
): Promise<void> {
  const now = await databaseNow(tx);
  const added = changes.flatMap((change): Punch[] =>
    change.act === 'void' ? [] : [{ kind: change.kind, at: Date.parse(change.at) }],
  );
  if (added.some(({ at }) => at > now)) throw invalid('You can’t add hours in the future.');
  if (added.some(({ at }) => now - at > oldestMs))
    throw invalid('This is too long ago to correct.');
  const removed = new Set(
    changes.flatMap((change) => (change.act === 'add' ? [] : [change.punchId])),
  );
  const touched = [
    ...added.map(({ at }) => at),
    ...changes.flatMap(({ from }) => (from === null ? [] : [Date.parse(from)])),
  ];
  const surrounding = await findSurroundingPunches(tx, userId, Math.min(...touched));
  const fault = findFault([...surrounding.filter(({ id }) => !removed.has(id)), ...added]);
  if (fault) throw conflict(conflictMessage(fault, await getTimezone(tx)));
}

const conflicts: Record<Fault['reason'], string> = {
  'same time': 'a punch already exists at this exact time',
  'clocked in': 'the previous shift has not ended',
  'not clocked in': 'it belongs to no shift',
  'on break': 'a break is already running',
  'not on break': 'no break is running',
};

const shownTime = { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const;

function conflictMessage({ punch, reason }: Fault, timezone: string): string {
  const when = formatOf(shownTime, timezone).format(new Date(punch.at));
  return `${kindNames[punch.kind]} on ${when} isn’t possible: ${conflicts[reason]}.`;
}

/** Applies the changes as new rows; the original punches stay. */
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
            store: change.store ?? null,
          },
        ],
  );
  if (punches.length > 0) await tx.insertInto('time_punches').values(punches).execute();
}
