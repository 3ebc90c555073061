import { Readable } from 'node:stream';
import { isUnavailable } from '../../../../platform/server/db/database.ts';
import { AppError } from '../../../../platform/server/errors.ts';
import { uploadMaxBytes } from '../../../attachments/contract.ts';
import { importFile, type StoredAttachment } from '../../../attachments/server/public.ts';
import { UnreadableExport } from '../archive/unreadable.ts';
import type { ExportedFile } from '../exports/exported.ts';
import type { ImportServices } from '../tables.ts';
import type { Slice } from './slice.ts';

const timeoutMs = 60_000;

/**
 * Imports a file to be attached to a message; or the reason, as text to follow its name, if it is not available.
 */
export async function importAttachment(
  { platform: { db, storage, parsing }, fetchFile }: ImportServices,
  slice: Slice,
  file: ExportedFile,
  uploaderId: number,
): Promise<StoredAttachment | { failure: string }> {
  try {
    if (file.sizeBytes > uploadMaxBytes) return { failure: 'is larger than 100 MB' };
    const stream = await open(fetchFile, slice, file);
    if ('failure' in stream) return stream;
    return await importFile({ db, storage, parsing }, { uploaderId, name: file.name, stream });
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === null) throw error;
    return { failure: `could not be imported: ${reason.replace(/\.$/, '')}` };
  }
}

async function open(
  fetchFile: ImportServices['fetchFile'],
  slice: Slice,
  { path, url, sizeBytes }: ExportedFile,
): Promise<Readable | { failure: string }> {
  if (path !== null) return slice.files.stream(path);
  if (url === null) return { failure: 'is not in the export' };
  const bytes = await fetchFile(url, { maxBytes: uploadMaxBytes, timeoutMs });
  // Without a valid token the response is a sign-in page.
  if (sizeBytes > 0 && bytes.length !== sizeBytes)
    return { failure: 'is not what the export describes: its link may have expired' };
  return Readable.from([bytes]);
}

/** Null: not the file's fault, and it is retried later. */
function reasonOf(error: unknown): string | null {
  if (error instanceof UnreadableExport) return error.message;
  if (isUnavailable(error) || !(error instanceof AppError)) return null;
  return error.code === 'unavailable' ? null : error.message;
}
