import { sql } from 'kysely';
import type { StoredFile } from '../../../../platform/contract/endpoint.ts';
import { notFound } from '../../../../platform/server/errors.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type * as calls from '../../contract.ts';
import { recordAccess, recordView } from '../accesses.ts';
import { getVersion } from '../record/find.ts';
import type { VersionRow } from '../record/rows.ts';
import type { DocumentServices } from '../services.ts';

/** What browsers may display; everything else is served as bytes. */
const shownTypes = new Set([
  'application/pdf',
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
]);

function shownType({ kind, mime_type }: VersionRow): string | null {
  if (kind === 'text') return 'text/plain; charset=utf-8';
  return shownTypes.has(mime_type) ? mime_type : null;
}

/** The file of a version. The log has the access before the bytes leave. */
export function readFile(services: DocumentServices): Handler<typeof calls.readFile> {
  const { db, storage } = services;
  return async ({ actor, ip, params, query: { use }, noteExported }): Promise<StoredFile> => {
    const version = await getVersion(db, actor, params);
    const files = storage.folder(version.folder);
    const { storage_key: key } = version;
    const stat = await files.stat(key);
    if (!stat) throw notFound();
    // A file that is only to be shown has left all the same.
    if (use !== 'view') {
      await recordAccess(db, { actor, ip }, use, [params]);
      noteExported(1);
    } else if (await recordView(db, { actor, ip }, params, 'file')) noteExported(1);
    const shown = shownType(version);
    return {
      mediaType: shown ?? 'application/octet-stream',
      name: version.file_name,
      inline: shown !== null && use !== 'download',
      sizeBytes: stat.sizeBytes,
      etag: key,
      open: (range) => files.open(key, range),
    };
  };
}

/** The text of each page, as far as it could be read. */
export function readPageText({ db }: DocumentServices): Handler<typeof calls.readPageText> {
  return async ({ actor, ip, params }) => {
    await getVersion(db, actor, params);
    await recordView(db, { actor, ip }, params, 'pages');
    const { rows } = await sql<{ page: number; text: string }>`
      select page, text from document_pages
      where document_id = ${params.documentId} and version_number = ${params.versionNumber}
      order by page`.execute(db);
    return rows;
  };
}
