import { sql } from 'kysely';
import { conflict, invalid, notFound, tooLarge } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { IncomingFile } from '../../../../platform/server/http/files/upload.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Limit } from '../../../../platform/server/limits/limits.ts';
import type * as calls from '../../contract.ts';
import { claimBytes, deleteBytes, onLooseKey, pieceFiles } from '../folders.ts';
import type { DocumentServices } from '../services.ts';
import type { DocumentsDb } from '../tables.ts';
import {
  describeUpload,
  findPieces,
  findUpload,
  getUpload,
  pieceSizeOf,
  type Upload,
} from './uploads.ts';

/** Per user in 24 hours. */
const dayMaxBytes = 10 * 1024 * 1024 * 1024;

/** Starts an upload, or says what of it has arrived. */
export function startUpload(
  services: DocumentServices,
  starts: Limit,
): Handler<typeof calls.startUpload> {
  const { db } = services;
  return async ({ actor, params: { uploadId }, body }) => {
    const known = await findUpload(db, actor, uploadId);
    if (known) {
      if (known.file_name !== body.fileName || known.size_bytes !== body.sizeBytes) {
        throw conflict('This upload belongs to another file. Start a new one.');
      }
      return describeUpload(services, actor, known);
    }
    await starts.consume(String(actor.userId));
    await db.transaction().execute((tx) => insert(tx, actor, uploadId, body));
    return describeUpload(services, actor, await getUpload(db, actor, uploadId));
  };
}

async function insert(
  tx: DocumentsDb,
  { userId }: Actor,
  id: string,
  { fileName, sizeBytes }: { fileName: string; sizeBytes: number },
): Promise<void> {
  // Serializes a user's uploads, so that together they cannot exceed the daily limit.
  await sql`select pg_advisory_xact_lock(hashtext('document uploads'), ${userId})`.execute(tx);
  const stored = await tx
    .selectFrom('document_versions')
    .select('document_id')
    .where('upload_id', '=', id)
    .executeTakeFirst();
  if (stored) throw conflict('This file is already a document.');
  const { rows } = await sql<{ used: number }>`
    select (select coalesce(sum(size_bytes), 0) from document_uploads where user_id = ${userId})::bigint
      + (select coalesce(sum(size_bytes), 0) from document_versions where uploaded_by = ${userId}
        and uploaded_at > now() - interval '1 day' and origin in ('upload', 'camera'))::bigint as used`.execute(
    tx,
  );
  if ((rows[0]?.used ?? 0) + sizeBytes > dayMaxBytes) {
    throw tooLarge('You can upload at most 10 GB a day. Try again tomorrow.');
  }
  await tx
    .insertInto('document_uploads')
    .values({ id, user_id: userId, file_name: fileName, size_bytes: sizeBytes })
    // The same call may run twice.
    .onConflict((other) => other.column('id').doNothing())
    .execute();
}

/** Stores one piece. Of a piece that is there already nothing is read. */
export function sendPiece(services: DocumentServices): Handler<typeof calls.sendPiece> {
  const { db } = services;
  return async ({ actor, params: { uploadId, piece }, file }) => {
    const upload = await getUpload(db, actor, uploadId);
    const sizeBytes = pieceSizeOf(upload, piece);
    const pieces = await findPieces(db, uploadId);
    if (!pieces.some((one) => one.piece === piece)) {
      await storePiece(services, upload, piece, sizeBytes, file);
    }
    return describeUpload(services, actor, upload);
  };
}

async function storePiece(
  { db, storage }: DocumentServices,
  upload: Upload,
  piece: number,
  sizeBytes: number,
  file: IncomingFile,
): Promise<void> {
  if (file.sizeBytes !== undefined && file.sizeBytes !== sizeBytes) throw wrongSize();
  const files = pieceFiles(storage);
  await onLooseKey({ db, storage: files }, async (key) => {
    const facts = file.sizeBytes === undefined ? {} : { sizeBytes };
    const stored = await files.put(key, file.stream, facts);
    if (stored.sizeBytes !== sizeBytes) throw wrongSize();
    await db.transaction().execute(async (tx) => {
      // Gone if it was discarded, or became a document, meanwhile.
      const { rows } = await sql`select from document_uploads where id = ${upload.id}
        for key share`.execute(tx);
      if (rows.length === 0) throw notFound();
      if (!(await claimBytes(tx, key))) throw conflict('The file took too long to upload.');
      const inserted = await tx
        .insertInto('document_upload_pieces')
        .values({ upload_id: upload.id, piece, storage_key: key, size_bytes: sizeBytes })
        .onConflict((same) => same.columns(['upload_id', 'piece']).doNothing())
        .executeTakeFirst();
      if (inserted.numInsertedOrUpdatedRows === 0n) throw alreadyStored;
    });
  }).catch((error) => {
    // The same piece arrived twice at once; the other one counts.
    if (error !== alreadyStored) throw error;
  });
}

const alreadyStored = conflict('This piece has already arrived.');
const wrongSize = () => invalid('This piece of the file has the wrong size. Send it again.');

/** Gives up an upload. */
export function discardUpload(services: DocumentServices): Handler<typeof calls.discardUpload> {
  const { db, storage } = services;
  return async ({ actor, params: { uploadId } }) => {
    await getUpload(db, actor, uploadId);
    const keys = await db.transaction().execute((tx) => deleteUploads(tx, [uploadId]));
    await deleteBytes({ db, storage: pieceFiles(storage) }, keys);
    return { message: 'Upload discarded' };
  };
}

/**
 * Deletes these uploads; pass the keys of their pieces to `deleteBytes` after COMMIT. They are recorded, so that a
 * crash in between leaves nothing behind.
 */
export async function deleteUploads(tx: DocumentsDb, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  // Locked first: a piece that is being added is either seen here or refused.
  await sql`select from document_uploads where id = any(${[...ids]}::uuid[]) for update`.execute(
    tx,
  );
  const { rows } = await sql<{ key: string }>`
    with gone as (
      delete from document_upload_pieces where upload_id = any(${[...ids]}::uuid[])
      returning storage_key
    ), noted as (
      insert into document_loose_files (storage_key) select storage_key from gone
    )
    select storage_key as key from gone`.execute(tx);
  await sql`delete from document_uploads where id = any(${[...ids]}::uuid[])`.execute(tx);
  return rows.map(({ key }) => key);
}
