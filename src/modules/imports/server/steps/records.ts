import { type Kysely, sql } from 'kysely';
import type { FileRow, ImportKind } from '../kinds.ts';
import { rowReader } from '../mapping.ts';
import type { ImportRow, ImportTables } from '../tables.ts';

type Tx = Kysely<ImportTables>;
type StoredRow = { row: number; cells: string[] };

const readAtOnce = 2_000;
/** So many rows are looked at together; a record is never cut in two. */
const looked = 200;

/** The numbers of all rows, by record, in the order in which the records begin. */
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
    .limit(readAtOnce)
    .execute();
}

/** As many records together as have about two hundred rows. */
export function* batchesOf(records: readonly number[][]): Generator<number[][]> {
  let [batch, size] = [[] as number[][], 0];
  for (const record of records) {
    if (size > 0 && size + record.length > looked) {
      yield batch;
      [batch, size] = [[], 0];
    }
    batch.push(record);
    size += record.length;
  }
  if (size > 0) yield batch;
}

/** Those of a batch's rows that were right when they were looked at, or all of them. */
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
