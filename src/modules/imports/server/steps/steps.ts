import { setImmediate as breathe } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { ImportContext, ImportKind } from '../kinds.ts';
import type { ImportRow, ImportTables, ReportProgress } from '../tables.ts';
import { type CheckedRecord, checkRecords } from './check.ts';
import { batchesOf, recordsOf } from './records.ts';

type Tx = Kysely<ImportTables>;

export interface Step {
  kind: ImportKind;
  file: ImportRow;
  context: ImportContext;
  reportProgress: ReportProgress;
}

/** Checks every row and stores its problems and warnings. */
export async function checkFile(tx: Tx, { kind, file, context, reportProgress }: Step) {
  let done = 0;
  let ready = 0;
  let known = 0;
  for (const batch of batchesOf(await recordsOf(tx, file, kind))) {
    const checked = await checkRecords(tx, file, batch, { kind, context, onlyReady: false });
    await storeResults(tx, file.id, checked);
    ready += checked.filter(({ fact }) => fact !== undefined).length;
    known += checked.filter(({ isHere }) => isHere).length;
    done += batch.flat().length;
    await reportProgress(done);
    await breathe();
  }
  return { ready_count: ready, known_count: known };
}

async function storeResults(
  tx: Tx,
  importId: number,
  checked: readonly CheckedRecord[],
): Promise<void> {
  const problemsByRow = Map.groupBy(
    checked.flatMap(({ problems }) => problems),
    ({ row }) => row,
  );
  const noted = Map.groupBy(
    checked.flatMap(({ notes = [] }) => notes),
    ({ row }) => row,
  );
  const byRow = checked
    .flatMap(({ rows }) => rows)
    .map((row) => ({
      row,
      problems: (problemsByRow.get(row) ?? []).map(({ field, error }) => ({ field, error })),
      notes: (noted.get(row) ?? []).map(({ field, note }) => ({ field, note })),
    }));
  await sql`update import_rows r set problems = c.problems, notes = c.notes
    from jsonb_to_recordset(${JSON.stringify(byRow)}::jsonb)
      as c (row integer, problems jsonb, notes jsonb)
    where r.import_id = ${importId} and r.row = c.row`.execute(tx);
}

/** Creates the records of valid rows; records that have become known meanwhile are skipped. */
export async function createRecords(tx: Tx, { kind, file, context, reportProgress }: Step) {
  let done = 0;
  let created = 0;
  for (const batch of batchesOf(await recordsOf(tx, file, kind))) {
    const checked = await checkRecords(tx, file, batch, { kind, context, onlyReady: true });
    const facts = checked.flatMap(({ fact }) => (fact === undefined ? [] : [fact]));
    if (facts.length > 0) await kind.create(tx, facts, context);
    done += batch.flat().length;
    created += facts.length;
    await reportProgress(done);
    await breathe();
  }
  return { created_count: created };
}

/** Undoes an import; records changed since then stay. */
export async function undoImport(tx: Tx, { kind, context, reportProgress }: Step) {
  return { kept_count: await kind.undo(tx, context, reportProgress) };
}
