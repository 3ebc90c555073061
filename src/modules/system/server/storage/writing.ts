import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { type Kysely, sql } from 'kysely';
import type { AnyTables } from '../../../../platform/server/db/database.ts';
import { conflict } from '../../../../platform/server/errors.ts';
import type { Log } from '../../../../platform/server/log/log.ts';
import { type Folder, folders, type Storage } from '../../../../platform/server/storage/storage.ts';
import type { WriteTest } from '../../contract/storage.ts';
import { reasonOf } from './reason.ts';

/** A fixed key: a file left by one test is found by the next one, and by the cleanup. */
const testKey = '5f0e7e57-0000-4000-8000-000000000000.test';
const probeText = 'Forecourt tests whether it can write here. This file may be deleted.';

interface Tested {
  storage: Storage;
  db: Kysely<AnyTables>;
  log: Log;
}

/** Writes, reads back and deletes in every folder, through the regular storage code. */
export async function testWriting({ storage, db, log }: Tested): Promise<WriteTest> {
  const tests = await db.transaction().execute(async (tx) => {
    // One test at a time across all instances: they share the file.
    const { rows } = await sql<{ free: boolean }>`
      select pg_try_advisory_xact_lock(hashtext('storage test')) as free`.execute(tx);
    if (!rows[0]?.free)
      throw conflict('Someone else is running this test right now. Try again in a moment.');
    return Promise.all(folders.map((folder) => testFolder(storage, folder, log)));
  });
  const writable = tests.filter((test) => test.write_success).map((test) => test.directory);
  return {
    overall_success: writable.length === tests.length,
    writable_directories: writable,
    tests,
  };
}

async function testFolder(
  storage: Storage,
  folder: Folder,
  log: Log,
): Promise<WriteTest['tests'][number]> {
  const facts = { directory: folder, type: typeOf(folder), test_file: testKey };
  const files = storage.folder(folder);
  try {
    await files.put(testKey, Readable.from([probeText]));
    const read = await text(await files.open(testKey));
    await files.delete(testKey);
    const error = read === probeText ? null : 'The file read back differs from what was written.';
    return { ...facts, write_success: error === null, error };
  } catch (error) {
    return { ...facts, write_success: false, error: reasonOf(error, log) };
  }
}

/** Deletes test files that could not be deleted at the time. */
export async function dropTestFiles(storage: Storage): Promise<void> {
  for (const folder of folders) await storage.folder(folder).delete(testKey);
}

export const typeOf = (folder: Folder): 'public' | 'other' =>
  folder === 'public' ? 'public' : 'other';
