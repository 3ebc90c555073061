import { type Kysely, sql } from 'kysely';
import { createLooseFiles } from '../../../platform/server/storage/looseFiles.ts';
import { forgetRemoved } from '../../chat/server/public.ts';
import type { ChatImportTables, ImportServices } from './tables.ts';

type Tx = Kysely<ChatImportTables>;

export const importTask = 'chat-import.step';

const looseExports = createLooseFiles('chat_import_loose_files');
export const { onLooseKey, claimBytes } = looseExports;

/** Deletes the bytes of an export that no import refers to, then their note. */
export const dropExport = ({ platform: { storage }, db }: ImportServices, key: string) =>
  looseExports.deleteBytes({ db, storage }, [key]);

/**
 * Deletes the contents of an export: imported messages are in their channels, and the rest is private. Returns the
 * key of its bytes, noted, to be deleted after COMMIT.
 */
export async function forgetExport(tx: Tx, importId: number): Promise<string | null> {
  // Millions of messages can take longer than the statement timeout.
  await sql`set local statement_timeout = 0`.execute(tx);
  await tx.deleteFrom('chat_import_messages').where('import_id', '=', importId).execute();
  const { rows } = await sql<{ storage_key: string }>`
    insert into chat_import_loose_files (storage_key)
    select storage_key from chat_imports where id = ${importId} and storage_key is not null
    on conflict do nothing returning storage_key`.execute(tx);
  await tx
    .updateTable('chat_imports')
    .set({ is_kept: false, storage_key: null })
    .where('id', '=', importId)
    .execute();
  return rows[0]?.storage_key ?? null;
}

const forgotten =
  'This export was deleted because it was not used for seven days. Upload it again.';

/** Nightly: deletes exports unused for a week, and bytes of uploads that were interrupted a day ago. */
export async function sweep({ platform, db, importHooks }: ImportServices): Promise<void> {
  const old = await db
    .selectFrom('chat_imports')
    .select('id')
    .where('is_kept', '=', true)
    .where('state', 'in', ['read', 'failed'])
    .where('created_at', '<', sql<Date>`now() - interval '7 days'`)
    .execute();
  for (const { id } of old)
    await db.transaction().execute(async (tx) => {
      const ended = await tx
        .updateTable('chat_imports')
        .set({ state: 'failed', failure: forgotten })
        .where('id', '=', id)
        .where('state', 'in', ['read', 'failed'])
        .executeTakeFirst();
      if (ended.numUpdatedRows > 0n) await forgetExport(tx, id);
    });
  await looseExports.sweepLooseBytes({ db, storage: platform.storage });
  await forgetRemoved(db, importHooks);
}
