import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { type Kysely, sql } from 'kysely';
import type { AnyTables } from '../../../../platform/server/db/database.ts';
import { conflict } from '../../../../platform/server/http/errors.ts';
import type { Log } from '../../../../platform/server/log/log.ts';
import { type Folder, folders, type Storage } from '../../../../platform/server/storage/storage.ts';
import type { WriteTest } from '../../contract/storage.ts';
import { reasonOf } from './reason.ts';

/** Always the same: what a test left behind is found by the next one, and by the sweep. */
const testKey = '5f0e7e57-0000-4000-8000-000000000000.test';
const probeText = 'Forecourt tests whether it can write here. This file may be deleted.';

interface Tested {
  storage: Storage;
  db: Kysely<AnyTables>;
  log: Log;
}

/** Writes, reads back and deletes in every folder, on the way every file takes. */
export async function testWriting({ storage, db, log }: Tested): Promise<WriteTest> {
  const tests = await db.transaction().execute(async (tx) => {
    // One after the other, on all instances: they share the file.
    const { rows } = await sql<{ free: boolean }>`
      select pg_try_advisory_xact_lock(hashtext('storage test')) as free`.execute(tx);
    if (!rows[0]?.free) throw conflict('Somebody is testing this right now.');
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
  const told = { directory: folder, type: typeOf(folder), test_file: testKey };
  const files = storage.folder(folder);
  try {
    await files.put(testKey, Readable.from([probeText]));
    const read = await text(await files.open(testKey));
    await files.delete(testKey);
    const error = read === probeText ? null : 'What was read back is not what was written.';
    return { ...told, write_success: error === null, error };
  } catch (error) {
    return { ...told, write_success: false, error: reasonOf(error, log) };
  }
}

/** What the server could not delete when it tested. */
export async function dropTestFiles(storage: Storage): Promise<void> {
  for (const folder of folders) await storage.folder(folder).delete(testKey);
}

export const typeOf = (folder: Folder): 'public' | 'other' =>
  folder === 'public' ? 'public' : 'other';
