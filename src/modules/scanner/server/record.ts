import { type Kysely, sql } from 'kysely';
import type { ValidOf } from '../../../platform/contract/endpoint.ts';
import { invalid } from '../../../platform/server/errors.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import { recordActivity } from '../../activity/server/public.ts';
import { checkVin, vinPattern } from '../../vin/contract.ts';
import { asText, classify, isDriverLicense, type Reading } from '../contract/classify.ts';
import { maxScans, type recordScan } from '../contract.ts';
import { getOwn } from './own.ts';
import type { ScannerTables, ScanRow } from './tables.ts';

type Db = Kysely<ScannerTables>;
type ScanInput = ValidOf<typeof recordScan>['body'];

export interface SavedScan {
  row: ScanRow;
  /** False if the same scan was already saved. */
  isNew: boolean;
}

/** Saves the scan once per id. Throws 404 if it has been removed since. */
export async function saveScan(
  db: Db,
  actor: Actor,
  input: ScanInput,
  ip: string,
): Promise<SavedScan> {
  const reading = readingOf(input);
  const overrideReason = reasonFor(reading, input);
  const { userId } = actor;
  const isNew = await db.transaction().execute(async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('scans')
      .values({
        user_id: userId,
        id: input.id,
        ...reading,
        format: input.format ?? null,
        source: input.source,
        override_reason: overrideReason,
        scanned_at: clampedTime(input.scannedAt),
      })
      .onConflict((conflict) => conflict.columns(['user_id', 'id']).doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows === 0n) return false;
    if (overrideReason) {
      const subject = { type: 'vin', id: reading.value, name: reading.value };
      const after = { reason: overrideReason };
      await recordActivity(tx, { actor, action: 'vin.overridden', subject, after, ip });
    }
    await dropSurplus(tx, userId);
    return true;
  });
  return { row: await getOwn(db, userId, input.id), isNew };
}

function readingOf({ text, format, asText: isText }: ScanInput): Reading {
  if (isDriverLicense(text)) {
    throw invalid('Driver licenses are not saved.', { text: 'Driver licenses are not saved' });
  }
  const reading = isText ? asText(text) : classify(text, format ?? null);
  if (reading.value === '') throw invalid('This code is empty.', { text: 'Required' });
  return reading;
}

/** A VIN with an invalid check digit requires a reason; anything else does not. */
function reasonFor({ kind, value }: Reading, { overrideReason }: ScanInput): string | null {
  if (kind !== 'vin' || checkVin(value).valid) return null;
  if (!vinPattern.test(value)) {
    const problem = 'A VIN can’t contain I, O or Q';
    throw invalid(`${problem}.`, { text: problem });
  }
  if (overrideReason) return overrideReason;
  throw invalid('This VIN has an invalid check digit. Correct it, or enter a reason.', {
    overrideReason: 'Enter a reason for accepting this VIN',
  });
}

const maxDelayMs = 30 * 24 * 60 * 60_000;

/** The device's time, clamped to the last 30 days. */
function clampedTime(scannedAt: string): Date {
  const now = Date.now();
  return new Date(Math.min(now, Math.max(now - maxDelayMs, Date.parse(scannedAt))));
}

/** Removed ids are kept for a week, so that a device that resends late cannot restore them. */
async function dropSurplus(tx: Db, userId: number): Promise<void> {
  await sql`
    delete from scans where user_id = ${userId} and (
      deleted_at < now() - interval '7 days'
      or id in (select id from scans where user_id = ${userId} and deleted_at is null
        order by scanned_at desc, id offset ${maxScans})
      or id in (select id from scans where user_id = ${userId} and deleted_at is not null
        order by deleted_at desc, id offset ${maxScans}))`.execute(tx);
}
