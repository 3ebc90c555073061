import { randomUUID } from 'node:crypto';
import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import { conflict } from '../../../../platform/server/http/errors.ts';
import type { createNote } from '../../contract.ts';
import { getVisibleNote, type VisibleNoteRow } from '../reading/find.ts';
import type { NotesDb } from '../tables.ts';
import { distinctTags } from './tags.ts';

/** Creates the note; repeating an id returns the existing note. */
export async function addNote(
  db: NotesDb,
  userId: number,
  { id = randomUUID(), isPinned, ...text }: ValidOf<typeof createNote>['body'],
): Promise<VisibleNoteRow> {
  return db.transaction().execute(async (tx) => {
    const added = await tx
      .insertInto('notes')
      .values({
        ...{ id, owner_id: userId, updated_by: userId, ...text },
        tags: distinctTags(text.tags),
      })
      .onConflict((target) => target.column('id').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (added && isPinned) {
      const mark = { note_id: id, user_id: userId, is_pinned: true };
      await tx.insertInto('note_marks').values(mark).execute();
    }
    const existing = await tx
      .selectFrom('notes')
      .select(['owner_id', 'deleted_at'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (existing?.owner_id !== userId || existing.deleted_at)
      throw conflict('Another note already has this id.');
    return getVisibleNote(tx, userId, id);
  });
}
