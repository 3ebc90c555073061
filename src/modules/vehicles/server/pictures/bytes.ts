import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { Platform } from '../../../../platform/server/platform.ts';
import type { VehicleDb } from '../tables.ts';
import type { PhotoSizes } from './raster.ts';

interface PhotoStore {
  db: VehicleDb;
  storage: Platform['storage'];
}

export const smallOf = (storageKey: string) => `${storageKey}.thumbnail`;

/**
 * Stores both sizes under a new key. The key is first recorded as loose, so that the sweep finds the bytes
 * if the instance dies; `claimBytes` removes that record in the transaction of the photo.
 */
export async function putBytes({ db, storage }: PhotoStore, picture: PhotoSizes): Promise<string> {
  const key = randomUUID();
  await db.insertInto('vehicle_loose_files').values({ storage_key: key }).execute();
  await storage.put(key, Readable.from([picture.large]));
  await storage.put(smallOf(key), Readable.from([picture.small]));
  return key;
}

/** Claims the bytes for a photo. False if the sweep has already deleted them. */
export async function claimBytes(tx: VehicleDb, key: string): Promise<boolean> {
  const record = tx.deleteFrom('vehicle_loose_files').where('storage_key', '=', key);
  return (await record.executeTakeFirst()).numDeletedRows > 0n;
}

/** Deletes the bytes of loose keys, then their records. */
export async function deleteBytes(
  { db, storage }: PhotoStore,
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

const batchSize = 200;

/** Nightly: deletes loose bytes older than a day. No upload takes that long. */
export async function sweepLooseBytes({ db, storage }: PhotoStore): Promise<void> {
  let found: number;
  do {
    found = await db.transaction().execute(async (tx) => {
      // Locked until deleted, so that no photo can claim them meanwhile.
      const looseFiles = await tx
        .selectFrom('vehicle_loose_files')
        .select('storage_key')
        .where('since', '<', sql<Date>`now() - interval '1 day'`)
        .limit(batchSize)
        .forUpdate()
        .skipLocked()
        .execute();
      const keys = looseFiles.map((file) => file.storage_key);
      await deleteBytes({ db: tx, storage }, keys);
      return keys.length;
    });
  } while (found === batchSize);
}
