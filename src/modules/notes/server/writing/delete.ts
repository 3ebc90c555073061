import { sql } from 'kysely';
import { notFound } from '../../../../platform/server/errors.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { findReaders } from '../publish.ts';
import type { NotesDb } from '../tables.ts';
import { getOwnNote, getVisibleNote, type VisibleNoteRow } from '../visible-note.ts';

const retention = sql`interval '30 days'`;

/** Soft-deletes a note, so that its owner can restore it; returns who could see it. */
export async function deleteNote(db: NotesDb, userId: number, noteId: string): Promise<number[]> {
  return db.transaction().execute(async (tx) => {
    await getOwnNote(tx, userId, noteId);
    const readers = await findReaders(tx, noteId);
    await tx
      .updateTable('notes')
      .set({ deleted_at: sql<Date>`now()` })
      .where('id', '=', noteId)
      .execute();
    return readers;
  });
}

/** Restores a deleted note with its shares. */
export async function restoreNote(
  db: NotesDb,
  userId: number,
  noteId: string,
): Promise<{ row: VisibleNoteRow; readers: number[] }> {
  return db.transaction().execute(async (tx) => {
    const restored = await tx
      .updateTable('notes')
      .set({ deleted_at: null })
      .where('id', '=', noteId)
      .where('owner_id', '=', userId)
      .where(sql<boolean>`(deleted_at is null or deleted_at > now() - ${retention})`)
      .returning('id')
      .executeTakeFirst();
    if (!restored) throw notFound();
    return {
      row: await getVisibleNote(tx, userId, noteId),
      readers: await findReaders(tx, noteId),
    };
  });
}

/** Purges expired deleted notes every night. */
export function scheduleSweep({ jobs, db }: Platform): void {
  jobs.schedule('notes.sweep', '41 9 * * *', () => sweepNotes(db));
}

export async function sweepNotes(db: NotesDb): Promise<void> {
  await db.deleteFrom('notes').where(sql<boolean>`deleted_at < now() - ${retention}`).execute();
}
