import { Readable } from 'node:stream';
import { storedSource } from '../../../platform/server/parsing/parsing.ts';
import { renderPage } from './files/render.ts';
import type { VersionRow } from './record/rows.ts';
import type { DocumentServices } from './services.ts';

type Pictured = Pick<VersionRow, 'document_id' | 'folder' | 'storage_key' | 'size_bytes' | 'kind'>;

interface Picture {
  page: number;
  width: number;
  key: string;
  /** It is made again where it is missing, so a full storage does not prevent reading. */
  isOptional?: boolean;
}

/** Renders a page and stores it under this key; null if it cannot be rendered. */
export async function makePicture(
  { db, storage, parsing, log }: DocumentServices,
  { document_id, folder, storage_key, size_bytes, kind }: Pictured,
  { page, width, key, isOptional = false }: Picture,
): Promise<Buffer | null> {
  if (kind !== 'pdf' && kind !== 'image') return null;
  const files = storage.folder(folder);
  const source = storedSource(files, storage_key, size_bytes);
  const bytes = await renderPage(parsing, source, { kind, page, width });
  if (!bytes) return null;
  await files.put(key, Readable.from([bytes]), { sizeBytes: bytes.length }).catch((err) => {
    if (!isOptional) throw err;
    log.warn({ err }, 'Failed to store the picture of a page');
  });
  const { destroyed_at } = await db
    .selectFrom('documents')
    .select('destroyed_at')
    .where('id', '=', document_id)
    .executeTakeFirstOrThrow();
  if (destroyed_at === null) return bytes;
  // It was destroyed while the page was rendered.
  await files.delete(key);
  return null;
}
