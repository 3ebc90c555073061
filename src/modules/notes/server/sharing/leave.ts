import { invalid } from '../../../../platform/server/http/errors.ts';
import { getSeen } from '../reading/find.ts';
import type { NotesDb } from '../tables.ts';

/** The person no longer has a note that is shared with them, by whatever way it reaches them. */
export async function leaveShared(db: NotesDb, userId: number, noteId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { owner_id } = await getSeen(tx, userId, noteId, { lock: true });
    if (owner_id === userId) throw invalid('This note is yours. You can delete it instead.');
    await tx
      .deleteFrom('note_shares')
      .where('note_id', '=', noteId)
      .where('user_id', '=', userId)
      .execute();
    const left = { is_pinned: false, has_left: true };
    await tx
      .insertInto('note_marks')
      .values({ note_id: noteId, user_id: userId, ...left })
      .onConflict((known) => known.columns(['note_id', 'user_id']).doUpdateSet(left))
      .execute();
  });
}
