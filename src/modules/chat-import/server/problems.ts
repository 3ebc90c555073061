import { type Kysely, sql } from 'kysely';
import type { ChatImport } from '../contract.ts';
import type { ChatImportTables } from './tables.ts';

type Db = Kysely<ChatImportTables>;

export interface Problem {
  /** Its location in the export, for the user. */
  at: string;
  error: string;
  /** Number of occurrences; 1 by default. */
  count?: number;
}

const shown = 100;

/** Records an item that was not imported unchanged; repeats are counted. */
export async function countProblems(
  tx: Db,
  importId: number,
  problems: readonly Problem[],
): Promise<void> {
  if (problems.length === 0) return;
  await sql`insert into chat_import_problems as p (import_id, at, error, count)
    select ${importId}, left(r.at, 300), left(r.error, 600), sum(coalesce(r.count, 1))::integer
    from rows from (jsonb_to_recordset(${JSON.stringify(problems)}::jsonb)
      as (at text, error text, count integer)) with ordinality as r (at, error, count, nth)
    group by left(r.at, 300), left(r.error, 600) order by min(r.nth)
    on conflict (import_id, at, error) do update set count = p.count + excluded.count`.execute(tx);
}

/** The first problems, and their total. */
export async function listProblems(
  db: Db,
  importId: number,
): Promise<Pick<ChatImport, 'problems' | 'problemCount'>> {
  const rows = await db
    .selectFrom('chat_import_problems')
    .select(['at', 'error', 'count'])
    .where('import_id', '=', importId)
    .orderBy('place')
    .limit(shown)
    .execute();
  const { total } = await db
    .selectFrom('chat_import_problems')
    .select(sql<number>`count(*)`.as('total'))
    .where('import_id', '=', importId)
    .executeTakeFirstOrThrow();
  const problems = rows.map(({ at, error, count }) => ({
    where: at,
    error: count > 1 ? `${error} (${count.toLocaleString('en-US')} times).` : `${error}.`,
  }));
  return { problems, problemCount: total };
}
