import { conflict, forbidden, notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Limit } from '../../../../platform/server/limits/limits.ts';
import type * as calls from '../../contract.ts';
import type { DocumentEventKind } from '../../contract.ts';
import { folderOf } from '../folders.ts';
import { canEdit } from '../policy.ts';
import { publishChanged } from '../publish.ts';
import { addEvent } from '../record/events.ts';
import { getDocument, getRow, lockDocument } from '../record/find.ts';
import type { DocumentRow } from '../record/rows.ts';
import { keepDocument } from '../retention.ts';
import { writeWords } from '../search/described.ts';
import type { DocumentServices } from '../services.ts';
import type { DocumentsDb } from '../tables.ts';
import { insertVersion, type NewFile, storeUpload } from './store.ts';

/** Adds a new version beside the earlier ones. */
export function addVersion(
  services: DocumentServices,
  writes: Limit,
): Handler<typeof calls.addVersion> {
  const { db } = services;
  return async ({ actor, params: { documentId }, body: { uploadId, version } }) => {
    await writes.consume(String(actor.userId));
    const row = await getRow(db, actor, documentId);
    const isThere = () => isVersion(db, actor, documentId, uploadId);
    if (await isThere()) return getDocument(db, actor, documentId);
    assertChangeable(actor, row);
    try {
      await storeUpload(
        services,
        actor,
        { uploadId, folder: folderOf[row.cabinet], origin: 'upload' },
        (tx, file) =>
          appendVersion(services, tx, actor, { documentId, version, file, kind: 'version_added' }),
      );
    } catch (error) {
      // The same request may have been running, and taken the upload.
      if (!(await isThere())) throw error;
    }
    publishChanged(services, documentId, row);
    return getDocument(db, actor, documentId);
  };
}

/** Whether this upload is a version of this document; throws if it is one of another. */
async function isVersion(
  db: DocumentsDb,
  actor: Actor,
  documentId: number,
  uploadId: string,
): Promise<boolean> {
  const stored = await db
    .selectFrom('document_versions')
    .select(['document_id', 'uploaded_by'])
    .where('upload_id', '=', uploadId)
    .executeTakeFirst();
  if (!stored) return false;
  if (stored.uploaded_by !== actor.userId) throw notFound();
  if (stored.document_id !== documentId) throw conflict('This file is already another document.');
  return true;
}

export function assertChangeable(actor: Actor, row: DocumentRow): void {
  if (!canEdit(actor, row)) throw forbidden('You can’t change this document.');
}

interface NextVersion {
  documentId: number;
  /** Of the document, as the actor saw it. */
  version: number;
  file: NewFile;
  kind: DocumentEventKind;
}

/** Makes the file the current version, in the transaction that stores it. */
export async function appendVersion(
  services: DocumentServices,
  tx: DocumentsDb,
  actor: Actor,
  { documentId, version, file, kind }: NextVersion,
): Promise<void> {
  const row = await lockDocument(tx, actor, documentId, version);
  assertChangeable(actor, row);
  const number = row.current_version + 1;
  await insertVersion(services, tx, actor, { documentId, number }, file);
  await tx
    .updateTable('documents')
    .set({ current_version: number, version: row.version + 1 })
    .where('id', '=', documentId)
    .execute();
  await addEvent(tx, documentId, actor.userId, { kind, detail: file.fileName });
  await writeWords(tx, [documentId]);
  if (row.filed_at !== null) await keepDocument(tx, documentId);
}
