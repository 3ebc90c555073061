import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { AnyTables } from '../../../../platform/server/db/database.ts';
import type { ReportProgress } from '../tables.ts';

const takenAtOnce = 500;

interface Taking {
  /** The table, with `id`, `version` and `import_id`. */
  room: string;
  importId: number;
  tell: ReportProgress;
  /** What else a record must be to count as untouched. */
  and?: RawBuilder<boolean>;
}

/** Deletes the records of an import that are as they came and that no other room refers to; answers how many stay. */
export async function deleteUntouched(
  tx: Kysely<AnyTables>,
  { room, importId, tell, and = sql<boolean>`true` }: Taking,
): Promise<number> {
  const table = sql.table(room);
  let [gone, after] = [0, 0];
  for (;;) {
    const { rows } = await sql<{ id: number }>`select id from ${table}
      where import_id = ${importId} and version = 1 and id > ${after} and ${and}
      order by id limit ${takenAtOnce} for update`.execute(tx);
    const last = rows.at(-1);
    if (!last) break;
    after = last.id;
    const ids = rows.map(({ id }) => id);
    const { rows: deleted } = await sql<{ count: number }>`
      select delete_what_is_free(${room}, ${ids}::integer[]) as count`.execute(tx);
    gone += deleted[0]?.count ?? 0;
    await tell(gone);
  }
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ${table} where import_id = ${importId}`.execute(tx);
  return rows[0]?.count ?? 0;
}
