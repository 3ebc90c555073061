import { invalid } from '../../../../platform/server/http/errors.ts';
import { getVisibleNote } from '../reading/find.ts';
import type { NotesDb } from '../tables.ts';

/** Removes a shared note for this user, however it was shared with them. */
export async function leaveNote(db: NotesDb, userId: number, noteId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { owner_id } = await getVisibleNote(tx, userId, noteId, { lock: true });
    if (owner_id === userId) throw invalid('You own this note. Delete it instead.');
    await tx
      .deleteFrom('note_shares')
      .where('note_id', '=', noteId)
      .where('user_id', '=', userId)
      .execute();
    const left = { is_pinned: false, has_left: true };
    await tx
      .insertInto('note_marks')
      .values({ note_id: noteId, user_id: userId, ...left })
      .onConflict((conflict) => conflict.columns(['note_id', 'user_id']).doUpdateSet(left))
      .execute();
  });
}
