import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { Platform } from '../../../../platform/server/platform.ts';
import type { VehicleDb } from '../tables.ts';
import type { Pictured } from './raster.ts';

/** What keeping bytes takes. */
export interface Shelf {
  db: VehicleDb;
  storage: Platform['storage'];
  parsing: Platform['parsing'];
}

export const smallOf = (storageKey: string) => `${storageKey}.thumbnail`;

/**
 * Puts both sizes under a new key that is noted first, so that an instance that dies in between leaves a
 * note by which the sweep finds them. `keep` takes the note away in its transaction.
 */
export async function putBytes({ db, storage }: Shelf, picture: Pictured): Promise<string> {
  const key = randomUUID();
  await db.insertInto('vehicle_loose_files').values({ storage_key: key }).execute();
  await storage.put(key, Readable.from([picture.large]));
  await storage.put(smallOf(key), Readable.from([picture.small]));
  return key;
}

/** A picture stands for these bytes from now on. False where the sweep has taken them already. */
export async function claimBytes(tx: VehicleDb, key: string): Promise<boolean> {
  const note = tx.deleteFrom('vehicle_loose_files').where('storage_key', '=', key);
  return (await note.executeTakeFirst()).numDeletedRows > 0n;
}

/** Deletes the bytes of noted keys, then the notes. */
export async function dropBytes(
  { db, storage }: Pick<Shelf, 'db' | 'storage'>,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return;
  for (const key of keys) {
    await storage.delete(smallOf(key));
    await storage.delete(key);
  }
  await db
    .deleteFrom('vehicle_loose_files')
    .where('storage_key', 'in', [...keys])
    .execute();
}

const atOnce = 200;

/** Nightly: what was noted more than a day ago. Nothing takes that long to arrive. */
export async function dropForgottenBytes({
  db,
  storage,
}: Pick<Shelf, 'db' | 'storage'>): Promise<void> {
  let found: number;
  do {
    found = await db.transaction().execute(async (tx) => {
      // Held until they are gone, so that no picture can claim them meanwhile.
      const notes = await tx
        .selectFrom('vehicle_loose_files')
        .select('storage_key')
        .where('since', '<', sql<Date>`now() - interval '1 day'`)
        .limit(atOnce)
        .forUpdate()
        .skipLocked()
        .execute();
      const keys = notes.map((note) => note.storage_key);
      await dropBytes({ db: tx, storage }, keys);
      return keys.length;
    });
  } while (found === atOnce);
}
