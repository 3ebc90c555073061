import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { type Page, pdfOf } from '../../../../db/demo/documents/pdf.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import { type AdminStage, openAdminStage, type StageUser } from '../../admin/test/stage.ts';
import { addCustomer, create, moveThrough } from '../../deals/test/stage.ts';
import type { NewUser } from '../../people/server/public.ts';
import { decideBatch, prepareBatch } from '../../retention/contract/disposition.ts';
import type { DocumentPage } from '../contract/document.ts';
import { addDocument, getDocument, pieceMaxBytes, startUpload } from '../contract.ts';

export interface DocumentStage extends AdminStage {
  /** Someone of this department at the Ford store who works with documents, customers and vehicles. */
  addEmployee(
    department: NonNullable<NewUser['department']>,
    overrides?: Partial<NewUser>,
  ): Promise<StageUser>;
}

export async function openDocumentStage(env: Record<string, string> = {}): Promise<DocumentStage> {
  const base = await openAdminStage(env);
  return {
    ...base,
    addEmployee: (department, overrides = {}) =>
      base.addUser({
        department,
        storeAccess: ['ford'],
        pagePermissions: [
          'document_management',
          'customer_management',
          'fleet_operations',
          ...(department === 'hr' ? (['hr'] as const) : []),
        ],
        featurePermissions: ['view_data', 'create_records'],
        ...overrides,
      }),
  };
}

/** A PDF with these lines on one page. */
export const paper = (...lines: string[]): Buffer => pdfOf([{ heading: 'Paper', lines }]);

export const papers = (...pages: Page[]): Buffer => pdfOf(pages);

export const piecesOf = (bytes: Buffer): Buffer[] =>
  Array.from({ length: Math.ceil(bytes.length / pieceMaxBytes) }, (_, index) =>
    bytes.subarray(index * pieceMaxBytes, (index + 1) * pieceMaxBytes),
  );

export const sendOne = ({ client }: StageUser, uploadId: string, piece: number, body: Uint8Array) =>
  client.raw('PUT', `/api/documents/uploads/${uploadId}/pieces/${piece}`, {
    body,
    headers: { 'content-type': 'application/octet-stream' },
  });

export const start = (
  { client }: StageUser,
  bytes: { length: number },
  { uploadId = randomUUID() as string, fileName = 'Paper.pdf' } = {},
) =>
  client.call(startUpload, {
    params: { uploadId },
    body: { fileName, sizeBytes: bytes.length },
  });

/** Uploads a file in pieces; returns the id of the upload. */
export async function upload(
  user: StageUser,
  bytes: Buffer,
  options: { uploadId?: string; fileName?: string } = {},
): Promise<string> {
  const started = await start(user, bytes, options);
  if (started.status !== 200) throw new Error(`Not started: ${JSON.stringify(started.body)}`);
  const { id } = started.body;
  for (const [index, piece] of piecesOf(bytes).entries()) {
    const { status, body } = await sendOne(user, id, index, piece);
    if (status !== 200) throw new Error(`Not sent: ${JSON.stringify(body)}`);
  }
  return id;
}

/** The facts of a buyer’s order of the Ford store. */
export const facts = (overrides: object = {}) => ({
  title: 'Buyer’s order',
  cabinet: 'deals' as const,
  type: 'buyers_order',
  store: 'ford' as const,
  ...overrides,
});

export const tryAdd = ({ client }: StageUser, uploadId: string, overrides: object = {}) =>
  client.call(addDocument, {
    body: { clientId: randomUUID(), uploadId, ...facts(overrides) } as never,
  });

/** Uploads and adds a document. */
export async function add(
  user: StageUser,
  overrides: object = {},
  { bytes = paper(randomUUID()), fileName = 'Paper.pdf' } = {},
): Promise<DocumentPage> {
  const response = await tryAdd(user, await upload(user, bytes, { fileName }), overrides);
  if (response.status !== 201) throw new Error(`Not added: ${JSON.stringify(response.body)}`);
  return response.body;
}

export const fetchDocument = ({ client }: StageUser, documentId: number) =>
  client.call(getDocument, { params: { documentId } });

/** The facts of a document, as the form sends them back. */
export const formOf = (document: DocumentPage) => ({
  version: document.version,
  title: document.title,
  cabinet: document.cabinet,
  type: document.type,
  store: document.store,
  date: document.date,
  amountCents: document.amountCents,
  number: document.number,
  keywords: document.keywords,
  links: document.links.map(({ kind, id }) => ({ kind, id })),
});

/** Waits until a document was read; returns it. */
export async function settled(user: StageUser, documentId: number): Promise<DocumentPage> {
  let page: DocumentPage | undefined;
  await eventually(async () => {
    page = (await fetchDocument(user, documentId)).body;
    return page.current.textState !== 'waiting';
  }, 'The document was not read');
  return page as DocumentPage;
}

/** Waits until no version is being read. */
export const readingEnds = ({ platform: { db } }: DocumentStage) =>
  eventually(async () => {
    const due = await db
      .selectFrom('graphile_worker.jobs')
      .select('id')
      .where('task_identifier', 'like', 'documents.%')
      .where((where) =>
        where.or([where('run_at', '<=', sql<Date>`now()`), where('locked_at', 'is not', null)]),
      )
      .limit(1)
      .executeTakeFirst();
    return !due;
  }, 'Documents were still being read');

/**
 * The files on the server’s disk, without the pictures that are made of them later. Waits for reading to end: a picture
 * is written under a temporary name.
 */
export async function storedFiles(stage: DocumentStage): Promise<string[]> {
  await readingEnds(stage);
  return fs
    .readdirSync(path.join(stage.dataDir, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.includes('.'))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}

/** Runs a nightly job at once. */
export async function runJob({ platform: { db, jobs } }: DocumentStage, name: string) {
  await jobs.add(db, name, {});
  await eventually(async () => {
    const left = await db
      .selectFrom('graphile_worker.jobs')
      .select('id')
      .where('task_identifier', '=', name)
      .execute();
    return left.length === 0;
  });
}

/** A deal that was delivered on this day. */
export async function deliveredDeal(
  { platform: { db } }: DocumentStage,
  seller: StageUser,
  day: string,
) {
  const customer = await addCustomer(seller);
  const deal = await moveThrough(seller, await create(seller, customer.id), 'signed', 'delivered');
  await db.updateTable('deals').set({ delivered_on: day }).where('id', '=', deal.id).execute();
  return deal;
}

/** Who prepares destructions, and who approves them. */
export type Keepers = readonly [StageUser, StageUser];

export async function addKeepers({ addUser }: DocumentStage): Promise<Keepers> {
  const addKeeper = () => addUser({ pagePermissions: ['admin_panel', 'system_management'] });
  return [await addKeeper(), await addKeeper()];
}

/** Destroys everything whose period has ended. */
export async function destroyDue(
  { platform: { db } }: DocumentStage,
  [first, second]: Keepers,
): Promise<void> {
  const { body: batch } = await first.client.call(prepareBatch, {
    body: { clientId: randomUUID() },
  });
  const decided = await second.client.call(decideBatch, {
    params: { batchId: batch.id },
    body: { decision: 'approved' },
  });
  if (decided.status !== 200) throw new Error(`Not approved: ${JSON.stringify(decided.body)}`);
  await eventually(async () => {
    const done = await db
      .selectFrom('disposition_completions')
      .select('batch_id')
      .where('batch_id', '=', batch.id)
      .execute();
    return done.length > 0;
  });
}
