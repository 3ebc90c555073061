import { type Kysely, sql } from 'kysely';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { conflict, notFound, tooLarge } from '../../../../platform/server/http/errors.ts';
import type { IncomingFile } from '../../../../platform/server/http/files/upload.ts';
import type { ChatTables, StoredAttachment } from '../tables.ts';
import { claimBytes, type Intake, onLooseKey } from './bytes.ts';
import { emptyFile, putUpload } from './put-upload.ts';
import { findUpload, toStored, type Upload } from './uploads.ts';

/** Of one person's uploads in 24 hours. */
const dayMaxBytes = 2 * 1024 * 1024 * 1024;

interface IncomingAttachment {
  id: string;
  name: string;
  durationMs?: number | undefined;
  file: IncomingFile;
}

/** What the person has stored under this id; throws 404 where the id is somebody else's. */
export async function findOwn(
  db: Kysely<ChatTables>,
  actor: Actor,
  id: string,
): Promise<StoredAttachment | null> {
  const upload = await findUpload(db, id);
  if (upload && upload.uploader_id !== actor.userId) throw notFound();
  return upload && toStored(upload);
}

/** Stores a file; where the same id got there first, answers what that one stored. */
export async function bringIn(
  shelf: Intake,
  actor: Actor,
  given: IncomingAttachment,
): Promise<StoredAttachment> {
  const { db } = shelf;
  const { file, id, name, durationMs = null } = given;
  const told = file.sizeBytes;
  if (told === 0) throw emptyFile();
  await assertRoom(db, actor.userId, told ?? 0);
  return onLooseKey(shelf, async (key) => {
    const kept = await putUpload(shelf, key, file.stream, told ? { sizeBytes: told } : {});
    const mime_type = durationMs === null ? kept.mime_type : heard(kept.mime_type);
    const upload: Upload = {
      ...kept,
      ...{ id, name, uploader_id: actor.userId, mime_type, duration_ms: durationMs },
    };
    await keep(db, upload);
    return toStored(upload);
  }).catch(async (error) => {
    const first = error === overtaken && (await findOwn(db, actor, id));
    if (first) return first;
    throw error;
  });
}

/** Voice notes come in the containers of films. */
const heard = (type: string) => type.replace(/^video\/(mp4|webm|ogg)$/, 'audio/$1');
const overtaken = conflict('This upload was brought in twice at once. Please try again.');

async function keep(db: Kysely<ChatTables>, upload: Upload): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // One person's uploads are counted one after the other: together they must not exceed the day's.
    await sql`select pg_advisory_xact_lock(hashtext('chat uploads'), ${upload.uploader_id})`.execute(
      tx,
    );
    await assertRoom(tx, upload.uploader_id, upload.size_bytes);
    if (!(await claimBytes(tx, upload.storage_key))) throw overtaken;
    const kept = await tx
      .insertInto('chat_uploads')
      .values(upload)
      .onConflict((other) => other.column('id').doNothing())
      .executeTakeFirst();
    if (kept.numInsertedOrUpdatedRows === 0n) throw overtaken;
  });
}

async function assertRoom(db: Kysely<ChatTables>, userId: number, bytes: number): Promise<void> {
  const { used } = await db
    .selectFrom('chat_uploads')
    .select(sql<number>`coalesce(sum(size_bytes), 0)::bigint`.as('used'))
    .where('uploader_id', '=', userId)
    .where('created_at', '>', sql<Date>`now() - interval '1 day'`)
    .where('is_imported', '=', false)
    .executeTakeFirstOrThrow();
  if (used + bytes > dayMaxBytes) {
    throw tooLarge('You can bring in at most 2 GB a day. Please try again tomorrow.');
  }
}
