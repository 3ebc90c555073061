import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { conflict } from '../../../platform/server/errors.ts';
import { claimBytes, type Intake, onLooseKey } from './bytes.ts';
import { putUpload } from './putUpload.ts';
import { type StoredAttachment, toStored, type Upload } from './uploads.ts';

interface ImportedFile {
  uploaderId: number;
  /** 1 to 255 characters. */
  name: string;
  stream: Readable;
}

/**
 * Stores an imported file to attach to a message; unattached ones are swept like any upload. Throws
 * `invalid` if it cannot be stored, and the stream's own error.
 */
export function importFile(
  fileStore: Intake,
  { uploaderId, name, stream }: ImportedFile,
): Promise<StoredAttachment> {
  const { db } = fileStore;
  return onLooseKey(fileStore, async (key) => {
    const upload: Upload = {
      ...(await putUpload(fileStore, key, stream)),
      id: randomUUID(),
      uploader_id: uploaderId,
      name,
      duration_ms: null,
    };
    await db.transaction().execute(async (tx) => {
      if (!(await claimBytes(tx, key))) throw conflict('The file took too long to upload.');
      await tx
        .insertInto('chat_uploads')
        .values({ ...upload, is_imported: true })
        .execute();
    });
    return toStored(upload);
  });
}
