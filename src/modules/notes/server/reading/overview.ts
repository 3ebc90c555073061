import { sql } from 'kysely';
import type { AnswerOf } from '../../../../platform/contract/endpoint.ts';
import type * as calls from '../../contract.ts';
import { sharedWith } from '../sharing/visible.ts';
import type { NotesDb } from '../tables.ts';

const maxTags = 200;

export async function getNotesOverview(
  db: NotesDb,
  userId: number,
): Promise<AnswerOf<typeof calls.getNotesOverview>> {
  const { rows } = await sql<{ count: number; tags: string[] }>`
    with shared as (${sharedWith(userId)})
    select (select count(*)::integer from notes n where n.deleted_at is null and n.id in (
        select id from notes where owner_id = ${userId} and deleted_at is null
        union all select note_id from shared)) as count,
      array(select tag from notes n, unnest(n.tags) tag
        where n.owner_id = ${userId} and n.deleted_at is null
        group by tag order by count(*) desc, tag limit ${maxTags}) as tags`.execute(db);
  return rows[0] ?? { count: 0, tags: [] };
}

export async function listDeletedNotes(
  db: NotesDb,
  userId: number,
): Promise<AnswerOf<typeof calls.listDeletedNotes>> {
  const rows = await db
    .selectFrom('notes')
    .select(['id', 'title', 'deleted_at'])
    .where('owner_id', '=', userId)
    .where(sql<boolean>`deleted_at > now() - interval '30 days'`)
    .orderBy('deleted_at', 'desc')
    .limit(200)
    .execute();
  return rows.map(({ id, title, deleted_at }) => ({
    ...{ id, title },
    deletedAt: deleted_at?.toISOString() ?? '',
  }));
}
