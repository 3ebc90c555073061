import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { conflict } from '../../../../platform/server/http/errors.ts';
import { claimBytes, type Intake, onLooseKey } from '../attachments/bytes.ts';
import { putUpload } from '../attachments/put-upload.ts';
import { toStored, type Upload } from '../attachments/uploads.ts';
import type { StoredAttachment } from '../tables.ts';

interface ImportedFile {
  uploaderId: number;
  /** 1 to 255 characters. */
  name: string;
  stream: Readable;
}

/**
 * Stores a file of the past for a message to carry; one that none carries is swept as any upload. Throws
 * `invalid` for one that cannot be kept, and the stream's own error.
 */
export function importFile(
  shelf: Intake,
  { uploaderId, name, stream }: ImportedFile,
): Promise<StoredAttachment> {
  const { db } = shelf;
  return onLooseKey(shelf, async (key) => {
    const upload: Upload = {
      ...(await putUpload(shelf, key, stream)),
      ...{ id: randomUUID(), uploader_id: uploaderId, name, duration_ms: null },
    };
    await db.transaction().execute(async (tx) => {
      if (!(await claimBytes(tx, key))) throw conflict('This file took too long to arrive.');
      await tx
        .insertInto('chat_uploads')
        .values({ ...upload, is_imported: true })
        .execute();
    });
    return toStored(upload);
  });
}
