import { type Kysely, sql } from 'kysely';
import { conflict, forbidden } from '../../../../platform/server/http/errors.ts';
import type { NoteText } from '../../contract.ts';
import { getVisibleNote, type VisibleNoteRow } from '../reading/find.ts';
import { findReaders } from '../sharing/announce.ts';
import type { NotesDb, NotesTables } from '../tables.ts';
import { distinctTags } from './tags.ts';
import { archiveVersion, getArchivedVersion } from './versions.ts';

const stale = 'This note has changed since you opened it.';

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
    if (current.version !== version) throw conflict(stale);
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
    if (current.version !== version) throw conflict(stale);
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
