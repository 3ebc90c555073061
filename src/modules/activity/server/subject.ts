import { type Kysely, sql } from 'kysely';
import type { AnyTables } from '../../../platform/server/db/database.ts';
import type { Act } from './record.ts';
import type { ActivityTables } from './tables.ts';

type Subject = Pick<Act['subject'], 'type'> & { id: number | string };

interface RecordedAct {
  id: number;
  /** ISO 8601. */
  at: string;
  by: string;
  action: string;
  after: Record<string, unknown>;
}

const pageSize = 200;

/** What was done with one subject, by these actions, newest first. The caller has checked access. */
export async function listActsOn(
  anyDb: Kysely<AnyTables>,
  { type, id }: Subject,
  actions: readonly string[],
  { before }: { before?: number | undefined } = {},
): Promise<RecordedAct[]> {
  const db: Kysely<ActivityTables> = anyDb;
  const rows = await db
    .selectFrom('activity_log')
    .select(['id', 'at', 'actor_name', 'action', 'after'])
    .where('subject_id', '=', String(id))
    .where('subject_type', '=', type)
    .where('action', 'in', actions)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(pageSize)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    by: row.actor_name,
    action: row.action,
    after: row.after ?? {},
  }));
}

interface RecentAct {
  actorId: number;
  action: string;
  subject: Subject;
  /** Fields that it recorded. */
  after: object;
  /** How recent it must be. */
  minutes: number;
}

/** Whether this person did this within the last minutes. */
export async function wasRecorded(
  db: Kysely<AnyTables>,
  { actorId, action, subject, after, minutes }: RecentAct,
): Promise<boolean> {
  const { rows } = await sql`
    select from activity_log where subject_id = ${String(subject.id)}
      and subject_type = ${subject.type} and action = ${action} and actor_id = ${actorId}
      and after @> ${JSON.stringify(after)}::jsonb
      and at > now() - make_interval(mins => ${minutes}) limit 1`.execute(db);
  return rows.length > 0;
}
