import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { AnyTables } from '../../../../platform/server/db/database.ts';
import type { ReportProgress } from '../tables.ts';

const batchSize = 500;

interface UntouchedRecords {
  /** A table with `id`, `version` and `import_id`. */
  table: string;
  importId: number;
  reportProgress: ReportProgress;
  /** Further conditions for a record to count as unchanged. */
  and?: RawBuilder<boolean>;
}

/** Deletes the unchanged records of an import that no other module refers to; returns how many remain. */
export async function deleteUntouched(
  tx: Kysely<AnyTables>,
  { table, importId, reportProgress, and = sql<boolean>`true` }: UntouchedRecords,
): Promise<number> {
  const from = sql.table(table);
  let gone = 0;
  let after = 0;
  for (;;) {
    const { rows } = await sql<{ id: number }>`select id from ${from}
      where import_id = ${importId} and version = 1 and id > ${after} and ${and}
      order by id limit ${batchSize} for update`.execute(tx);
    const last = rows.at(-1);
    if (!last) break;
    after = last.id;
    const ids = rows.map(({ id }) => id);
    const { rows: deleted } = await sql<{ count: number }>`
      select delete_what_is_free(${table}, ${ids}::integer[]) as count`.execute(tx);
    gone += deleted[0]?.count ?? 0;
    await reportProgress(gone);
  }
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ${from} where import_id = ${importId}`.execute(tx);
  return rows[0]?.count ?? 0;
}
