import type { Kysely } from 'kysely';
import type {
  FileRecord,
  FileRow,
  ImportContext,
  ImportKind,
  RowNote,
  RowProblem,
} from '../kinds.ts';
import type { ImportRow, ImportTables } from '../tables.ts';
import { rowsAt } from './records.ts';

export interface CheckedRecord {
  rows: readonly number[];
  problems: RowProblem[];
  notes?: readonly RowNote[] | undefined;
  /** Only if there are no problems, and the record is new. */
  fact?: unknown;
  isHere?: boolean;
}

/** No real record has this many rows; a file whose rows are all one record would not fit into memory. */
const rowsAtMost = 500;

interface CheckRequest {
  kind: ImportKind;
  context: ImportContext;
  onlyReady: boolean;
}

/** Checks some records: the result of each, or the problems with its rows. */
export async function checkRecords(
  tx: Kysely<ImportTables>,
  file: ImportRow,
  batch: readonly number[][],
  { kind, context, onlyReady }: CheckRequest,
): Promise<CheckedRecord[]> {
  const stored = await rowsAt(tx, file, batch.flat(), { onlyReady });
  const complete = batch.filter((rows) => rows.every((row) => stored.has(row)));
  const candidates: { rows: readonly number[]; record: FileRecord }[] = [];
  const found: CheckedRecord[] = [];
  for (const rows of complete) {
    if (rows.length > rowsAtMost) {
      found.push({ rows, problems: rows.map(tooMany) });
      continue;
    }
    const storedRows = rows.flatMap((row) => stored.get(row) ?? []);
    const wide = storedRows.filter(({ cells }) => isTooWide(cells, file.header.length));
    if (wide.length > 0) found.push({ rows, problems: spread(rows, wide.map(tooWide)) });
    else
      candidates.push({ rows, record: storedRows.map(({ row }) => row) as unknown as FileRecord });
  }
  const checked = await kind.check(
    tx,
    candidates.map(({ record }) => record),
    context,
  );
  candidates.forEach(({ rows }, at) => {
    const one = checked[at];
    if (!one) throw new Error(`The rows ${rows} were not checked`);
    if ('fact' in one) found.push({ rows, problems: [], notes: one.notes, fact: one.fact });
    else if ('isHere' in one) found.push({ rows, problems: [], isHere: true });
    else found.push({ rows, problems: spread(rows, one.problems) });
  });
  return found;
}

const tooMany = (row: number): RowProblem => ({
  row,
  field: '',
  error: `More than ${rowsAtMost} rows form one record`,
});
const isTooWide = (cells: readonly string[], columns: number) =>
  cells.slice(columns).some((cell) => cell.trim());
const tooWide = ({ row }: { row: FileRow }): RowProblem => ({
  row: row.row,
  field: '',
  error: 'This row has more cells than the header',
});

/** A record is imported as a whole: if one row has a problem, its other rows are skipped too, with a message. */
function spread(rows: readonly number[], problems: readonly RowProblem[]): RowProblem[] {
  const wrong = new Set(problems.map(({ row }) => row));
  const [first] = [...wrong].sort((a, b) => a - b);
  const left = rows.filter((row) => !wrong.has(row));
  const error = `Skipped because of row ${first}, which belongs to the same record`;
  return [...problems, ...left.map((row) => ({ row, field: '', error }))];
}
