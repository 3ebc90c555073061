import { randomUUID } from 'node:crypto';
import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import { conflict } from '../../../../platform/server/http/errors.ts';
import type { createNote } from '../../contract.ts';
import { getSeen, type SeenRow } from '../reading/find.ts';
import type { NotesDb } from '../tables.ts';
import { distinctTags } from './tags.ts';

/** Adds the note, once: sent again with its id it is the note that is there. */
export async function addNote(
  db: NotesDb,
  userId: number,
  { id = randomUUID(), isPinned, ...words }: ValidOf<typeof createNote>['body'],
): Promise<SeenRow> {
  return db.transaction().execute(async (tx) => {
    const added = await tx
      .insertInto('notes')
      .values({
        ...{ id, owner_id: userId, updated_by: userId, ...words },
        tags: distinctTags(words.tags),
      })
      .onConflict((same) => same.column('id').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (added && isPinned) {
      const mark = { note_id: id, user_id: userId, is_pinned: true };
      await tx.insertInto('note_marks').values(mark).execute();
    }
    const known = await tx
      .selectFrom('notes')
      .select(['owner_id', 'deleted_at'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (known?.owner_id !== userId || known.deleted_at)
      throw conflict('There is another note with this id.');
    return getSeen(tx, userId, id);
  });
}
