import { sql } from 'kysely';
import { longTaskPriority } from '../../../platform/server/jobs/jobs.ts';
import { storedSource } from '../../../platform/server/parsing/parsing.ts';
import { thumbnailOf } from '../../../platform/server/storage/looseFiles.ts';
import { readableMaxBytes, type TextState } from '../contract/document.ts';
import { hasText, readPages } from './files/pages.ts';
import { recognizePage } from './files/recognize.ts';
import { makePicture } from './pictures.ts';
import { publishChanged } from './publish.ts';
import { propose } from './recognize.ts';
import { selectVersions, type VersionRow } from './record/rows.ts';
import { writeWords } from './search/described.ts';
import { wordsIn } from './search/words.ts';
import type { DocumentServices } from './services.ts';
import type { DocumentsDb } from './tables.ts';

interface VersionId {
  documentId: number;
  number: number;
}

const readJob = 'documents.read';
const recognizeJob = 'documents.recognize';
const keyOf = ({ documentId, number }: VersionId) => `${documentId}:${number}`;

export const readingJob = {
  /** Has a version read after COMMIT. */
  add: ({ jobs }: Pick<DocumentServices, 'jobs'>, tx: DocumentsDb, version: VersionId) =>
    jobs.add(tx, readJob, { ...version }, { key: `${readJob}:${keyOf(version)}` }),
};

/** Sharp in the list, and too small to read a license or a check that fills it: see `recordAccess`. */
const thumbnailWidth = 96;
/** A page takes seconds to recognize; what is longer is found by its first pages. */
const recognizedPagesAtMost = 100;

/**
 * Reads versions: first their text and thumbnail, then page by page the text of scans, apart from other work. All of
 * it may run twice, and starts again where it ended.
 */
export function keepReading(services: DocumentServices): void {
  const { db, jobs } = services;
  jobs.define(readJob, ({ documentId, number }) =>
    readVersion(services, { documentId: Number(documentId), number: Number(number) }),
  );
  jobs.define(
    recognizeJob,
    ({ documentId, number, page }) =>
      recognizeFrom(
        services,
        { documentId: Number(documentId), number: Number(number) },
        Number(page),
      ),
    { alone: true, priority: longTaskPriority },
  );
  jobs.schedule('documents.read-again', '37 * * * *', async () => {
    const { rows } = await sql<VersionId>`
      select document_id as "documentId", number from document_versions
      where text_state = 'waiting' and uploaded_at < now() - interval '1 day'`.execute(db);
    for (const version of rows) await readingJob.add(services, db, version);
  });
}

/** Null if there is nothing to read any longer. */
async function findWaiting(db: DocumentsDb, version: VersionId): Promise<VersionRow | null> {
  const { rows } = await sql<VersionRow>`${selectVersions}
    join documents d on d.id = v.document_id
    where v.document_id = ${version.documentId} and v.number = ${version.number}
      and v.text_state = 'waiting' and d.destroyed_at is null`.execute(db);
  return rows[0] ?? null;
}

const sourceOf = ({ storage }: DocumentServices, version: VersionRow) =>
  storedSource(storage.folder(version.folder), version.storage_key, version.size_bytes);

async function readVersion(services: DocumentServices, version: VersionId): Promise<void> {
  const { db, parsing } = services;
  const row = await findWaiting(db, version);
  if (!row) return;
  if (row.size_bytes > readableMaxBytes) {
    await announce(services, version, async (tx) => {
      await setVersion(tx, version, { text_state: 'failed' });
    });
    return;
  }
  const key = thumbnailOf(row.storage_key);
  const isPictured = await makePicture(services, row, { page: 1, width: thumbnailWidth, key });
  if (isPictured) await setVersion(db, version, { has_thumbnail: true });
  const pages = await readPages(parsing, sourceOf(services, row), row.kind);
  await writePages(
    db,
    version,
    pages.map((text, index) => ({ page: index + 1, text })),
  );
  await continueReading(services, row, version, 0);
}

/** Has the first scanned page after this one recognized, or ends the reading. */
async function continueReading(
  services: DocumentServices,
  row: VersionRow,
  version: VersionId,
  after: number,
): Promise<void> {
  const next = await findScanned(services.db, row, after);
  await announce(services, version, async (tx) => {
    if (next === null) await finish(tx, row, version);
    else await addRecognition(services, tx, version, next);
  });
}

