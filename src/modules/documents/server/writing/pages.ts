import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import { invalid, notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Limit } from '../../../../platform/server/limits/limits.ts';
import { storedSource } from '../../../../platform/server/parsing/parsing.ts';
import { assertVersion } from '../../../../platform/server/records/versions.ts';
import type { Cabinet } from '../../contract/cabinets.ts';
import type { Origin } from '../../contract/document.ts';
import type * as calls from '../../contract.ts';
import { recordAccess } from '../accesses.ts';
import { editPages } from '../files/edit.ts';
import { folderOf } from '../folders.ts';
import { assertStaysInHr } from '../policy.ts';
import { publishChanged } from '../publish.ts';
import { getDocument, getRow, listRows } from '../record/find.ts';
import type { DocumentRow } from '../record/rows.ts';
import type { DocumentServices } from '../services.ts';
import type { DocumentsDb } from '../tables.ts';
import { createDocument } from './add.ts';
import { storePdf } from './store.ts';
import { appendVersion, assertChangeable } from './versions.ts';

type Pages = ValidOf<typeof calls.extractPages>['body']['pages'];

/** Makes a new version of a document out of pages: turned, reordered, left out, or those of others added. */
export function arrangePages(
  services: DocumentServices,
  writes: Limit,
): Handler<typeof calls.arrangePages> {
  const { db } = services;
  return async ({ actor, params: { documentId }, body: { version, pages }, ip }) => {
    await writes.consume(String(actor.userId));
    const row = await getRow(db, actor, documentId);
    assertChangeable(actor, row);
    // Pages are numbered as they were then.
    assertVersion(row, version, 'this document', 'load');
    const sources = await getSources(services, actor, pages, row.cabinet);
    const pdf = await edit(services, sources, pages);
    const origin = originOf(pages, sources, row);
    const fileName = pdfName(row.current.file_name);
    await storePdf(
      services,
      { pdf, folder: folderOf[row.cabinet], fileName, origin },
      async (tx, file) => {
        await recordSources(tx, { actor, ip }, sources, documentId);
        await appendVersion(services, tx, actor, {
          documentId,
          version,
          file,
          kind: 'pages_arranged',
        });
      },
    );
    publishChanged(services, documentId, row);
    return getDocument(db, actor, documentId);
  };
}

/** Makes a new document out of pages of one or several. */
export function extractPages(
  services: DocumentServices,
  writes: Limit,
): Handler<typeof calls.extractPages> {
  const { db } = services;
  return async ({ actor, body: { pages, ...facts }, ip }) => {
    await writes.consume(String(actor.userId));
    const id = await createDocument(services, actor, { ...facts, isFiled: true }, async (work) => {
      const sources = await getSources(services, actor, pages, facts.cabinet);
      const pdf = await edit(services, sources, pages);
      const origin = sources.length > 1 ? 'merge' : 'split';
      const fileName = pdfName(facts.title);
      return storePdf(
        services,
        { pdf, folder: folderOf[facts.cabinet], fileName, origin },
        async (tx, file) => {
          await recordSources(tx, { actor, ip }, sources);
          return work(tx, file);
        },
      );
    });
    return getDocument(db, actor, id);
  };
}

/** The documents of these pages, which the actor may read. Throws 404, or 400 if one has no pages. */
async function getSources(
  { db }: DocumentServices,
  actor: Actor,
  pages: Pages,
  cabinet: Cabinet,
): Promise<DocumentRow[]> {
  const ids = [...new Set(pages.map(({ documentId }) => documentId))];
  const rows = await listRows(db, actor, ids);
  if (rows.length < ids.length) throw notFound('One of these documents no longer exists.');
  for (const row of rows) {
    assertStaysInHr(row.cabinet, cabinet);
    if (row.current.page_count === null) {
      throw invalid(`“${row.title}” has no pages that can be arranged.`);
    }
  }
  const counts = new Map(rows.map(({ id, current }) => [id, current.page_count ?? 0]));
  if (pages.some(({ documentId, page }) => page > (counts.get(documentId) ?? 0))) {
    throw invalid('A document has fewer pages than were chosen.');
  }
  return rows;
}

async function edit(
  { storage, parsing }: DocumentServices,
  sources: readonly DocumentRow[],
  pages: Pages,
): Promise<Buffer> {
  const files = sources.map(({ current }) => ({
    source: storedSource(storage.folder(current.folder), current.storage_key, current.size_bytes),
    kind: current.kind === 'image' ? ('image' as const) : ('pdf' as const),
  }));
  const index = new Map(sources.map(({ id }, at) => [id, at]));
  const parts = pages.map(({ documentId, page, rotate }) => ({
    file: index.get(documentId) ?? 0,
    pages: [page],
    ...(rotate !== 0 && { rotate }),
  }));
  return editPages(parsing, files, { parts });
}

function originOf(pages: Pages, sources: readonly DocumentRow[], row: DocumentRow): Origin {
  if (sources.some(({ id }) => id !== row.id)) return 'merge';
  return pages.length < (row.current.page_count ?? 0) ? 'split' : 'rotate';
}

const nameMaxLength = 200;

/** `Scan 12.pdf` of `Scan 12.jpg`. */
function pdfName(name: string): string {
  const base = name.replace(/\.[a-z0-9]{1,5}$/i, '').slice(0, nameMaxLength);
  return `${base.toWellFormed()}.pdf`;
}

/** Who copies pages of a document has taken them out of it. */
const recordSources = (
  tx: DocumentsDb,
  context: { actor: Actor; ip: string },
  sources: readonly DocumentRow[],
  own?: number,
) =>
  recordAccess(
    tx,
    context,
    'download',
    sources
      .filter(({ id }) => id !== own)
      .map(({ id, current }) => ({ documentId: id, versionNumber: current.number })),
  );
