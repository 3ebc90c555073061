import { type Kysely, sql } from 'kysely';
import { notFound } from '../../../../platform/server/errors.ts';
import type { NoteText, NoteVersion } from '../../contract.ts';
import type { NoteRow, NotesDb, NotesTables } from '../tables.ts';
import { getVisibleNote } from '../visible-note.ts';

const maxVersions = 50;
/** Autosave fires every few seconds; saves by one person within this window share one version. */
const sameEditWindow = sql`interval '5 minutes'`;

/** Archives the current text before a save, unless the same person keeps editing. */
export async function archiveVersion(
  tx: Kysely<NotesTables>,
  { id, title, content, color, tags, version, updated_by, updated_at }: NoteRow,
  { by }: { by: number | null },
): Promise<void> {
  if (by === updated_by && (await hasRecent(tx, id))) return;
  await tx
    .insertInto('note_versions')
    .values({
      note_id: id,
      version,
      title,
      content,
      color,
      tags,
      written_by: updated_by,
      written_at: updated_at,
    })
    .execute();
  await sql`delete from note_versions where note_id = ${id} and version <= coalesce((
    select version from note_versions where note_id = ${id}
    order by version desc offset ${maxVersions} limit 1), 0)`.execute(tx);
}

async function hasRecent(tx: Kysely<NotesTables>, noteId: string): Promise<boolean> {
  const recent = await tx
    .selectFrom('note_versions')
    .select('version')
    .where('note_id', '=', noteId)
    .where(sql<boolean>`kept_at > now() - ${sameEditWindow}`)
    .executeTakeFirst();
  return recent !== undefined;
}

/** Throws `not_found` for a version that is not archived. The caller checks access to the note. */
export async function getArchivedVersion(tx: Kysely<NotesTables>, noteId: string, version: number) {
  const row = await tx
    .selectFrom('note_versions')
    .selectAll()
    .where('note_id', '=', noteId)
    .where('version', '=', version)
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

export async function listVersions(
  db: NotesDb,
  userId: number,
  noteId: string,
): Promise<NoteVersion[]> {
  await getVisibleNote(db, userId, noteId);
  const rows = await db
    .selectFrom('note_versions as v')
    .innerJoin('users as u', 'u.id', 'v.written_by')
    .select(['v.version', 'v.written_at', 'u.id', 'u.shown_name as name'])
    .where('v.note_id', '=', noteId)
    .orderBy('v.version', 'desc')
    .execute();
  return rows.map(({ id, name, version, written_at }) => ({
    version,
    writtenBy: { id, name },
    writtenAt: written_at.toISOString(),
  }));
}

export async function getVersion(
  db: NotesDb,
  userId: number,
  noteId: string,
  version: number,
): Promise<NoteText & NoteVersion> {
  await getVisibleNote(db, userId, noteId);
  const { written_by, written_at, title, content, color, tags } = await getArchivedVersion(
    db,
    noteId,
    version,
  );
  const writtenBy = await db
    .selectFrom('users')
    .select(['id', 'shown_name as name'])
    .where('id', '=', written_by)
    .executeTakeFirstOrThrow();
  return {
    title,
    content,
    color,
    tags,
    version,
    writtenBy,
    writtenAt: written_at.toISOString(),
  };
}
