import { type Kysely, sql } from 'kysely';
import type { FileRow, ImportKind } from '../kinds.ts';
import { rowReader } from '../mapping.ts';
import type { ImportRow, ImportTables } from '../tables.ts';

type Tx = Kysely<ImportTables>;
type StoredRow = { row: number; cells: string[] };

const batchRows = 2_000;
/** Rows checked together; a record is never split. */
const looked = 200;

/** The row numbers grouped by record, in the order in which records start. */
export async function recordsOf(
  tx: Tx,
  file: ImportRow,
  kind: ImportKind,
): Promise<readonly number[][]> {
  const read = rowReader(file.mapping ?? []);
  const known = new Map<string, number[]>();
  const records: number[][] = [];
  let rows = await rowsBehind(tx, file.id, 0);
  while (rows.length > 0) {
    for (const stored of rows) {
      const key = kind.keyOf?.(read(stored)) ?? null;
      const same = key === null ? undefined : known.get(key);
      if (same) {
        same.push(stored.row);
        continue;
      }
      const record = [stored.row];
      records.push(record);
      if (key !== null) known.set(key, record);
    }
    rows = await rowsBehind(tx, file.id, rows.at(-1)?.row ?? 0);
  }
  return records;
}

function rowsBehind(tx: Tx, id: number, after: number): Promise<StoredRow[]> {
  return tx
    .selectFrom('import_rows')
    .select(['row', 'cells'])
    .where('import_id', '=', id)
    .where('row', '>', after)
    .orderBy('row')
    .limit(batchRows)
    .execute();
}

/** Groups of records with about two hundred rows in total. */
export function* batchesOf(records: readonly number[][]): Generator<number[][]> {
  let batch: number[][] = [];
  let size = 0;
  for (const record of records) {
    if (size > 0 && size + record.length > looked) {
      yield batch;
      batch = [];
      size = 0;
    }
    batch.push(record);
    size += record.length;
  }
  if (size > 0) yield batch;
}

/** The rows of a batch, or only those that were valid when checked. */
export async function rowsAt(
  tx: Tx,
  file: ImportRow,
  numbers: readonly number[],
  { onlyReady }: { onlyReady: boolean },
): Promise<Map<number, { row: FileRow; cells: string[] }>> {
  const read = rowReader(file.mapping ?? []);
  const rows = await tx
    .selectFrom('import_rows')
    .select(['row', 'cells'])
    .where('import_id', '=', file.id)
    .where('row', '=', sql<number>`any(${numbers}::integer[])`)
    .$if(onlyReady, (q) => q.where(sql<boolean>`problems = '[]'`))
    .execute();
  return new Map(
    rows.map((stored) => [stored.row, { row: read(stored), cells: stored.cells }] as const),
  );
}
