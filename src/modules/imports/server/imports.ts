import { type Kysely, sql } from 'kysely';
import { notFound } from '../../../platform/server/errors.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import type { ImportedFile } from '../contract.ts';
import type { ImportKind } from './kinds.ts';
import { fieldsFor, proposeMapping } from './mapping.ts';
import type { ImportRow, ImportTables } from './tables.ts';

type Db = Kysely<ImportTables>;

const sampled = 5;
const problemsShown = 200;
const listed = 10;

/** An import of the actor; other users get 404. */
export async function getImport(
  db: Db,
  actor: Actor,
  { kind, importId }: { kind: string; importId: number },
): Promise<ImportRow> {
  const file = await db
    .selectFrom('imports')
    .selectAll()
    .where('id', '=', importId)
    .where('kind', '=', kind)
    .where('created_by', '=', actor.userId)
    .executeTakeFirst();
  if (!file) throw notFound();
  return file;
}

export const listImports = (db: Db, actor: Actor, kind: string): Promise<ImportRow[]> =>
  db
    .selectFrom('imports')
    .selectAll()
    .where('created_by', '=', actor.userId)
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .limit(listed)
    .execute();

type ImportFindings = Pick<
  ImportedFile,
  'sample' | 'problems' | 'notes' | 'ready' | 'problemRows' | 'noteRows'
>;

const noRows: ImportFindings = {
  sample: [],
  problems: [],
  notes: [],
  ready: 0,
  problemRows: 0,
  noteRows: 0,
};

/** An import with its first rows, problems and warnings. */
export async function describeImport(
  db: Db,
  actor: Actor,
  kind: ImportKind,
  file: ImportRow,
): Promise<ImportedFile> {
  const { rows } = await sql<ImportFindings>`select
    coalesce((select jsonb_agg(to_jsonb(s.cells) order by s.row) from (select row, cells
      from import_rows where import_id = ${file.id} order by row limit ${sampled}) s), '[]')
      as sample,
    coalesce((select jsonb_agg(jsonb_build_object('row', p.row, 'field', p.field, 'error', p.error)
      order by p.row, p.place) from (select r.row, x.field, x.error, x.place from import_rows r,
        rows from (jsonb_to_recordset(r.problems) as (field text, error text))
          with ordinality as x (field, error, place)
        where r.import_id = ${file.id} and r.problems <> '[]'
        order by r.row, x.place limit ${problemsShown}) p),
      '[]') as problems,
    coalesce((select jsonb_agg(jsonb_build_object('row', n.row, 'field', n.field, 'note', n.note)
      order by n.row, n.place) from (select r.row, x.field, x.note, x.place from import_rows r,
        rows from (jsonb_to_recordset(r.notes) as (field text, note text))
          with ordinality as x (field, note, place)
        where r.import_id = ${file.id} and r.notes <> '[]'
        order by r.row, x.place limit ${problemsShown}) n),
      '[]') as notes,
    (select count(*)::integer from import_rows
      where import_id = ${file.id} and notes <> '[]') as "noteRows",
    (select count(*)::integer from import_rows
      where import_id = ${file.id} and problems = '[]') as ready,
    (select count(*)::integer from import_rows
      where import_id = ${file.id} and problems <> '[]') as "problemRows"`.execute(db);
  const looked = rows[0] ?? noRows;
  const fields = fieldsFor(kind, actor);
  return {
    ...looked,
    id: file.id,
    store: file.store,
    fileName: file.file_name,
    encoding: file.encoding,
    header: file.header,
    state: file.state,
    failure: file.failure,
    fields: fields.map(({ name, label }) => ({ name, label })),
    mapping: file.mapping ?? proposeMapping(fields, file.header),
    rows: file.row_count,
    done: file.done_count,
    readyRecords: file.ready_count,
    knownRecords: file.known_count,
    created: file.created_count,
    kept: file.kept_count,
    createdAt: file.created_at.toISOString(),
  };
}
