import type { Kysely } from 'kysely';
import type { AnswerOf, ValidOf } from '../../../platform/contract/endpoint.ts';
import type { listActivity } from '../contract.ts';
import type { ActivityRow, ActivityTables } from './tables.ts';

/** The latest first; the next page begins before the last id of this one. */
export async function listEntries(
  db: Kysely<ActivityTables>,
  {
    actorId,
    subjectId,
    action,
    search,
    from,
    to,
    before,
    limit,
  }: ValidOf<typeof listActivity>['query'],
): Promise<AnswerOf<typeof listActivity>> {
  const rows = await db
    .selectFrom('activity_log')
    .selectAll()
    .$if(actorId !== undefined, (q) => q.where('actor_id', '=', actorId ?? null))
    .$if(subjectId !== undefined, (q) => q.where('subject_id', '=', subjectId ?? null))
    .$if(action !== undefined, (q) => q.where('action', '=', action ?? ''))
    .$if(search !== '', (q) => q.where('search_text', 'like', containing(search)))
    .$if(from !== undefined, (q) => q.where('at', '>=', new Date(from ?? '')))
    .$if(to !== undefined, (q) => q.where('at', '<', new Date(to ?? '')))
    .$if(before !== undefined, (q) => q.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toEntry);
}

/** `%` and `_` are letters like any other to whoever types them. */
const containing = (search: string) => `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;

function toEntry(row: ActivityRow) {
  return {
    id: row.id,
    at: row.at.toISOString(),
    actorId: row.actor_id,
    actorName: row.actor_name,
    action: row.action,
    subjectType: row.subject_type,
    subjectId: row.subject_id,
    subjectName: row.subject_name,
    before: row.before,
    after: row.after,
    ip: row.ip,
  };
}
