import { setImmediate as breathe } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { ImportContext, ImportKind } from '../kinds.ts';
import type { ImportRow, ImportTables, ReportProgress } from '../tables.ts';
import { type Looked, lookAt } from './look.ts';
import { batchesOf, recordsOf } from './records.ts';

type Tx = Kysely<ImportTables>;

export interface Step {
  kind: ImportKind;
  file: ImportRow;
  context: ImportContext;
  tell: ReportProgress;
}

/** Looks at every row and writes down what is wrong with it, and what is worth knowing. */
export async function checkFile(tx: Tx, { kind, file, context, tell }: Step) {
  let [done, ready, known] = [0, 0, 0];
  for (const batch of batchesOf(await recordsOf(tx, file, kind))) {
    const looked = await lookAt(tx, file, batch, { kind, context, onlyReady: false });
    await writeDown(tx, file.id, looked);
    ready += looked.filter(({ fact }) => fact !== undefined).length;
    known += looked.filter(({ isHere }) => isHere).length;
    done += batch.flat().length;
    await tell(done);
    await breathe();
  }
  return { ready_count: ready, known_count: known };
}

async function writeDown(tx: Tx, importId: number, looked: readonly Looked[]): Promise<void> {
  const said = Map.groupBy(
    looked.flatMap(({ problems }) => problems),
    ({ row }) => row,
  );
  const noted = Map.groupBy(
    looked.flatMap(({ notes = [] }) => notes),
    ({ row }) => row,
  );
  const byRow = looked
    .flatMap(({ rows }) => rows)
    .map((row) => ({
      row,
      problems: (said.get(row) ?? []).map(({ field, error }) => ({ field, error })),
      notes: (noted.get(row) ?? []).map(({ field, note }) => ({ field, note })),
    }));
  await sql`update import_rows r set problems = c.problems, notes = c.notes
    from jsonb_to_recordset(${JSON.stringify(byRow)}::jsonb)
      as c (row integer, problems jsonb, notes jsonb)
    where r.import_id = ${importId} and r.row = c.row`.execute(tx);
}

/** Creates what the rows say that are right; what became known meanwhile is left out. */
export async function createRecords(tx: Tx, { kind, file, context, tell }: Step) {
  let [done, created] = [0, 0];
  for (const batch of batchesOf(await recordsOf(tx, file, kind))) {
    const looked = await lookAt(tx, file, batch, { kind, context, onlyReady: true });
    const facts = looked.flatMap(({ fact }) => (fact === undefined ? [] : [fact]));
    if (facts.length > 0) await kind.create(tx, facts, context);
    done += batch.flat().length;
    created += facts.length;
    await tell(done);
    await breathe();
  }
  return { created_count: created };
}

/** Takes back what an import created; what somebody has worked with since stays. */
export async function takeBack(tx: Tx, { kind, context, tell }: Step) {
  return { kept_count: await kind.takeBack(tx, context, tell) };
}
