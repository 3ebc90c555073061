import { type Kysely, sql } from 'kysely';
import type { Storage } from '../../../../platform/server/storage/storage.ts';
import { columnsAtMost, type encodings, importMaxRows } from '../../contract.ts';
import type { ImportRow, ImportTables, Tell } from '../tables.ts';
import { decode, encodingOf } from './encoding.ts';
import { rowsOf, UnreadableFile } from './rows.ts';

type Tx = Kysely<ImportTables>;

interface StoredRow {
  row: number;
  cells: string[];
}

const kept = 1_000;
const headingMaxLength = 200;

/** Takes the rows of a file into the database. Throws UnreadableFile. */
export async function readFile(storage: Storage, tx: Tx, file: ImportRow, tell: Tell) {
  const key = file.storage_key ?? '';
  const told = file.encoding as (typeof encodings)[number];
  const encoding = await encodingOf(told, () => storage.open(key));
  let header: string[] | undefined;
  let [row, count, waiting] = [1, 0, [] as StoredRow[]];
  const flush = async () => {
    if (waiting.length > 0) await keepRows(tx, file.id, waiting);
    waiting = [];
    await tell(count);
  };
  for await (const cells of rowsOf(decode(await storage.open(key), encoding))) {
    if (header === undefined)
      header = cells.map((name) => name.trim().slice(0, headingMaxLength).toWellFormed());
    else if (cells.some((cell) => cell.trim() !== '')) {
      waiting.push({ row, cells });
      if (++count > importMaxRows)
        throw new UnreadableFile(
          `A file may have at most ${importMaxRows.toLocaleString('en-US')} rows.`,
        );
    }
    row += 1;
    if (waiting.length >= kept) await flush();
  }
  await flush();
  if (header === undefined || count === 0)
    throw new UnreadableFile('The file has no rows below its header.');
  if (header.length > columnsAtMost)
    throw new UnreadableFile(`The file has more than ${columnsAtMost} columns.`);
  return { encoding, header, row_count: count };
}

const keepRows = (tx: Tx, id: number, rows: readonly StoredRow[]) =>
  sql`insert into import_rows (import_id, row, cells)
    select ${id}, r.row, array(select jsonb_array_elements_text(r.cells))
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (row integer, cells jsonb)`.execute(
    tx,
  );
