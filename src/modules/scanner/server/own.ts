import type { Kysely } from 'kysely';
import { notFound } from '../../../platform/server/http/errors.ts';
import { keptScans, type Scan } from '../contract.ts';
import { type ScannerTables, type ScanRow, toScan } from './tables.ts';

type Db = Kysely<ScannerTables>;

const shownTo = (db: Db, userId: number) =>
  db.selectFrom('scans').selectAll().where('user_id', '=', userId).where('deleted_at', 'is', null);

export async function listScans(db: Db, userId: number): Promise<Scan[]> {
  const rows = await shownTo(db, userId)
    .orderBy('scanned_at', 'desc')
    .orderBy('id')
    .limit(keptScans)
    .execute();
  return rows.map(toScan);
}

export async function getOwn(db: Db, userId: number, id: string): Promise<ScanRow> {
  const row = await shownTo(db, userId).where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** Its id stays for a while, its words do not. */
const removal = (db: Db, userId: number) =>
  db
    .updateTable('scans')
    .set({ deleted_at: new Date(), value: '', override_reason: null })
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null);

/** Removing it twice is fine; what was never one's own is 404. */
export async function removeOwn(db: Db, userId: number, id: string): Promise<void> {
  const known = await db
    .selectFrom('scans')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!known) throw notFound();
  await removal(db, userId).where('id', '=', id).execute();
}

export async function removeAllOwn(db: Db, userId: number): Promise<void> {
  await removal(db, userId).execute();
}
