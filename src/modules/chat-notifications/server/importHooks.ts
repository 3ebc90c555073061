import { sql } from 'kysely';
import type { ImportHooks } from '../../chat/server/public.ts';
import { deleteForChannel, publishNotifications } from '../../notifications/server/public.ts';
import { importedAfterMs } from './inputs/changes.ts';

/** Imported messages notify no one, and removed ones leave nothing behind. */
export const notificationImportHooks: ImportHooks = {
  cursors: 'chat_notify_cursors',

  async onImported(tx, channelId, { before, after }) {
    // Unless earlier messages still wait for notification.
    await sql`
      insert into chat_notify_cursors as k (channel_id, rev)
      select ${channelId}, ${after}::bigint
      where ${before}::bigint = 0
        or exists (select from chat_notify_cursors where channel_id = ${channelId})
      on conflict (channel_id) do update set rev = excluded.rev
        where k.rev >= ${before}::bigint`.execute(tx);
    // Then a round still comes past them, and would take the most recent for new.
    await sql`
      insert into chat_notified (message_id, named, calls_channel)
      select id, mentioned_user_ids, mentions_channel from chat_messages
      where channel_id = ${channelId} and rev > ${before}::bigint
        and created_at > now() - make_interval(secs => ${importedAfterMs / 1000})
      on conflict do nothing`.execute(tx);
  },

  async deleteForMessages(tx, ids) {
    await sql`delete from chat_notified where message_id = any(${ids}::uuid[])`.execute(tx);
  },

  async deleteForChannel(tx, channelId) {
    const removed = await deleteForChannel(tx, channelId);
    await sql`update chat_settings set version = version + 1,
        muted_channels = array_remove(muted_channels, ${channelId}),
        channel_levels = channel_levels - ${channelId}::text
      where ${channelId} = any(muted_channels) or channel_levels ? ${channelId}`.execute(tx);
    return (platform) => publishNotifications(platform, removed);
  },
};
