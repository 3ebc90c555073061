import { sql } from 'kysely';
import type { Db } from '../../../../platform/server/db/database.ts';
import { deleteUploads } from '../../../attachments/server/public.ts';
import type { ChatTables } from '../tables.ts';
import { messageUploads } from '../uploadUse.ts';
import type { ImportHooks, Publish } from './importHooks.ts';

const atOnce = 2_000;
const cursorsOf = (importHooks: readonly ImportHooks[]): string[] => [
  'chat_record_cursors',
  ...importHooks.flatMap(({ cursors }) => cursors ?? []),
];

/** A removed channel's members, and what to do after COMMIT: stored bytes to delete, changes to publish. */
export interface Removed {
  userIds: number[];
  storageKeys: string[];
  publications: Publish[];
}

/**
 * Locks the channel until the transaction ends; null if there is none. `isUsed`: its revision differs,
 * or a module says so.
 */
export async function lockImported(
  tx: Db<ChatTables>,
  channelId: string,
  rev: number,
  importHooks: readonly ImportHooks[],
): Promise<{ isUsed: boolean } | null> {
  const row = await tx
    .selectFrom('chat_channels')
    .select('last_rev')
    .where('id', '=', channelId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return null;
  let isUsed = row.last_rev !== rev;
  for (const hooks of importHooks) isUsed ||= (await hooks.isUsed?.(tx, channelId)) ?? false;
  return { isUsed };
}

/**
 * Deletes a channel with all its messages and derived data. Only for a locked channel no one has used:
 * messages are never deleted otherwise. Publishes nothing.
 */
export async function removeImported(
  tx: Db<ChatTables>,
  channelId: string,
  importHooks: readonly ImportHooks[],
): Promise<Removed> {
  const cursors = cursorsOf(importHooks);
  // Followers lock these cursors: keep them locked, so that nothing is recreated in the meantime.
  for (const table of cursors)
    await sql`insert into ${sql.table(table)} as k (channel_id) values (${channelId})
      on conflict (channel_id) do update set rev = k.rev`.execute(tx);
  const uploads = new Set<string>();
  // Replies reference their root messages.
  for (const which of [sql<boolean>`thread_id is not null`, sql<boolean>`true`]) {
    for (;;) {
      const { rows } = await sql<{ id: string }>`select id from chat_messages
        where channel_id = ${channelId} and ${which} limit ${atOnce}`.execute(tx);
      if (rows.length === 0) break;
      const ids = rows.map(({ id }) => id);
      for (const hooks of importHooks) await hooks.deleteForMessages(tx, ids);
      for (const upload of await deleteMessages(tx, ids)) uploads.add(upload);
    }
  }
  const files = await deleteUploads(tx, [...uploads], [messageUploads.isKept]);
  const uploadIds = files.map(({ id }) => id);
  for (const hooks of importHooks) await hooks.deleteForFiles?.(tx, uploadIds);
  const { rows } = await sql<{ id: number }>`
    select user_id as id from chat_members where channel_id = ${channelId} and left_at is null
    union select unnest(array[user_low, user_high]) from chat_channels
      where id = ${channelId} and type = 'direct'`.execute(tx);
  for (const table of ['chat_reads', 'chat_members', 'chat_drafts'])
    await sql`delete from ${sql.table(table)} where channel_id = ${channelId}`.execute(tx);
  const publications: Publish[] = [];
  for (const hooks of importHooks) {
    const publish = await hooks.deleteForChannel?.(tx, channelId);
    if (publish) publications.push(publish);
  }
  for (const table of cursors)
    await sql`delete from ${sql.table(table)} where channel_id = ${channelId}`.execute(tx);
  await sql`delete from chat_channels where id = ${channelId}`.execute(tx);
  return {
    userIds: rows.map(({ id }) => id),
    storageKeys: files.map(({ storageKey }) => storageKey),
    publications,
  };
}

const byMessage = ['chat_record_mentions', 'chat_message_edits', 'chat_stars'];
const byThread = ['chat_thread_members', 'chat_drafts'];

/** Returns the ids of their files. */
async function deleteMessages(tx: Db<ChatTables>, ids: readonly string[]): Promise<string[]> {
  const these = sql`any(${ids}::uuid[])`;
  for (const table of byMessage)
    await sql`delete from ${sql.table(table)} where message_id = ${these}`.execute(tx);
  for (const table of byThread)
    await sql`delete from ${sql.table(table)} where thread_id = ${these}`.execute(tx);
  const { rows } = await sql<{ id: string }>`delete from chat_attachments
    where message_id = ${these} returning upload_id as id`.execute(tx);
  await sql`delete from chat_messages where id = ${these}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Deletes cursors of removed channels: a follower may create one during the removal. */
export async function forgetRemoved(
  db: Db<ChatTables>,
  importHooks: readonly ImportHooks[],
): Promise<void> {
  for (const table of cursorsOf(importHooks))
    await sql`delete from ${sql.table(table)} k
      where not exists (select from chat_channels c where c.id = k.channel_id)`.execute(db);
}
