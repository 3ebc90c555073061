import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import { conflict, forbidden } from '../../../../platform/server/errors.ts';
import { assertVersion } from '../../../../platform/server/records/versions.ts';
import { type createNote, distinctTags, type NoteText } from '../../contract.ts';
import { findReaders } from '../publish.ts';
import type { NotesDb, NotesTables } from '../tables.ts';
import { getVisibleNote, type VisibleNoteRow } from '../visible-note.ts';
import { archiveVersion, getArchivedVersion } from './versions.ts';

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
        id,
        owner_id: userId,
        updated_by: userId,
        ...text,
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

export interface SavedNote {
  row: VisibleNoteRow;
  /** The users to notify; empty if nothing changed. */
  readers: number[];
}

/** Saves a note based on the given version; throws `conflict` if there is a newer one. */
export async function saveNote(
  db: NotesDb,
  userId: number,
  noteId: string,
  { version, ...text }: NoteText & { version: number },
): Promise<SavedNote> {
  return db.transaction().execute(async (tx) => {
    const current = await getEditable(tx, userId, noteId);
    const next = { ...text, tags: distinctTags(text.tags) };
    // A retry after a lost response.
    if (isSameText(current, next)) return { row: current, readers: [] };
    assertVersion(current, version, 'this note', 'load');
    await archiveVersion(tx, current, { by: userId });
    return updateText(tx, userId, noteId, next);
  });
}

/** Makes an earlier version current; archives the current one. */
export async function restoreVersion(
  db: NotesDb,
  userId: number,
  noteId: string,
  { from, version }: { from: number; version: number },
): Promise<SavedNote> {
  return db.transaction().execute(async (tx) => {
    const current = await getEditable(tx, userId, noteId);
    assertVersion(current, version, 'this note', 'load');
    const { title, content, color, tags } = await getArchivedVersion(tx, noteId, from);
    await archiveVersion(tx, current, { by: null });
    return updateText(tx, userId, noteId, { title, content, color, tags });
  });
}

async function getEditable(
  tx: Kysely<NotesTables>,
  userId: number,
  noteId: string,
): Promise<VisibleNoteRow> {
  const row = await getVisibleNote(tx, userId, noteId, { lock: true });
  if (!row.can_edit) throw forbidden('You can view this note but not edit it.');
  return row;
}

async function updateText(
  tx: Kysely<NotesTables>,
  userId: number,
  noteId: string,
  text: NoteText,
): Promise<SavedNote> {
  await tx
    .updateTable('notes')
    .set({
      ...text,
      version: sql<number>`version + 1`,
      updated_at: sql<Date>`now()`,
      updated_by: userId,
    })
    .where('id', '=', noteId)
    .execute();
  return { row: await getVisibleNote(tx, userId, noteId), readers: await findReaders(tx, noteId) };
}

const isSameText = (current: NoteText, next: NoteText) =>
  current.title === next.title &&
  current.content === next.content &&
  current.color === next.color &&
  current.tags.join('\n') === next.tags.join('\n');

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
