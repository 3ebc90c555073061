import type { Kysely } from 'kysely';
import { notFound } from '../../../platform/server/errors.ts';
import { maxScans, type Scan } from '../contract.ts';
import { type ScannerTables, type ScanRow, toScan } from './tables.ts';

type Db = Kysely<ScannerTables>;

const scansOf = (db: Db, userId: number) =>
  db.selectFrom('scans').selectAll().where('user_id', '=', userId).where('deleted_at', 'is', null);

export async function listScans(db: Db, userId: number): Promise<Scan[]> {
  const rows = await scansOf(db, userId)
    .orderBy('scanned_at', 'desc')
    .orderBy('id')
    .limit(maxScans)
    .execute();
  return rows.map(toScan);
}

export async function getOwn(db: Db, userId: number, id: string): Promise<ScanRow> {
  const row = await scansOf(db, userId).where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** Clears the content but keeps the id for a while, so that a late resend is recognized. */
const removal = (db: Db, userId: number) =>
  db
    .updateTable('scans')
    .set({ deleted_at: new Date(), value: '', override_reason: null })
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null);

/** Idempotent; throws 404 if the scan never was the user's. */
export async function removeOwn(db: Db, userId: number, id: string): Promise<void> {
  const existing = await db
    .selectFrom('scans')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!existing) throw notFound();
  await removal(db, userId).where('id', '=', id).execute();
}

export async function removeAllOwn(db: Db, userId: number): Promise<void> {
  await removal(db, userId).execute();
}
