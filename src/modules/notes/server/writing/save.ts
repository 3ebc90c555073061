import { type Kysely, sql } from 'kysely';
import { conflict, forbidden } from '../../../../platform/server/http/errors.ts';
import type { NoteText } from '../../contract.ts';
import { getSeen, type SeenRow } from '../reading/find.ts';
import { findReaders } from '../sharing/announce.ts';
import type { NotesDb, NotesTables } from '../tables.ts';
import { distinctTags } from './tags.ts';
import { getKept, keepVersion } from './versions.ts';

const stale = 'This note was changed meanwhile.';

export interface Saved {
  row: SeenRow;
  /** Whom to tell; nobody where nothing changed. */
  readers: number[];
}

/** Saves over the version the person holds; throws `conflict` when there is a later one. */
export async function saveOver(
  db: NotesDb,
  userId: number,
  noteId: string,
  { version, ...words }: NoteText & { version: number },
): Promise<Saved> {
  return db.transaction().execute(async (tx) => {
    const held = await getEditable(tx, userId, noteId);
    const wanted = { ...words, tags: distinctTags(words.tags) };
    // Sent again because the answer was lost, say.
    if (saysTheSame(held, wanted)) return { row: held, readers: [] };
    if (held.version !== version) throw conflict(stale);
    await keepVersion(tx, held, { by: userId });
    return write(tx, userId, noteId, wanted);
  });
}

/** Makes an earlier version the current one; what was current is kept. */
export async function restoreTo(
  db: NotesDb,
  userId: number,
  noteId: string,
  { from, version }: { from: number; version: number },
): Promise<Saved> {
  return db.transaction().execute(async (tx) => {
    const held = await getEditable(tx, userId, noteId);
    if (held.version !== version) throw conflict(stale);
    const { title, content, color, tags } = await getKept(tx, noteId, from);
    await keepVersion(tx, held, { by: null });
    return write(tx, userId, noteId, { title, content, color, tags });
  });
}

async function getEditable(
  tx: Kysely<NotesTables>,
  userId: number,
  noteId: string,
): Promise<SeenRow> {
  const row = await getSeen(tx, userId, noteId, { lock: true });
  if (!row.can_edit) throw forbidden('You may read this note, but not change it.');
  return row;
}

async function write(
  tx: Kysely<NotesTables>,
  userId: number,
  noteId: string,
  words: NoteText,
): Promise<Saved> {
  await tx
    .updateTable('notes')
    .set({
      ...words,
      version: sql<number>`version + 1`,
      updated_at: sql<Date>`now()`,
      updated_by: userId,
    })
    .where('id', '=', noteId)
    .execute();
  return { row: await getSeen(tx, userId, noteId), readers: await findReaders(tx, noteId) };
}

const saysTheSame = (held: NoteText, wanted: NoteText) =>
  held.title === wanted.title &&
  held.content === wanted.content &&
  held.color === wanted.color &&
  held.tags.join('\n') === wanted.tags.join('\n');