/** The first page after this one that has no text yet; null if there is none, or none that is recognized. */
async function findScanned(
  db: DocumentsDb,
  { document_id, number, kind, page_count }: VersionRow,
  after: number,
): Promise<number | null> {
  if (kind !== 'pdf' && kind !== 'image') return null;
  const last = Math.min(page_count ?? 0, recognizedPagesAtMost);
  const { rows } = await sql<{ page: number; text: string | null }>`
    select pages.number as page, p.text
    from generate_series(${after + 1}::integer, ${last}::integer) pages (number)
    left join document_pages p on p.document_id = ${document_id} and p.version_number = ${number}
      and p.page = pages.number
    order by pages.number`.execute(db);
  return rows.find(({ text }) => !hasText(text ?? ''))?.page ?? null;
}

const addRecognition = (
  { jobs }: DocumentServices,
  tx: DocumentsDb,
  version: VersionId,
  page: number,
) => jobs.add(tx, recognizeJob, { ...version, page }, { key: `${recognizeJob}:${keyOf(version)}` });

/** Recognizes one page, and has the next one without text recognized after it. */
async function recognizeFrom(
  services: DocumentServices,
  version: VersionId,
  page: number,
): Promise<void> {
  const { db, parsing } = services;
  const row = await findWaiting(db, version);
  if (!row || (row.kind !== 'pdf' && row.kind !== 'image')) return;
  const text = await recognizePage(parsing, sourceOf(services, row), { kind: row.kind, page });
  // A page with a few words only is read more surely than it is recognized.
  if (text !== null) await writePages(db, version, [{ page, text }], { replaces: hasText(text) });
  await continueReading(services, row, version, page);
}

const atOnce = 100;

/** Writes the text of pages that have none yet, or of all these; pages without any have no row. */
async function writePages(
  db: DocumentsDb,
  { documentId, number }: VersionId,
  pages: readonly { page: number; text: string }[],
  { replaces = false } = {},
): Promise<void> {
  // Read again, a version keeps what was recognized.
  const existing = replaces
    ? sql`do update set text = excluded.text, words = excluded.words`
    : sql`do nothing`;
  const rows = pages
    // The database takes neither.
    .map(({ page, text }) => ({ page, text: text.replaceAll('\0', ' ').toWellFormed() }))
    .filter(({ text }) => text.trim() !== '');
  for (let start = 0; start < rows.length; start += atOnce) {
    const batch = rows
      .slice(start, start + atOnce)
      .map((row) => ({ ...row, words: wordsIn(row.text) }));
    await sql`
      insert into document_pages (document_id, version_number, page, text, words)
      select d.id, ${number}::integer, p.page, p.text, array_to_tsvector(p.words)
      from jsonb_to_recordset(${JSON.stringify(batch)}::jsonb)
        as p (page integer, text text, words text[])
      join documents d on d.id = ${documentId} and d.destroyed_at is null
      on conflict (document_id, version_number, page) ${existing}`.execute(db);
  }
}

const setVersion = (
  db: DocumentsDb,
  { documentId, number }: VersionId,
  set: { has_thumbnail?: boolean; text_state?: TextState },
) =>
  db
    .updateTable('document_versions')
    .set(set)
    .where('document_id', '=', documentId)
    .where('number', '=', number)
    .execute();

async function finish(tx: DocumentsDb, { kind }: VersionRow, version: VersionId): Promise<void> {
  const { rows } = await sql`select from document_pages
    where document_id = ${version.documentId} and version_number = ${version.number} limit 1`.execute(
    tx,
  );
  const without = kind === 'pdf' || kind === 'image' ? 'scan' : 'failed';
  await setVersion(tx, version, { text_state: rows.length > 0 ? 'read' : without });
}

/** After each step what was found so far is searched, proposed and shown on open pages. */
async function announce(
  services: DocumentServices,
  { documentId }: VersionId,
  work: (tx: DocumentsDb) => Promise<void>,
): Promise<void> {
  const { db } = services;
  const place = await db.transaction().execute(async (tx) => {
    await work(tx);
    await writeWords(tx, [documentId]);
    await propose(tx, documentId);
    return tx
      .selectFrom('documents')
      .select(['cabinet', 'store'])
      .where('id', '=', documentId)
      .executeTakeFirstOrThrow();
  });
  publishChanged(services, documentId, place);
}
