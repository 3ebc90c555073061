import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Platform } from '../../../../platform/server/platform.ts';
import type { ChatTables } from '../tables.ts';

/** What keeping bytes takes. */
export interface Shelf {
  db: Kysely<ChatTables>;
  storage: Platform['storage'];
}

/** What bringing files in takes. */
export interface Intake extends Shelf {
  parsing: Platform['parsing'];
}

export const thumbnailOf = (storageKey: string) => `${storageKey}.thumbnail`;

/**
 * Lets `work` bring bytes in under a key of their own, and drops them again if it fails. The key is noted
 * first: an instance that dies in between leaves a note by which the sweep finds them.
 */
export async function onLooseKey<T>(shelf: Shelf, work: (key: string) => Promise<T>): Promise<T> {
  const key = randomUUID();
  await shelf.db.insertInto('chat_loose_files').values({ storage_key: key }).execute();
  try {
    return await work(key);
  } catch (error) {
    // The failure is what matters; what cannot be dropped now is found by its note.
    await dropBytes(shelf, [key]).catch(() => {});
    throw error;
  }
}

/** An upload stands for these bytes from now on. Answers false where the sweep has taken them already. */
export async function claimBytes(tx: Kysely<ChatTables>, key: string): Promise<boolean> {
  const note = tx.deleteFrom('chat_loose_files').where('storage_key', '=', key);
  return (await note.executeTakeFirst()).numDeletedRows > 0n;
}

/** Deletes the bytes of noted keys, then the notes. */
export async function dropBytes(shelf: Shelf, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  for (const key of keys) {
    await shelf.storage.delete(thumbnailOf(key));
    await shelf.storage.delete(key);
  }
  await shelf.db
    .deleteFrom('chat_loose_files')
    .where('storage_key', 'in', [...keys])
    .execute();
}

const atOnce = 200;

/** Drops what was noted more than a day ago: nothing takes that long to arrive. */
export async function dropForgottenBytes({ db, storage }: Shelf): Promise<void> {
  let found: number;
  do {
    found = await db.transaction().execute(async (tx) => {
      // Held until they are gone, so that no upload can claim them meanwhile.
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
