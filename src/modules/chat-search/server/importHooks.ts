import { sql } from 'kysely';
import type { ImportHooks } from '../../chat/server/public.ts';

/** Imported messages are indexed like others; removed ones leave nothing in the index. */
export const searchImportHooks: ImportHooks = {
  cursors: 'chat_search_cursors',

  async deleteForMessages(tx, ids) {
    for (const table of ['chat_search', 'chat_search_files'])
      await sql`delete from ${sql.table(table)} where message_id = any(${ids}::uuid[])`.execute(tx);
  },

  async deleteForFiles(tx, uploadIds) {
    await sql`delete from chat_file_texts where upload_id = any(${uploadIds}::uuid[])`.execute(tx);
  },
};
