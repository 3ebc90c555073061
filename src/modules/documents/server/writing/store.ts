import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { conflict, invalid } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { storedSource } from '../../../../platform/server/parsing/parsing.ts';
import type { FileKind, Origin } from '../../contract/document.ts';
import { inspectFile } from '../files/inspect.ts';
import {
  claimBytes,
  type DocumentFolder,
  deleteBytes,
  onLooseKey,
  pieceFiles,
} from '../folders.ts';
import { readingJob } from '../reading-job.ts';
import type { DocumentServices } from '../services.ts';
import type { DocumentsDb } from '../tables.ts';
import { deleteUploads } from '../uploads/receive.ts';
import { bytesOf, findPieces, getUpload, pieceCountOf } from '../uploads/uploads.ts';

/** A file in the storage that no version has yet. */
export interface NewFile {
  folder: DocumentFolder;
  key: string;
  fileName: string;
  mimeType: string;
  kind: FileKind;
  sizeBytes: number;
  sha256: Buffer;
  pageCount: number | null;
  origin: Origin;
  uploadId: string;
}

/** Runs in the transaction that gives the file to a version. */
type Work<T> = (tx: DocumentsDb, file: NewFile) => Promise<T>;

interface Bytes {
  folder: DocumentFolder;
  fileName: string;
  origin: Origin;
  uploadId: string;
  open(): AsyncIterable<Buffer>;
}

/**
 * Stores bytes, looks what they are, and lets a transaction make a version of them. Nothing is left in the storage if
 * any of it fails. Throws 400 for a file that must not be kept.
 */
async function storeBytes<T>(
  { db, storage, parsing }: DocumentServices,
  { open, ...facts }: Bytes,
  work: Work<T>,
): Promise<T> {
  const files = storage.folder(facts.folder);
  return onLooseKey({ db, storage: files }, async (key) => {
    const hash = createHash('sha256');
    const hashed = Readable.from(passing(open(), hash.update.bind(hash)), { objectMode: false });
    const { sizeBytes } = await files.put(key, hashed);
    const source = storedSource(files, key, sizeBytes);
    const found = await inspectFile(parsing, source, facts.fileName);
    if (found.refusal) throw invalid(found.refusal);
    const { mimeType, kind, pageCount } = found;
    const sha256 = hash.digest();
    const file = { ...facts, key, mimeType, kind, pageCount, sizeBytes, sha256 };
    return db.transaction().execute(async (tx) => {
      if (!(await claimBytes(tx, key))) throw conflict('The file took too long to store.');
      return work(tx, file);
    });
  });
}

async function* passing(chunks: AsyncIterable<Buffer>, note: (chunk: Buffer) => void) {
  for await (const chunk of chunks) {
    note(chunk);
    yield chunk;
  }
}

/** Makes a version of a finished upload; its pieces are deleted after COMMIT. */
export async function storeUpload<T>(
  services: DocumentServices,
  actor: Actor,
  { uploadId, folder, origin }: Pick<Bytes, 'uploadId' | 'folder' | 'origin'>,
  work: Work<T>,
): Promise<T> {
  const { db, storage } = services;
  const upload = await getUpload(db, actor, uploadId);
  const pieces = await findPieces(db, uploadId);
  if (pieces.length < pieceCountOf(upload)) {
    throw conflict('The file has not arrived completely. Send the rest first.');
  }
  const open = () => bytesOf(services, pieces);
  const bytes = { folder, fileName: upload.file_name, origin, uploadId, open };
  const { result, keys } = await storeBytes(services, bytes, async (tx, file) => ({
    result: await work(tx, file),
    keys: await deleteUploads(tx, [uploadId]),
  }));
  // They are recorded: what is left after a crash is swept.
  await deleteBytes({ db, storage: pieceFiles(storage) }, keys).catch((err) =>
    services.log.warn({ err }, 'Failed to delete the pieces of an upload'),
  );
  return result;
}

/** Makes a version of a PDF that was put together from pages of others. */
export const storePdf = <T>(
  services: DocumentServices,
  { pdf, ...facts }: Pick<Bytes, 'folder' | 'fileName' | 'origin'> & { pdf: Buffer },
  work: Work<T>,
): Promise<T> =>
  storeBytes(
    services,
    { ...facts, uploadId: randomUUID(), open: () => Readable.from([pdf]) },
    work,
  );

/** Adds the version in the transaction of `Work`, and has it read after COMMIT. */
export async function insertVersion(
  { jobs }: DocumentServices,
  tx: DocumentsDb,
  actor: Actor,
  { documentId, number }: { documentId: number; number: number },
  file: NewFile,
): Promise<void> {
  await tx
    .insertInto('document_versions')
    .values({
      document_id: documentId,
      number,
      folder: file.folder,
      storage_key: file.key,
      file_name: file.fileName,
      mime_type: file.mimeType,
      kind: file.kind,
      size_bytes: file.sizeBytes,
      sha256: file.sha256,
      page_count: file.pageCount,
      origin: file.origin,
      upload_id: file.uploadId,
      uploaded_by: actor.userId,
    })
    .execute();
  await readingJob.add({ jobs }, tx, { documentId, number });
}
