import type { Platform } from '../../../../platform/server/platform.ts';
import * as contract from '../../contract/attachments.ts';
import { toAttachment } from '../messages/rows.ts';
import type { ChatServices } from '../services.ts';
import { discardUpload, sweep } from './cleanup.ts';
import * as reading from './reading.ts';
import { findOwn, uploadFile } from './uploadFile.ts';

/** Files are uploaded first, then attached to messages, which decide who can read them. */
export function addAttachmentRoutes(platform: Platform, { db }: ChatServices): void {
  const { routes, storage, parsing, limits, jobs } = platform;
  const fileStore = { db, storage, parsing };
  const uploads = limits('chat-upload', 60, 10 * 60);

  routes.add(contract.uploadFile, async ({ actor, params, query, file }) => {
    const id = params.uploadId;
    const known = await findOwn(db, actor, id);
    if (known) return toAttachment(known);
    await uploads.consume(String(actor.userId));
    return toAttachment(await uploadFile(fileStore, actor, { id, ...query, file }));
  });
  routes.add(contract.discardUpload, async ({ actor, params }) => {
    await discardUpload(fileStore, actor, params.uploadId);
    return { message: 'Upload discarded' };
  });
  routes.add(contract.readFile, ({ actor, params, query }) =>
    reading.readFile(fileStore, actor, { id: params.uploadId, ...query }),
  );
  routes.add(contract.readThumbnail, ({ actor, params }) =>
    reading.readThumbnail(fileStore, actor, params.uploadId),
  );
  jobs.schedule('chat.uploads.sweep', '13 9 * * *', () => sweep(fileStore));
}
