import { type RawBuilder, sql } from 'kysely';

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
