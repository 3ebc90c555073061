import { sql } from 'kysely';
import type { UploadAccess, UploadUse } from '../../attachments/server/public.ts';
import { readsChannel } from './access/readers.ts';

/** Files of messages and drafts: who can read a message can read its files. */
export const messageUploads: UploadUse = {
  isKept: sql<boolean>`exists (
    select from chat_attachments a where a.upload_id = u.id)`,
  isDrafted: sql<boolean>`exists (
    select from (select unnest(upload_ids) as id from chat_drafts) kept where kept.id = u.id)`,
  // One query: a file may have been forwarded to many channels.
  async findAccess(db, { userId }, uploadId) {
    const { rows } = await sql<UploadAccess>`
      select count(*) > 0 as "isAttached", coalesce(bool_or(${readsChannel}), false) as "isReadable"
      from chat_channels c join users u on u.id = ${userId}
      where c.id in (
        select m.channel_id from chat_attachments a join chat_messages m on m.id = a.message_id
        where a.upload_id = ${uploadId} and m.deleted_at is null)`.execute(db);
    return rows[0] ?? { isAttached: false, isReadable: false };
  },
};
