import { sql } from 'kysely';
import type { Platform } from '../../../platform/server/platform.ts';
import { thumbnailOf } from '../../../platform/server/storage/looseFiles.ts';
import { type DocumentFolder, pictureOf } from './folders.ts';
import type { DocumentsDb } from './tables.ts';

interface Destroyed {
  documentId: number;
  number: number;
  folder: DocumentFolder;
  key: string;
  pageCount: number | null;
}

const atOnce = 20;

/**
 * Destroys files that retention has condemned, `{folder}/{key}` each: their bytes and everything derived from them,
 * and the facts of a document none of whose files is left. May run again for what is gone already.
 */
export function destroyFiles({ db: anyDb, storage }: Pick<Platform, 'db' | 'storage'>) {
  const db: DocumentsDb = anyDb;
  return async (fileKeys: readonly string[]): Promise<void> => {
    const { rows: versions } = await sql<Destroyed>`
      select document_id as "documentId", number, folder, storage_key as key, page_count as "pageCount"
      from document_versions where folder || '/' || storage_key = any(${fileKeys}::text[])`.execute(
      db,
    );
    // First, so that nothing derived is made of them meanwhile.
    await db.transaction().execute((tx) => forget(tx, versions));
    const pages = new Map(
      versions.map(({ folder, key, pageCount }) => [`${folder}/${key}`, pageCount]),
    );
    for (const fileKey of fileKeys) {
      const [folder = '', key = ''] = fileKey.split('/');
      const files = storage.folder(folder as DocumentFolder);
      const pictures = Array.from({ length: pages.get(fileKey) ?? 0 }, (_, index) =>
        pictureOf(key, index + 1),
      );
      const all = [thumbnailOf(key), ...pictures, key];
      for (let start = 0; start < all.length; start += atOnce) {
        await Promise.all(all.slice(start, start + atOnce).map((one) => files.delete(one)));
      }
    }
  };
}

/** Everything of a document is destroyed together; what stays is that there was one. */
async function forget(tx: DocumentsDb, versions: readonly Destroyed[]): Promise<void> {
  const ids = [...new Set(versions.map(({ documentId }) => documentId))];
  if (ids.length === 0) return;
  await sql`update documents set title = 'Destroyed document', number = '', keywords = '',
      amount_cents = null, linked_titles = '', destroyed_at = coalesce(destroyed_at, now()),
      removal_reason = case when removed_at is not null then 'Destroyed' end
    where id = any(${ids}::integer[])`.execute(tx);
  await sql`update document_versions set file_name = 'Destroyed', has_thumbnail = false, text_state = 'failed'
    where document_id = any(${ids}::integer[])`.execute(tx);
  for (const table of [
    'document_words',
    'document_pages',
    'document_proposals',
    'document_links',
    'document_events',
  ] as const) {
    await tx.deleteFrom(table).where('document_id', 'in', ids).execute();
  }
}
