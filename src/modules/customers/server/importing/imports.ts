import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { conflict, invalid, notFound } from '../../../../platform/server/http/errors.ts';
import type { IncomingFile } from '../../../../platform/server/http/files/upload.ts';
import type { CustomerImport, startImport } from '../../contract/importing.ts';
import type { Desk } from '../desk.ts';
import { assertOwnStore } from '../policy.ts';
import type { CustomerTables, ImportRow } from '../tables.ts';
import { proposeMapping } from './columns.ts';
import { importTask } from './job.ts';

type Db = Kysely<CustomerTables>;

const sampled = 5;
const problemsShown = 200;

/** An import of the actor's own; for everybody else there is none. */
export async function getImport(db: Db, actor: Actor, importId: number): Promise<ImportRow> {
  const file = await db
    .selectFrom('customer_imports')
    .selectAll()
    .where('id', '=', importId)
    .where('created_by', '=', actor.userId)
    .executeTakeFirst();
  if (!file) throw notFound();
  return file;
}

interface Looked {
  sample: string[][];
  problems: { row: number; field: string; error: string }[];
  ready: number;
  problemRows: number;
}

/** How an import stands, with its first rows and the first of what is wrong. */
export async function describeImport(db: Db, file: ImportRow): Promise<CustomerImport> {
  const { rows } = await sql<Looked>`select
    coalesce((select jsonb_agg(to_jsonb(s.cells) order by s.row) from (select row, cells
      from customer_import_rows where import_id = ${file.id} order by row limit ${sampled}) s), '[]')
      as sample,
    coalesce((select jsonb_agg(jsonb_build_object('row', p.row, 'field', p.field, 'error', p.error)
      order by p.row) from (select r.row, x.field, x.error from customer_import_rows r,
        jsonb_to_recordset(r.problems) as x (field text, error text)
        where r.import_id = ${file.id} and r.problems <> '[]' order by r.row limit ${problemsShown}) p),
      '[]') as problems,
    (select count(*)::integer from customer_import_rows
      where import_id = ${file.id} and problems = '[]') as ready,
    (select count(*)::integer from customer_import_rows
      where import_id = ${file.id} and problems <> '[]') as "problemRows"`.execute(db);
  const looked = rows[0] ?? { sample: [], problems: [], ready: 0, problemRows: 0 };
  return {
    ...looked,
    ...{ id: file.id, store: file.store, fileName: file.file_name, encoding: file.encoding },
    ...{ header: file.header, state: file.state, failure: file.failure },
    mapping: file.mapping ?? proposeMapping(file.header),
    rows: file.row_count,
    done: file.done_count,
    created: file.created_count,
    kept: file.kept_count,
    createdAt: file.created_at.toISOString(),
  };
}

type Query = ValidOf<typeof startImport>['query'];

/** Takes a file in, once; its rows are read by a job. */
export async function bringIn(
  { platform, db }: Desk,
  actor: Actor,
  { clientId, store, fileName, encoding, file }: Query & { clientId: string; file: IncomingFile },
): Promise<ImportRow> {
  assertOwnStore(actor, store);
  if (file.sizeBytes === 0) throw invalid('The file is empty.');
  const key = randomUUID();
  await platform.storage.put(key, file.stream);
  const values = {
    ...{ client_id: clientId, store, file_name: fileName, storage_key: key, encoding },
    ...{ state: 'reading' as const, mapping: null, created_by: actor.userId },
  };
  const added = await db.transaction().execute(async (tx) => {
    const made = await tx
      .insertInto('customer_imports')
      .values(values)
      .onConflict((same) => same.columns(['created_by', 'client_id']).doNothing())
      .returningAll()
      .executeTakeFirst();
    if (made) await platform.jobs.add(tx, importTask, { importId: made.id });
    return made;
  });
  if (added) return added;
  // Sent again: the first one's bytes are those that are read.
  await platform.storage.delete(key);
  const known = await db
    .selectFrom('customer_imports')
    .selectAll()
    .where('created_by', '=', actor.userId)
    .where('client_id', '=', clientId)
    .executeTakeFirstOrThrow();
  return known;
}

interface Moving {
  importId: number;
  from: readonly ImportRow['state'][];
  to: 'checking' | 'importing' | 'undoing';
  mapping?: CustomerImport['mapping'];
}

/** Lets the next step of an import begin; refuses what cannot follow on how it stands. */
export async function move(
  { platform, db }: Desk,
  actor: Actor,
  { importId, from, to, mapping }: Moving,
): Promise<ImportRow> {
  return db.transaction().execute(async (tx) => {
    const held = await getImport(tx, actor, importId);
    if (mapping && mapping.length !== held.header.length)
      throw invalid('Each column of the file needs a field, or none.', {
        mapping: 'Has a wrong length',
      });
    const fields = mapping?.filter((field) => field !== null) ?? [];
    if (new Set(fields).size < fields.length)
      throw invalid('Two columns are the same field.', {
        mapping: 'Each field can be chosen once',
      });
    const moved = await tx
      .updateTable('customer_imports')
      .set({ state: to, done_count: 0, ...(mapping && { mapping: JSON.stringify(mapping) }) })
      .where('id', '=', importId)
      .where('state', 'in', [...from])
      .returningAll()
      .executeTakeFirst();
    if (!moved) throw conflict(`This cannot be done while the import is ${held.state}.`);
    await platform.jobs.add(tx, importTask, { importId });
    return moved;
  });
}
