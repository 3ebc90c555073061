import { type Kysely, sql } from 'kysely';
import { forgetRemoved } from '../../../chat/server/public.ts';
import type { ChatImportTables, ImportServices } from '../tables.ts';

type Tx = Kysely<ChatImportTables>;

export const importTask = 'chat-import.step';

/** Deletes the bytes of an export that no import refers to, then their note. */
export async function dropExport({ platform, db }: ImportServices, key: string): Promise<void> {
  await platform.storage.delete(key);
  await db.deleteFrom('chat_import_loose_files').where('storage_key', '=', key).execute();
}

/**
 * Forgets what was said in an export: what came in is in the conversations, and the rest is nobody's business.
 * Answers the key of its bytes, noted, to be dropped after COMMIT.
 */
export async function forgetExport(tx: Tx, importId: number): Promise<string | null> {
  // Millions of messages may take longer than any request.
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
  'Nothing was done with this export for seven days, so it was not kept. Please bring it in again.';

/** Nightly: exports nobody went on with for a week, and bytes whose upload broke off a day ago. */
export async function sweep(desk: ImportServices): Promise<void> {
  const { db } = desk;
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
  const loose = await db
    .selectFrom('chat_import_loose_files')
    .select('storage_key')
    .where('since', '<', sql<Date>`now() - interval '1 day'`)
    .execute();
  for (const { storage_key } of loose) await dropExport(desk, storage_key);
  await forgetRemoved(db);
}
