import { randomUUID } from 'node:crypto';
import type { ValidOf } from '../../../platform/contract/endpoint.ts';
import { conflict, invalid } from '../../../platform/server/errors.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import type { IncomingFile } from '../../../platform/server/http/files/upload.ts';
import type * as calls from '../contract.ts';
import { getImport } from './imports.ts';
import type { ImportKind } from './kinds.ts';
import { assertMapping, fieldsFor, type Mapping } from './mapping.ts';
import type { ImportRow, ImportServices } from './tables.ts';

export const importTask = 'imports.step';

type Query = ValidOf<typeof calls.startImport>['query'];

/** Stores an uploaded file once; a job reads its rows. */
export async function startImport(
  { platform, db }: ImportServices,
  actor: Actor,
  kind: ImportKind,
  { clientId, store, fileName, encoding, file }: Query & { clientId: string; file: IncomingFile },
): Promise<ImportRow> {
  if (!kind.storesOf(actor).includes(store))
    throw invalid('You don’t have access to this store.', { store: 'Choose one of your stores' });
  if (file.sizeBytes === 0) throw invalid('The file is empty.');
  const key = randomUUID();
  await platform.storage.put(key, file.stream);
  const values = {
    client_id: clientId,
    kind: kind.name,
    store,
    file_name: fileName,
    storage_key: key,
    encoding,
    state: 'reading' as const,
    mapping: null,
    created_by: actor.userId,
  };
  const added = await db.transaction().execute(async (tx) => {
    const made = await tx
      .insertInto('imports')
      .values(values)
      .onConflict((same) => same.columns(['created_by', 'client_id']).doNothing())
      .returningAll()
      .executeTakeFirst();
    if (made) await platform.jobs.add(tx, importTask, { importId: made.id });
    return made;
  });
  if (added) return added;
  // On a repeat, the bytes of the first request are the ones that are read.
  await platform.storage.delete(key);
  const known = await db
    .selectFrom('imports')
    .selectAll()
    .where('created_by', '=', actor.userId)
    .where('client_id', '=', clientId)
    .where('kind', '=', kind.name)
    .executeTakeFirst();
  if (!known) throw conflict('Another file was uploaded with this id.');
  return known;
}

export interface NextStep {
  importId: number;
  from: readonly ImportRow['state'][];
  to: 'checking' | 'importing' | 'undoing';
  mapping?: Mapping;
}

/** Starts the next step of an import; refuses a step its state does not allow. */
export async function startStep(
  { platform, db }: ImportServices,
  actor: Actor,
  kind: ImportKind,
  { importId, from, to, mapping }: NextStep,
): Promise<ImportRow> {
  return db.transaction().execute(async (tx) => {
    const existing = await getImport(tx, actor, { kind: kind.name, importId });
    if (mapping) assertMapping(mapping, existing.header, fieldsFor(kind, actor));
    const moved = await tx
      .updateTable('imports')
      .set({ state: to, done_count: 0, ...(mapping && { mapping: JSON.stringify(mapping) }) })
      .where('id', '=', importId)
      .where('state', 'in', [...from])
      .returningAll()
      .executeTakeFirst();
    if (!moved) throw conflict(`You can’t do this while the import is ${existing.state}.`);
    await platform.jobs.add(tx, importTask, { importId });
    return moved;
  });
}
