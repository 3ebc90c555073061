import { sql } from 'kysely';
import { csvFile } from '../../../platform/server/http/files/csvFile.ts';
import type { ImportRow, ImportsDb } from './tables.ts';

/** The rows with problems and their errors as CSV, to be fixed and imported again. */
export async function problemsOf(db: ImportsDb, file: ImportRow) {
  const rows = await db
    .selectFrom('import_rows')
    .select(['cells', 'problems'])
    .where('import_id', '=', file.id)
    .where(sql<boolean>`problems <> '[]'`)
    .orderBy('row')
    .execute();
  const lines = rows.map(({ cells, problems }) => [
    ...file.header.map((_, at) => cells[at] ?? ''),
    (problems ?? []).map(({ field, error }) => (field ? `${field}: ${error}` : error)).join('; '),
  ]);
  return csvFile(`import-${file.id}-problems.csv`, [[...file.header, 'what_is_wrong'], ...lines]);
}
