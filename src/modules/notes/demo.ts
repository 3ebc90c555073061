import { demoNotes } from '../../../db/demo/notes.ts';
import type { AnyTables, Db } from '../../platform/server/db/database.ts';

/** Seeds notes. `idOf` returns the id of a username. */
export async function seedNotes(
  tx: Db<AnyTables>,
  asOf: Date,
  idOf: (username: string) => number,
): Promise<void> {
  const notes = demoNotes(asOf).map((note) => ({ ...note, ownerId: idOf(note.owner) }));
  await tx
    .insertInto('notes')
    .values(
      notes.map(({ id, ownerId, title, content, color, tags, at }) => ({
        id,
        title,
        content,
        color,
        tags,
        owner_id: ownerId,
        updated_by: ownerId,
        created_at: at,
        updated_at: at,
      })),
    )
    .execute();
  const pinned = notes.filter(({ isPinned }) => isPinned);
  await tx
    .insertInto('note_marks')
    .values(pinned.map(({ id, ownerId }) => ({ note_id: id, user_id: ownerId, is_pinned: true })))
    .execute();
  const shared = notes.filter(({ department }) => department !== null);
  await tx
    .insertInto('note_shares')
    .values(shared.map(({ id, department }) => ({ note_id: id, department, can_edit: false })))
    .execute();
}
