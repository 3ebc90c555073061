import { type Kysely, sql } from 'kysely';
import type { ChatImport } from '../contract.ts';
import type { ChatImportTables } from './tables.ts';

type Db = Kysely<ChatImportTables>;

export interface Problem {
  /** Where in the export, for the person. */
  at: string;
  error: string;
  /** How often; 1 unless told. */
  count?: number;
}

const shown = 100;

/** Notes what could not come in as it was; the same again is counted. */
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

/** The first of them, and how many there are. */
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
