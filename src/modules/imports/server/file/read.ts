import { type Kysely, sql } from 'kysely';
import { Unreadable } from '../../../../platform/server/parsing/parser.ts';
import { defineParser, storedSource } from '../../../../platform/server/parsing/parsing.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import type { encodings } from '../../contract.ts';
import type { ImportRow, ImportTables, ReportProgress } from '../tables.ts';
import type readRows from './rowsParser.ts';

type Tx = Kysely<ImportTables>;

/** Why a file cannot be read, as a sentence for the person. */
export class UnreadableFile extends Error {}

const rows = defineParser<typeof readRows>({
  name: 'imports.rows',
  module: new URL('./rowsParser.ts', import.meta.url),
  lane: 'streams',
  // Until the first thousand rows, and then until the next.
  seconds: 30,
  totalSeconds: 600,
  // A file of the largest size, all of it quotes that are written as two characters each.
  outputMaxBytes: 512 * 1024 * 1024,
});

/** Takes the rows of a file into the database. Throws UnreadableFile. */
export async function readFile(
  { storage, parsing }: Pick<Platform, 'storage' | 'parsing'>,
  tx: Tx,
  file: ImportRow,
  tell: ReportProgress,
) {
  const key = file.storage_key ?? '';
  const told = file.encoding as (typeof encodings)[number];
  const sizeBytes = (await storage.stat(key))?.sizeBytes ?? 0;
  const reading = await parsing.open(rows, storedSource(storage, key, sizeBytes), { told });
  try {
    const batches = reading.items();
    for (let count = 0; ; ) {
      const { done, value } = await batches.next();
      if (done) return value;
      count += await keepRows(tx, file.id, value);
      await tell(count);
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
    ? 'The file takes too much memory or time to read.'
    : 'The file cannot be read as CSV.';
}

/** Answers how many there were. */
async function keepRows(tx: Tx, id: number, batch: Buffer): Promise<number> {
  const { numAffectedRows } = await sql`insert into import_rows (import_id, row, cells)
    select ${id}, r.row, array(select jsonb_array_elements_text(r.cells))
    from jsonb_to_recordset(${batch.toString()}::jsonb) as r (row integer, cells jsonb)`.execute(
    tx,
  );
  return Number(numAffectedRows ?? 0);
}
