import { type Kysely, sql } from 'kysely';
import type { ValidOf } from '../../../platform/contract/endpoint.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import { invalid } from '../../../platform/server/http/errors.ts';
import { recordActivity } from '../../activity/server/public.ts';
import { checkVin, vinPattern } from '../../vin/contract.ts';
import { asText, classify, isDriverLicense, type Reading } from '../contract/classify.ts';
import { keptScans, type recordScan } from '../contract.ts';
import { getOwn } from './own.ts';
import type { ScannerTables, ScanRow } from './tables.ts';

type Db = Kysely<ScannerTables>;
type ScanInput = ValidOf<typeof recordScan>['body'];

export interface Recorded {
  row: ScanRow;
  /** False where the same scan had come before. */
  fresh: boolean;
}

/** Keeps the scan, once however often it is sent. Throws 404 where it has been removed since. */
export async function keepScan(
  db: Db,
  actor: Actor,
  told: ScanInput,
  ip: string,
): Promise<Recorded> {
  const reading = readingOf(told);
  const overrideReason = reasonFor(reading, told);
  const { userId } = actor;
  const fresh = await db.transaction().execute(async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('scans')
      .values({
        user_id: userId,
        id: told.id,
        ...reading,
        format: told.format ?? null,
        source: told.source,
        override_reason: overrideReason,
        scanned_at: plausible(told.scannedAt),
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
  return { row: await getOwn(db, userId, told.id), fresh };
}

function readingOf({ text, format, asText: isText }: ScanInput): Reading {
  if (isDriverLicense(text)) {
    throw invalid('Driver licenses are not kept.', { text: 'Driver licenses are not kept' });
  }
  const reading = isText ? asText(text) : classify(text, format ?? null);
  if (reading.value === '') throw invalid('There is nothing to read in it.', { text: 'Required' });
  return reading;
}

/** A VIN that contradicts itself counts only with a reason; anything else needs none. */
function reasonFor({ kind, value }: Reading, { overrideReason }: ScanInput): string | null {
  if (kind !== 'vin' || checkVin(value).valid) return null;
  if (!vinPattern.test(value)) {
    const problem = 'A VIN has no I, O or Q';
    throw invalid(`${problem}.`, { text: problem });
  }
  if (overrideReason) return overrideReason;
  throw invalid('The check digit of this VIN does not fit. Correct it, or say why it counts.', {
    overrideReason: 'Say why this VIN counts',
  });
}

const longestWaitMs = 30 * 24 * 60 * 60_000;

/** The device's word, as far as it can be true. */
function plausible(scannedAt: string): Date {
  const now = Date.now();
  return new Date(Math.min(now, Math.max(now - longestWaitMs, Date.parse(scannedAt))));
}

/** What is removed is remembered a week longer, against devices that send late. */
async function dropSurplus(tx: Db, userId: number): Promise<void> {
  await sql`
    delete from scans where user_id = ${userId} and (
      deleted_at < now() - interval '7 days'
      or id in (select id from scans where user_id = ${userId} and deleted_at is null
        order by scanned_at desc, id offset ${keptScans})
      or id in (select id from scans where user_id = ${userId} and deleted_at is not null
        order by deleted_at desc, id offset ${keptScans}))`.execute(tx);
}
