import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Limit } from '../../../../platform/server/limits/limits.ts';
import { findCreated } from '../../../../platform/server/records/repeats.ts';
import type * as calls from '../../contract.ts';
import { folderOf } from '../folders.ts';
import { assertFilable } from '../policy.ts';
import { publishChanged } from '../publish.ts';
import { addEvent } from '../record/events.ts';
import { getDocument } from '../record/find.ts';
import { assertLinkable } from '../record/linked.ts';
import { writeLinks } from '../record/links.ts';
import { keepDocument } from '../retention.ts';
import { writeWords } from '../search/described.ts';
import type { DocumentServices } from '../services.ts';
import type { DocumentsDb } from '../tables.ts';
import { insertVersion, type NewFile, storeUpload } from './store.ts';

/** The facts of a document that is added. */
export type NewDocument = Omit<ValidOf<typeof calls.addDocument>['body'], 'uploadId' | 'origin'>;

/** Adds an uploaded file as a document. */
export function addDocument(
  services: DocumentServices,
  writes: Limit,
): Handler<typeof calls.addDocument> {
  const { db } = services;
  return async ({ actor, body: { uploadId, origin, ...facts } }) => {
    await writes.consume(String(actor.userId));
    const id = await createDocument(services, actor, facts, (work) =>
      storeUpload(services, actor, { uploadId, origin, folder: folderOf[facts.cabinet] }, work),
    );
    return getDocument(db, actor, id);
  };
}

/** Creates a document of the file that `store` makes, once for each client id; returns its id. */
export async function createDocument(
  services: DocumentServices,
  actor: Actor,
  facts: NewDocument,
  store: (work: (tx: DocumentsDb, file: NewFile) => Promise<number>) => Promise<number>,
): Promise<number> {
  const { db } = services;
  const find = () => findCreated(db, 'documents', actor, facts.clientId);
  const existing = await find();
  if (existing !== undefined) return existing;
  assertFilable(actor, facts);
  await assertLinkable(db, actor, facts.links);
  try {
    const id = await store((tx, file) => insert(services, tx, actor, facts, file));
    publishChanged(services, id, facts);
    return id;
  } catch (error) {
    // The same request may have been running, and taken the upload.
    const first = await find();
    if (first !== undefined) return first;
    throw error;
  }
}

async function insert(
  services: DocumentServices,
  tx: DocumentsDb,
  actor: Actor,
  { links, isFiled, ...facts }: NewDocument,
  file: NewFile,
): Promise<number> {
  const { id } = await tx
    .insertInto('documents')
    .values({
      ...toColumns(facts),
      filed_at: isFiled ? new Date() : null,
      filed_by: isFiled ? actor.userId : null,
      created_by: actor.userId,
      client_id: facts.clientId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await insertVersion(services, tx, actor, { documentId: id, number: 1 }, file);
  const linked = await writeLinks(tx, actor, id, links);
  await addEvent(tx, id, actor.userId, { kind: 'added', detail: file.fileName });
  if (linked !== '') await addEvent(tx, id, actor.userId, { kind: 'linked', detail: linked });
  await writeWords(tx, [id]);
  if (isFiled) await keepDocument(tx, id);
  return id;
}

/** The columns that are copied from the request as they are. */
export const toColumns = (
  facts: Pick<
    NewDocument,
    'title' | 'cabinet' | 'type' | 'store' | 'date' | 'amountCents' | 'number' | 'keywords'
  >,
) => ({
  title: facts.title,
  cabinet: facts.cabinet,
  type: facts.type,
  store: facts.store,
  document_on: facts.date,
  amount_cents: facts.amountCents,
  number: facts.number,
  keywords: facts.keywords,
});
