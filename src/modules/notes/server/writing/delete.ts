import { sql } from 'kysely';
import { notFound } from '../../../../platform/server/http/errors.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { getOwn, getSeen, type SeenRow } from '../reading/find.ts';
import { findReaders } from '../sharing/announce.ts';
import type { NotesDb } from '../tables.ts';

const keptFor = sql`interval '30 days'`;

/** Puts a note aside, for its owner to take back; answers who could see it. */
export async function putAside(db: NotesDb, userId: number, noteId: string): Promise<number[]> {
  return db.transaction().execute(async (tx) => {
    await getOwn(tx, userId, noteId);
    const readers = await findReaders(tx, noteId);
    await tx
      .updateTable('notes')
      .set({ deleted_at: sql<Date>`now()` })
      .where('id', '=', noteId)
      .execute();
    return readers;
  });
}

/** Takes a note back, with whom it was shared with. */
export async function takeBack(
  db: NotesDb,
  userId: number,
  noteId: string,
): Promise<{ row: SeenRow; readers: number[] }> {
  return db.transaction().execute(async (tx) => {
    const taken = await tx
      .updateTable('notes')
      .set({ deleted_at: null })
      .where('id', '=', noteId)
      .where('owner_id', '=', userId)
      .where(sql<boolean>`(deleted_at is null or deleted_at > now() - ${keptFor})`)
      .returning('id')
      .executeTakeFirst();
    if (!taken) throw notFound();
    return { row: await getSeen(tx, userId, noteId), readers: await findReaders(tx, noteId) };
  });
}

/** Nightly: what nobody took back in time is gone for good. */
export function scheduleSweep({ jobs, db }: Platform): void {
  jobs.schedule('notes.sweep', '41 9 * * *', () => sweepNotes(db));
}

export async function sweepNotes(db: NotesDb): Promise<void> {
  await db.deleteFrom('notes').where(sql<boolean>`deleted_at < now() - ${keptFor}`).execute();
}
