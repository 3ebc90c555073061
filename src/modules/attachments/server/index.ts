import type { Platform } from '../../../platform/server/platform.ts';
import * as contract from '../contract.ts';
import { discardUpload, sweep } from './cleanup.ts';
import * as reading from './reading.ts';
import type { AttachmentServices } from './services.ts';
import { findOwn, uploadFile } from './uploadFile.ts';
import { toAttachment } from './uploads.ts';
import type { UploadUse } from './uses.ts';

/**
 * Files: uploaded first, then attached to records of other modules, which hand in who can read them. A
 * file gets its type by its content, and loses the location and other hidden data before anyone else
 * can see it. The module must never serve a file that a browser could execute, keep bytes without a row,
 * or delete a file that a record has.
 */
export function attachmentsModule(platform: Platform, uses: readonly UploadUse[]): void {
  const { db, routes, storage, parsing, limits, jobs } = platform;
  const services: AttachmentServices = { db, storage, parsing, uses };
  const uploads = limits('chat-upload', 60, 10 * 60);

  routes.add(contract.uploadFile, async ({ actor, params, query, file }) => {
    const id = params.uploadId;
    const known = await findOwn(db, actor, id);
    if (known) return toAttachment(known);
    await uploads.consume(String(actor.userId));
    return toAttachment(await uploadFile(services, actor, { id, ...query, file }));
  });
  routes.add(contract.discardUpload, async ({ actor, params }) => {
    await discardUpload(services, actor, params.uploadId);
    return { message: 'Upload discarded' };
  });
  routes.add(contract.readFile, ({ actor, params, query }) =>
    reading.readFile(services, actor, { id: params.uploadId, ...query }),
  );
  routes.add(contract.readThumbnail, ({ actor, params }) =>
    reading.readThumbnail(services, actor, params.uploadId),
  );
  jobs.schedule('chat.uploads.sweep', '13 9 * * *', () => sweep(services));
}
