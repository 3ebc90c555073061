import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { invalid, notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { type DocumentUpload, pieceMaxBytes } from '../../contract.ts';
import { pieceFiles } from '../folders.ts';
import { visibleTo } from '../policy.ts';
import type { DocumentServices } from '../services.ts';
import type { DocumentsDb } from '../tables.ts';

export interface Upload {
  id: string;
  file_name: string;
  size_bytes: number;
  sha256: Buffer | null;
}

export interface Piece {
  piece: number;
  storage_key: string;
  size_bytes: number;
}

/** The actor's upload with this id. */
export async function findUpload(
  db: DocumentsDb,
  { userId }: Actor,
  id: string,
): Promise<Upload | null> {
  const row = await db
    .selectFrom('document_uploads')
    .select(['id', 'user_id', 'file_name', 'size_bytes', 'sha256'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (row && row.user_id !== userId) throw notFound();
  return row ?? null;
}

/** The same; throws 404. */
export async function getUpload(db: DocumentsDb, actor: Actor, id: string): Promise<Upload> {
  const upload = await findUpload(db, actor, id);
  if (!upload) throw notFound('This upload does not exist any longer. Start it again.');
  return upload;
}

export const findPieces = (db: DocumentsDb, uploadId: string): Promise<Piece[]> =>
  db
    .selectFrom('document_upload_pieces')
    .select(['piece', 'storage_key', 'size_bytes'])
    .where('upload_id', '=', uploadId)
    .orderBy('piece')
    .execute();

export const pieceCountOf = ({ size_bytes }: Pick<Upload, 'size_bytes'>): number =>
  Math.ceil(size_bytes / pieceMaxBytes);

/** The size a piece must have; throws 400 if the file has no such piece. */
export function pieceSizeOf(upload: Upload, piece: number): number {
  const count = pieceCountOf(upload);
  if (piece >= count) throw invalid('This file has fewer pieces.');
  return piece < count - 1 ? pieceMaxBytes : upload.size_bytes - piece * pieceMaxBytes;
}

/** The whole file, in order. */
export async function* bytesOf(
  { storage }: Pick<DocumentServices, 'storage'>,
  pieces: readonly Piece[],
): AsyncGenerator<Buffer> {
  for (const { storage_key } of pieces) {
    for await (const chunk of await pieceFiles(storage).open(storage_key)) yield chunk;
  }
}

/** What has arrived of an upload and, once it is complete, which document has the same bytes. */
export async function describeUpload(
  services: DocumentServices,
  actor: Actor,
  upload: Upload,
): Promise<DocumentUpload> {
  const pieces = await findPieces(services.db, upload.id);
  const isComplete = pieces.length === pieceCountOf(upload);
  return {
    id: upload.id,
    fileName: upload.file_name,
    sizeBytes: upload.size_bytes,
    pieceBytes: pieceMaxBytes,
    received: pieces.map(({ piece }) => piece),
    isComplete,
    sameAs: isComplete ? await findSame(services, actor, upload, pieces) : null,
  };
}

async function findSame(
  services: DocumentServices,
  actor: Actor,
  upload: Upload,
  pieces: readonly Piece[],
): Promise<DocumentUpload['sameAs']> {
  const { db } = services;
  const sha256 = upload.sha256 ?? (await hashPieces(services, upload, pieces));
  const { rows } = await sql<{ id: number; title: string }>`
    select d.id, d.title from document_versions v join documents d on d.id = v.document_id
    where v.sha256 = ${sha256} and d.removed_at is null and ${visibleTo(actor)}
    order by d.id limit 1`.execute(db);
  return rows[0] ?? null;
}

async function hashPieces(
  services: DocumentServices,
  upload: Upload,
  pieces: readonly Piece[],
): Promise<Buffer> {
  const hash = createHash('sha256');
  for await (const chunk of bytesOf(services, pieces)) hash.update(chunk);
  const sha256 = hash.digest();
  await services.db
    .updateTable('document_uploads')
    .set({ sha256 })
    .where('id', '=', upload.id)
    .execute();
  return sha256;
}
