import { sql } from 'kysely';
import type { ImportHooks } from '../../chat/server/public.ts';

/** A channel with a message that waits to be sent is in use; what was sent or failed goes with it. */
export const scheduledImportHooks: ImportHooks = {
  async isUsed(tx, channelId) {
    const { rows } = await sql`select id from chat_scheduled
      where channel_id = ${channelId} and state = 'waiting' limit 1`.execute(tx);
    return rows.length > 0;
  },

  async deleteForMessages(tx, ids) {
    await sql`delete from chat_scheduled
      where thread_id = any(${ids}::uuid[]) or reply_to_id = any(${ids}::uuid[])`.execute(tx);
  },

  async deleteForChannel(tx, channelId) {
    await sql`delete from chat_scheduled where channel_id = ${channelId}`.execute(tx);
    return null;
  },
};
