import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Reference } from '../../../platform/contract/fields.ts';
import { forbidden, notFound } from '../../../platform/server/errors.ts';
import type { Note } from '../contract.ts';
import type { NoteRow, NotesTables } from './tables.ts';

/**
 * The notes shared with a user, as `(note_id, can_edit)`: directly, or through their current department and
 * stores. Notes they have left are excluded.
 */
export const sharedWith = (userId: number): RawBuilder<unknown> => sql`
  select note_id, bool_or(can_edit) as can_edit from (
    select s.note_id, s.can_edit from note_shares s where s.user_id = ${userId}
    union all
    select s.note_id, s.can_edit from users u join note_shares s on s.department = u.department
      where u.id = ${userId}
    union all
    select s.note_id, s.can_edit from users u
      join note_shares s on s.store = any(u.store_access)
        or (s.store is not null and 'all' = any(u.store_access))
      where u.id = ${userId}
  ) shares
  where not exists (select from note_marks m
    where m.note_id = shares.note_id and m.user_id = ${userId} and m.has_left)
  group by note_id`;

/** Everyone who may see a note now: its owner and the users it is shared with. */
export const readersOf = (noteId: string): RawBuilder<{ id: number }> => sql`
  select u.id from users u
  where u.is_active and not u.pending and u.deleted_at is null and (
    u.id = (select owner_id from notes where id = ${noteId})
    or exists (select from note_shares s where s.note_id = ${noteId} and (
        s.user_id = u.id or s.department = u.department or s.store = any(u.store_access)
        or (s.store is not null and 'all' = any(u.store_access)))
      and not exists (select from note_marks m
        where m.note_id = ${noteId} and m.user_id = u.id and m.has_left)))`;

/** A note with what depends on the reader. */
export type VisibleNoteRow = NoteRow & {
  is_pinned: boolean;
  can_edit: boolean;
  owner: Reference;
  editor: Reference;
  share_count: number;
};

const person = (alias: string) =>
  sql`jsonb_build_object('id', ${sql.ref(`${alias}.id`)}, 'name', ${sql.ref(`${alias}.shown_name`)})`;

/** The columns of a note `n` for a reader. */
export const noteColumns = (userId: number) => sql`
  n.id, n.owner_id, n.title, n.color, n.tags, n.version, n.created_at, n.updated_at, n.updated_by,
  n.deleted_at, coalesce(m.is_pinned, false) as is_pinned,
  n.owner_id = ${userId} or coalesce(sh.can_edit, false) as can_edit,
  ${person('o')} as owner, ${person('e')} as editor,
  case when n.owner_id = ${userId}
    then (select count(*)::integer from note_shares s left join users u on u.id = s.user_id
      where s.note_id = n.id and u.deleted_at is null) else 0 end
    as share_count`;

export const noteJoins = (userId: number) => sql`
  join users o on o.id = n.owner_id join users e on e.id = n.updated_by
  left join note_marks m on m.note_id = n.id and m.user_id = ${userId}
  left join shared sh on sh.note_id = n.id`;

/** The note, optionally locked; throws `not_found` if the user may not see it. */
export async function getVisibleNote(
  db: Kysely<NotesTables>,
  userId: number,
  noteId: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<VisibleNoteRow> {
  const { rows } = await sql<VisibleNoteRow>`
    with shared as (${sharedWith(userId)})
    select ${noteColumns(userId)}, n.content from notes n ${noteJoins(userId)}
    where n.id = ${noteId} and n.deleted_at is null
      and (n.owner_id = ${userId} or sh.note_id is not null)
    ${lock ? sql`for no key update of n` : sql``}`.execute(db);
  const [row] = rows;
  if (!row) throw notFound();
  return row;
}

/** Like `getVisibleNote`, locked; throws `forbidden` unless the user owns the note. */
export async function getOwnNote(
  tx: Kysely<NotesTables>,
  userId: number,
  noteId: string,
): Promise<VisibleNoteRow> {
  const row = await getVisibleNote(tx, userId, noteId, { lock: true });
  if (row.owner_id !== userId) throw forbidden('Only the owner of the note can do this.');
  return row;
}

export function toNote(row: VisibleNoteRow, userId: number): Note {
  const { id, title, content, color, tags, version } = row;
  const isOwn = row.owner_id === userId;
  return {
    id,
    title,
    content,
    color,
    tags,
    version,
    isOwn,
    isPinned: row.is_pinned,
    owner: row.owner,
    shareCount: row.share_count,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    updatedBy: row.editor,
    may: { edit: row.can_edit, share: isOwn, delete: isOwn },
  };
}
