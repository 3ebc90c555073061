import { type Kysely, sql } from 'kysely';
import { Unreadable } from '../../../../platform/server/parsing/parser.ts';
import { defineParser, storedSource } from '../../../../platform/server/parsing/parsing.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import type { encodings } from '../../contract.ts';
import type { ImportRow, ImportTables, ReportProgress } from '../tables.ts';
import type readRows from './rowsParser.ts';

type Tx = Kysely<ImportTables>;

/** Why a file cannot be read, as a message for the user. */
export class UnreadableFile extends Error {}

const rows = defineParser<typeof readRows>({
  name: 'imports.rows',
  module: new URL('./rowsParser.ts', import.meta.url),
  lane: 'streams',
  // Time limit per batch of a thousand rows.
  seconds: 30,
  totalSeconds: 600,
  // The worst case: a file of the maximum size in which every quote is escaped.
  outputMaxBytes: 512 * 1024 * 1024,
});

/** Reads the rows of a file into the database. Throws UnreadableFile. */
export async function readFile(
  { storage, parsing }: Pick<Platform, 'storage' | 'parsing'>,
  tx: Tx,
  file: ImportRow,
  reportProgress: ReportProgress,
) {
  const key = file.storage_key ?? '';
  const encoding = file.encoding as (typeof encodings)[number];
  const sizeBytes = (await storage.stat(key))?.sizeBytes ?? 0;
  const reading = await parsing.open(rows, storedSource(storage, key, sizeBytes), { encoding });
  try {
    const batches = reading.items();
    for (let count = 0; ; ) {
      const { done, value } = await batches.next();
      if (done) return value;
      count += await storeRows(tx, file.id, value);
      await reportProgress(count);
    }
  } catch (error) {
    throw error instanceof Unreadable ? new UnreadableFile(sentenceOf(error)) : error;
  } finally {
    reading.close();
  }
}

function sentenceOf({ reason, message }: Unreadable): string {
  if (reason === 'refused') return message;
  return reason === 'limit'
    ? 'This file takes too much memory or time to read.'
    : 'This file isn’t a valid CSV file.';
}

/** Returns the number of rows. */
async function storeRows(tx: Tx, id: number, batch: Buffer): Promise<number> {
  const { numAffectedRows } = await sql`insert into import_rows (import_id, row, cells)
    select ${id}, r.row, array(select jsonb_array_elements_text(r.cells))
    from jsonb_to_recordset(${batch.toString()}::jsonb) as r (row integer, cells jsonb)`.execute(
    tx,
  );
  return Number(numAffectedRows ?? 0);
}
