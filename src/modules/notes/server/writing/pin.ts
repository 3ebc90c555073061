import { getVisibleNote } from '../reading/find.ts';
import type { NotesDb } from '../tables.ts';

/** Pins a note for this user only; returns its version. */
export async function setPinned(
  db: NotesDb,
  userId: number,
  noteId: string,
  isPinned: boolean,
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { version } = await getVisibleNote(tx, userId, noteId, { lock: true });
    await tx
      .insertInto('note_marks')
      .values({ note_id: noteId, user_id: userId, is_pinned: isPinned })
      .onConflict((conflict) =>
        conflict.columns(['note_id', 'user_id']).doUpdateSet({ is_pinned: isPinned }),
      )
      .execute();
    return version;
  });
}
