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

export interface Looked {
  rows: readonly number[];
  problems: RowProblem[];
  notes?: readonly RowNote[] | undefined;
  /** Only where nothing is wrong, and it is new. */
  fact?: unknown;
  isHere?: boolean;
}

/** Nothing anybody writes up has so many; a file whose rows are all one would be held in memory whole. */
const rowsAtMost = 500;

interface Looking {
  kind: ImportKind;
  context: ImportContext;
  onlyReady: boolean;
}

/** Looks at some records: what each says, or what is wrong with each of its rows. */
export async function lookAt(
  tx: Kysely<ImportTables>,
  file: ImportRow,
  batch: readonly number[][],
  { kind, context, onlyReady }: Looking,
): Promise<Looked[]> {
  const stored = await rowsAt(tx, file, batch.flat(), { onlyReady });
  const whole = batch.filter((rows) => rows.every((row) => stored.has(row)));
  const asked: { rows: readonly number[]; record: FileRecord }[] = [];
  const found: Looked[] = [];
  for (const rows of whole) {
    if (rows.length > rowsAtMost) {
      found.push({ rows, problems: rows.map(tooMany) });
      continue;
    }
    const held = rows.flatMap((row) => stored.get(row) ?? []);
    const wide = held.filter(({ cells }) => isTooWide(cells, file.header.length));
    if (wide.length > 0) found.push({ rows, problems: spread(rows, wide.map(tooWide)) });
    else asked.push({ rows, record: held.map(({ row }) => row) as unknown as FileRecord });
  }
  const checked = await kind.check(
    tx,
    asked.map(({ record }) => record),
    context,
  );
  asked.forEach(({ rows }, at) => {
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
  error: `More than ${rowsAtMost} rows belong together`,
});
const isTooWide = (cells: readonly string[], columns: number) =>
  cells.slice(columns).some((cell) => cell.trim());
const tooWide = ({ row }: { row: FileRow }): RowProblem => ({
  row: row.row,
  field: '',
  error: 'There are more cells than columns',
});

/** A record is brought in as a whole: with one row wrong, its others are left out too, and say so. */
function spread(rows: readonly number[], problems: readonly RowProblem[]): RowProblem[] {
  const wrong = new Set(problems.map(({ row }) => row));
  const [first] = [...wrong].sort((a, b) => a - b);
  const left = rows.filter((row) => !wrong.has(row));
  const error = `Left out with row ${first}, which belongs to it`;
  return [...problems, ...left.map((row) => ({ row, field: '', error }))];
}
