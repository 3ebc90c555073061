import { type Kysely, sql } from 'kysely';
import { conflict, notFound, tooLarge } from '../../../platform/server/errors.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import type { IncomingFile } from '../../../platform/server/http/files/upload.ts';
import { claimBytes, type Intake, onLooseKey } from './bytes.ts';
import { emptyFile, putUpload } from './putUpload.ts';
import type { AttachmentTables } from './tables.ts';
import { findUpload, type StoredAttachment, toStored, type Upload } from './uploads.ts';

/** Per user in 24 hours. */
const dayMaxBytes = 2 * 1024 * 1024 * 1024;

interface IncomingAttachment {
  id: string;
  name: string;
  durationMs?: number | undefined;
  file: IncomingFile;
}

/** The user's upload with this id; throws 404 if it is someone else's. */
export async function findOwn(
  db: Kysely<AttachmentTables>,
  actor: Actor,
  id: string,
): Promise<StoredAttachment | null> {
  const upload = await findUpload(db, id);
  if (upload && upload.uploader_id !== actor.userId) throw notFound();
  return upload && toStored(upload);
}

/** Stores a file; if the same id was stored first, returns that upload. */
export async function uploadFile(
  fileStore: Intake,
  actor: Actor,
  input: IncomingAttachment,
): Promise<StoredAttachment> {
  const { db } = fileStore;
  const { file, id, name, durationMs = null } = input;
  const declaredBytes = file.sizeBytes;
  if (declaredBytes === 0) throw emptyFile();
  await assertDailyLimit(db, actor.userId, declaredBytes ?? 0);
  return onLooseKey(fileStore, async (key) => {
    const stored = await putUpload(
      fileStore,
      key,
      file.stream,
      declaredBytes ? { sizeBytes: declaredBytes } : {},
    );
    const mime_type = durationMs === null ? stored.mime_type : audioType(stored.mime_type);
    const upload: Upload = {
      ...stored,
      id,
      name,
      uploader_id: actor.userId,
      mime_type,
      duration_ms: durationMs,
    };
    await insertUpload(db, upload);
    return toStored(upload);
  }).catch(async (error) => {
    const first = error === alreadyStored && (await findOwn(db, actor, id));
    if (first) return first;
    throw error;
  });
}

/** Voice notes use video containers. */
const audioType = (type: string) => type.replace(/^video\/(mp4|webm|ogg)$/, 'audio/$1');
const alreadyStored = conflict('This file is already being uploaded. Try again.');

async function insertUpload(db: Kysely<AttachmentTables>, upload: Upload): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // Serializes a user's uploads, so that together they cannot exceed the daily limit.
    await sql`select pg_advisory_xact_lock(hashtext('chat uploads'), ${upload.uploader_id})`.execute(
      tx,
    );
    await assertDailyLimit(tx, upload.uploader_id, upload.size_bytes);
    if (!(await claimBytes(tx, upload.storage_key))) throw alreadyStored;
    const inserted = await tx
      .insertInto('chat_uploads')
      .values(upload)
      .onConflict((other) => other.column('id').doNothing())
      .executeTakeFirst();
    if (inserted.numInsertedOrUpdatedRows === 0n) throw alreadyStored;
  });
}

async function assertDailyLimit(
  db: Kysely<AttachmentTables>,
  userId: number,
  bytes: number,
): Promise<void> {
  const { used } = await db
    .selectFrom('chat_uploads')
    .select(sql<number>`coalesce(sum(size_bytes), 0)::bigint`.as('used'))
    .where('uploader_id', '=', userId)
    .where('created_at', '>', sql<Date>`now() - interval '1 day'`)
    .where('is_imported', '=', false)
    .executeTakeFirstOrThrow();
  if (used + bytes > dayMaxBytes) {
    throw tooLarge('You can upload at most 2 GB a day. Try again tomorrow.');
  }
}
