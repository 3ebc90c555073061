import { violatedConstraint } from '../../../../platform/server/db/database.ts';
import { conflict, invalid } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { IncomingFile } from '../../../../platform/server/http/files/upload.ts';
import { workingStates } from '../../contract.ts';
import { claimBytes, importTask, onLooseKey } from '../storedExport.ts';
import type { ImportRow, ImportServices } from '../tables.ts';

interface UploadOptions {
  clientId: string;
  fileName: string;
  file: IncomingFile;
}

export const busy = () => conflict('Another import is in progress. Wait until it has finished.');

/** Stores an uploaded export once; a job reads it. */
export async function startChatImport(
  services: ImportServices,
  actor: Actor,
  options: UploadOptions,
): Promise<ImportRow> {
  const { platform, db, uploads } = services;
  const known = await findKnown(services, actor, options.clientId);
  if (known) return known;
  await uploads.consume(String(actor.userId));
  if (options.file.sizeBytes === 0) throw invalid('The file is empty.');
  await assertIdle(services);
  try {
    return await onLooseKey({ db, storage: platform.storage }, async (key) => {
      const { sizeBytes } = await platform.storage.put(key, options.file.stream);
      if (sizeBytes === 0) throw invalid('The file is empty.');
      return storeImport(services, actor, { ...options, key, sizeBytes });
    });
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === 'chat_imports_at_work') throw busy();
    const first = constraint?.startsWith('chat_imports_created_by')
      ? await findKnown(services, actor, options.clientId)
      : undefined;
    if (first) return first;
    throw error;
  }
}

const findKnown = ({ db }: ImportServices, { userId }: Actor, clientId: string) =>
  db
    .selectFrom('chat_imports')
    .selectAll()
    .where('created_by', '=', userId)
    .where('client_id', '=', clientId)
    .executeTakeFirst();

/** Rejects before gigabytes are uploaded for nothing; the database enforces it in any case. */
async function assertIdle({ db }: ImportServices): Promise<void> {
  const working = await db
    .selectFrom('chat_imports')
    .select('id')
    .where('state', 'in', [...workingStates])
    .executeTakeFirst();
  if (working) throw busy();
}

async function storeImport(
  { platform, db }: ImportServices,
  { userId }: Actor,
  { clientId, fileName, key, sizeBytes }: UploadOptions & { key: string; sizeBytes: number },
): Promise<ImportRow> {
  return db.transaction().execute(async (tx) => {
    if (!(await claimBytes(tx, key))) throw conflict('The upload took too long. Try again.');
    const made = await tx
      .insertInto('chat_imports')
      .values({
        client_id: clientId,
        created_by: userId,
        run_by: userId,
        storage_key: key,
        file_name: fileName.replace(/[\s\p{C}]+/gu, ' ').trim() || 'export.zip',
        size_bytes: sizeBytes,
        state: 'reading',
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await platform.jobs.add(tx, importTask, { importId: made.id });
    return made;
  });
}
