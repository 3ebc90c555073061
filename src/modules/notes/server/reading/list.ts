import { type RawBuilder, sql } from 'kysely';
import type { AnswerOf, ValidOf } from '../../../../platform/contract/endpoint.ts';
import type * as calls from '../../contract.ts';
import type { NoteCard } from '../../contract.ts';
import type { NotesDb } from '../tables.ts';
import {
  noteColumns,
  noteJoins,
  sharedWith,
  toNote,
  type VisibleNoteRow,
} from '../visible-note.ts';
import { excerpt, mark, searchTerms } from './marking.ts';

/** A card shows only a few lines; `getNote` returns the full content. */
const cardLength = 600;

type CardRow = VisibleNoteRow & { is_cut: boolean; searched_content: string | null };

/** Most recently updated first, paged by the last note of the previous page. */
export async function listNotes(
  db: NotesDb,
  userId: number,
  query: ValidOf<typeof calls.listNotes>['query'],
): Promise<NoteCard[]> {
  const terms = searchTerms(query.search);
  const { rows } = await sql<CardRow>`
    with shared as materialized (${sharedWith(userId)}),
    page as (
      select n.id from notes n left join note_marks m on m.note_id = n.id and m.user_id = ${userId}
      where n.deleted_at is null
        and n.id in (select id from notes where owner_id = ${userId} and deleted_at is null
          union all select note_id from shared)
        ${sql.join(conditionsOf(query, terms), sql` `)}
      order by n.updated_at desc, n.id desc limit ${query.limit})
    select ${noteColumns(userId)}, left(n.content, ${cardLength}) as content,
      char_length(n.content) > ${cardLength} as is_cut,
      ${terms.length > 0 ? sql`n.content` : sql`null`} as searched_content
    from page join notes n on n.id = page.id ${noteJoins(userId)}
    order by n.updated_at desc, n.id desc`.execute(db);
  return rows.map((row) => toCard(row, userId, terms));
}

function conditionsOf(
  { tag, pinned, before, beforeId }: ValidOf<typeof calls.listNotes>['query'],
  terms: readonly string[],
): RawBuilder<unknown>[] {
  const parts = terms.map((term) => sql`and n.search_text like ${containing(term)}`);
  if (tag) parts.push(sql`and ${tag.toLowerCase()} in (select lower(t) from unnest(n.tags) t)`);
  if (pinned) parts.push(sql`and coalesce(m.is_pinned, false) = ${pinned === 'true'}`);
  const lastId = beforeId ?? 'ffffffff-ffff-ffff-ffff-ffffffffffff';
  if (before) parts.push(sql`and (n.updated_at, n.id) < (${new Date(before)}, ${lastId}::uuid)`);
  return parts.length > 0 ? parts : [sql``];
}

/** A LIKE pattern in which the user's `%` and `_` are literal. */
const containing = (term: string) => `%${term.replace(/[\\%_]/g, '\\$&')}%`;

function toCard(row: CardRow, userId: number, terms: readonly string[]): NoteCard {
  const card = { ...toNote(row, userId), isCut: row.is_cut };
  if (row.searched_content === null) return { ...card, marked: null };
  return {
    ...card,
    marked: {
      title: mark(row.title, terms),
      excerpt: excerpt(row.searched_content, terms),
      tags: row.tags.map((tag) => mark(tag, terms)),
    },
  };
}

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
    id,
    title,
    deletedAt: deleted_at?.toISOString() ?? '',
  }));
}
