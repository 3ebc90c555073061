import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Platform } from '../../../platform/server/platform.ts';
import type { AttachmentTables } from './tables.ts';

/** What storing bytes needs. */
interface FileStore {
  db: Kysely<AttachmentTables>;
  storage: Platform['storage'];
}

/** What receiving files needs. */
export interface Intake extends FileStore {
  parsing: Platform['parsing'];
}

export const thumbnailOf = (storageKey: string) => `${storageKey}.thumbnail`;

/**
 * Lets `work` store bytes under a new key, and deletes them if it fails. The key is recorded first, so
 * that the sweep finds the bytes if the instance dies in between.
 */
export async function onLooseKey<T>(
  fileStore: FileStore,
  work: (key: string) => Promise<T>,
): Promise<T> {
  const key = randomUUID();
  await fileStore.db.insertInto('chat_loose_files').values({ storage_key: key }).execute();
  try {
    return await work(key);
  } catch (error) {
    // Report the original failure; the sweep deletes the bytes later.
    await dropBytes(fileStore, [key]).catch(() => {});
    throw error;
  }
}

/** Assigns the bytes to an upload. Returns false if the sweep has deleted them. */
export async function claimBytes(tx: Kysely<AttachmentTables>, key: string): Promise<boolean> {
  const note = tx.deleteFrom('chat_loose_files').where('storage_key', '=', key);
  return (await note.executeTakeFirst()).numDeletedRows > 0n;
}

/** Deletes the bytes of recorded keys, then the records. */
export async function dropBytes(fileStore: FileStore, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  for (const key of keys) {
    await fileStore.storage.delete(thumbnailOf(key));
    await fileStore.storage.delete(key);
  }
  await fileStore.db
    .deleteFrom('chat_loose_files')
    .where('storage_key', 'in', [...keys])
    .execute();
}

const atOnce = 200;

/** Deletes bytes recorded more than a day ago: no upload takes that long. */
export async function dropForgottenBytes({ db, storage }: FileStore): Promise<void> {
  let found: number;
  do {
    found = await db.transaction().execute(async (tx) => {
      // Locked until deleted, so that no upload can claim them.
      const notes = await tx
        .selectFrom('chat_loose_files')
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
