import { sql } from 'kysely';
import type { Db } from '../../../../platform/server/db/database.ts';
import { conflict } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { kindsIn } from '../../../data-guard/server/public.ts';
import { draftChanged, type ServerDraft } from '../../contract/personal.ts';
import { readableBy } from '../access/find.ts';
import type { ChatServices } from '../services.ts';
import type { ChatTables } from '../tables.ts';
import { attachmentsOf, isBlank, type UnsentMessage, validateUnsent } from './unsent.ts';

const maxDrafts = 500;

/** Latest first; drafts in channels the user has left are hidden. */
export async function listDrafts(
  { db, fixed }: ChatServices,
  actor: Actor,
): Promise<ServerDraft[]> {
  const { userId } = actor;
  // A direct channel without messages has no row; only its two people can draft in it.
  const rows = await db
    .selectFrom('chat_drafts as d')
    .leftJoin('chat_channels as c', 'c.id', 'd.channel_id')
    .select(['d.channel_id', 'd.thread_id', 'd.content', 'd.upload_ids', 'd.updated_at'])
    .where('d.user_id', '=', userId)
    .where(sql<boolean>`(c.id is null or ${await readableBy(actor, fixed)})`)
    .orderBy('d.updated_at', 'desc')
    .execute();
  const filesOf = await attachmentsOf(db, userId, rows);
  return rows.map((row) => ({
    channelId: row.channel_id,
    threadId: row.thread_id,
    content: row.content,
    attachments: filesOf(row.upload_ids),
    updatedAt: row.updated_at.toISOString(),
  }));
}

/**
 * Saves a draft for the user's other devices; blank without files deletes it. Text with customer data is
 * not stored: it stays in the browser until sent.
 */
export async function saveDraft(
  { db, realtime }: ChatServices,
  actor: Actor,
  { origin, ...input }: UnsentMessage & { origin: string },
): Promise<void> {
  const { channelId, threadId } = input;
  const { attachments } = await validateUnsent(db, actor, input);
  const content = kindsIn([input.content]).length > 0 ? '' : input.content.toWellFormed();
  const draft = { ...input, content: isBlank(input) ? '' : content };
  const updatedAt = isBlank(draft)
    ? await forget(db, actor.userId, draft)
    : await upsert(db, actor.userId, draft);
  if (!updatedAt) return;
  const at = updatedAt.toISOString();
  const saved = { channelId, threadId, content: draft.content, attachments, updatedAt: at };
  realtime.publish(`user:${actor.userId}`, draftChanged, { ...saved, origin });
}

/** Returns when it was saved; null if unchanged. */
async function upsert(
  db: Db<ChatTables>,
  userId: number,
  draft: UnsentMessage,
): Promise<Date | null> {
  const { channelId, threadId, content, attachmentIds } = draft;
  const others = await db
    .selectFrom('chat_drafts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where(sql<boolean>`(channel_id, thread_id) is distinct from (${channelId}, ${threadId}::uuid)`)
    .executeTakeFirst();
  if ((others?.count ?? 0) >= maxDrafts) {
    throw conflict('You have 500 drafts. Send or discard one first.');
  }
  const { rows } = await sql<{ updated_at: Date }>`
    insert into chat_drafts as d (user_id, channel_id, thread_id, content, upload_ids)
    values (${userId}, ${channelId}, ${threadId}, ${content}, ${[...attachmentIds]}::uuid[])
    on conflict (user_id, channel_id, thread_id) do update
    set content = excluded.content, upload_ids = excluded.upload_ids, updated_at = now()
    where (d.content, d.upload_ids) is distinct from (excluded.content, excluded.upload_ids)
    returning updated_at`.execute(db);
  return rows[0]?.updated_at ?? null;
}

/** Returns when it was deleted; null if there was none. */
async function forget(
  db: Db<ChatTables>,
  userId: number,
  { channelId, threadId }: UnsentMessage,
): Promise<Date | null> {
  const { rows } = await sql<{ forgotten_at: Date }>`
    delete from chat_drafts where user_id = ${userId} and channel_id = ${channelId}
      and thread_id is not distinct from ${threadId}::uuid
    returning now() as forgotten_at`.execute(db);
  return rows[0]?.forgotten_at ?? null;
}
