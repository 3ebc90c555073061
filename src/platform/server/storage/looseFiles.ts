import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { AnyTables, Db } from '../db/database.ts';
import type { Files } from './storage.ts';

interface FileStore {
  db: Db<AnyTables>;
  storage: Files;
}

interface LooseFiles {
  /**
   * Lets `work` store files under a new key, and deletes them if it fails. The key is recorded first, so
   * that the sweep finds them if the instance dies in between.
   */
  onLooseKey<T>(fileStore: FileStore, work: (key: string) => Promise<T>): Promise<T>;
  /** Lets a row of this transaction have the files. False if the sweep has already deleted them. */
  claimBytes(tx: Db<AnyTables>, key: string): Promise<boolean>;
  /** Deletes the files of recorded keys, then the records. */
  deleteBytes(fileStore: FileStore, keys: readonly string[]): Promise<void>;
  /** For every night: deletes the files recorded more than a day ago. No upload takes that long. */
  sweepLooseBytes(fileStore: FileStore): Promise<void>;
}

/** The derived image that is stored, and deleted, along with a file. */
export const thumbnailOf = (key: string) => `${key}.thumbnail`;

const batchSize = 200;

/**
 * Keeps the keys of files that no row has, on their way in or to be deleted, in a table of `storage_key`
 * and `since`.
 */
export function createLooseFiles(tableName: string): LooseFiles {
  const table = sql.table(tableName);

  async function deleteBytes({ db, storage }: FileStore, keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return;
    for (const key of keys) {
      await storage.delete(thumbnailOf(key));
      await storage.delete(key);
    }
    await sql`delete from ${table} where storage_key = any(${keys}::uuid[])`.execute(db);
  }

  return {
    deleteBytes,
    async onLooseKey(fileStore, work) {
      const key = randomUUID();
      await sql`insert into ${table} (storage_key) values (${key})`.execute(fileStore.db);
      try {
        return await work(key);
      } catch (error) {
        // Report the original failure; the sweep deletes the files later.
        await deleteBytes(fileStore, [key]).catch(() => {});
        throw error;
      }
    },
    async claimBytes(tx, key) {
      const { numAffectedRows } = await sql`
        delete from ${table} where storage_key = ${key}`.execute(tx);
      return numAffectedRows === 1n;
    },
    async sweepLooseBytes({ db, storage }) {
      let found: number;
      do {
        found = await db.transaction().execute(async (tx) => {
          // Locked until deleted, so that no row can claim them meanwhile.
          const { rows } = await sql<{ key: string }>`
            select storage_key as key from ${table} where since < now() - interval '1 day'
            limit ${batchSize} for update skip locked`.execute(tx);
          await deleteBytes(
            { db: tx, storage },
            rows.map(({ key }) => key),
          );
          return rows.length;
        });
      } while (found === batchSize);
    },
  };
}
