import { type RawBuilder, sql } from 'kysely';
import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import type * as calls from '../../contract.ts';
import type { NoteCard } from '../../contract.ts';
import { sharedWith } from '../sharing/visible.ts';
import type { NotesDb } from '../tables.ts';
import { type SeenRow, seenColumns, seenJoins, toNote } from './find.ts';
import { excerpt, mark, searchTerms } from './marking.ts';

/** A card shows a few lines; the rest comes with the note itself. */
const cardLength = 600;

type CardRow = SeenRow & { is_cut: boolean; found: string | null };

/** The latest changed first; the next page begins below the last note of this one. */
export async function listNotes(
  db: NotesDb,
  userId: number,
  query: ValidOf<typeof calls.listNotes>['query'],
): Promise<NoteCard[]> {
  const words = searchTerms(query.search);
  const { rows } = await sql<CardRow>`
    with shared as materialized (${sharedWith(userId)}),
    page as (
      select n.id from notes n left join note_marks m on m.note_id = n.id and m.user_id = ${userId}
      where n.deleted_at is null
        and n.id in (select id from notes where owner_id = ${userId} and deleted_at is null
          union all select note_id from shared)
        ${sql.join(narrowing(query, words), sql` `)}
      order by n.updated_at desc, n.id desc limit ${query.limit})
    select ${seenColumns(userId)}, left(n.content, ${cardLength}) as content,
      char_length(n.content) > ${cardLength} as is_cut,
      ${words.length > 0 ? sql`n.content` : sql`null`} as found
    from page join notes n on n.id = page.id ${seenJoins(userId)}
    order by n.updated_at desc, n.id desc`.execute(db);
  return rows.map((row) => toCard(row, userId, words));
}

function narrowing(
  { tag, pinned, before, beforeId }: ValidOf<typeof calls.listNotes>['query'],
  words: readonly string[],
): RawBuilder<unknown>[] {
  const parts = words.map((word) => sql`and n.search_text like ${containing(word)}`);
  if (tag) parts.push(sql`and ${tag.toLowerCase()} in (select lower(t) from unnest(n.tags) t)`);
  if (pinned) parts.push(sql`and coalesce(m.is_pinned, false) = ${pinned === 'true'}`);
  const place = beforeId ?? 'ffffffff-ffff-ffff-ffff-ffffffffffff';
  if (before) parts.push(sql`and (n.updated_at, n.id) < (${new Date(before)}, ${place}::uuid)`);
  return parts.length > 0 ? parts : [sql``];
}

/** `%` and `_` are letters like any other to whoever types them. */
const containing = (word: string) => `%${word.replace(/[\\%_]/g, '\\$&')}%`;

function toCard(row: CardRow, userId: number, words: readonly string[]): NoteCard {
  const card = { ...toNote(row, userId), isCut: row.is_cut };
  if (row.found === null) return { ...card, marked: null };
  return {
    ...card,
    marked: {
      title: mark(row.title, words),
      excerpt: excerpt(row.found, words),
      tags: row.tags.map((tag) => mark(tag, words)),
    },
  };
}
