import { type Kysely, sql } from 'kysely';
import { violatedConstraint } from '../../../../platform/server/db/database.ts';
import { conflict, notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { ChatTables } from '../tables.ts';
import { dropBytes, dropForgottenBytes, type FileStore } from './bytes.ts';
import { findOwn } from './uploadFile.ts';

/** Discards one of the user's uploads that no message has and none is scheduled to have. */
export async function discardUpload(fileStore: FileStore, actor: Actor, id: string): Promise<void> {
  if (!(await findOwn(fileStore.db, actor, id))) throw notFound();
  const keys = await deleteUploads(fileStore.db, [id]).catch((error) => {
    // A message attached it at the same moment.
    if (violatedConstraint(error) === 'chat_attachments_upload_id_fkey') return [];
    throw error;
  });
  if (keys.length === 0) throw conflict('This file is attached to a sent or scheduled message.');
  await dropBytes(fileStore, keys);
}

/** Nightly: deletes uploads older than a week that no message, draft or scheduled message has. */
export async function sweep(fileStore: FileStore): Promise<void> {
  const expired = await fileStore.db
    .selectFrom('chat_uploads as u')
    .select('u.id')
    .where('u.created_at', '<', sql<Date>`now() - interval '7 days'`)
    .where(isUnattached)
    .where(sql<boolean>`not exists (
      select from (select unnest(upload_ids) as id from chat_drafts) kept where kept.id = u.id)`)
    .execute();
  await dropBytes(
    fileStore,
    await deleteUploads(
      fileStore.db,
      expired.map(({ id }) => id),
    ),
  );
  await dropForgottenBytes(fileStore);
}

const isUnattached = sql<boolean>`not exists (
    select from chat_attachments a where a.upload_id = u.id)
  and not exists (
    select from (select unnest(upload_ids) as id from chat_scheduled where state <> 'sent') waiting
    where waiting.id = u.id)`;

/**
 * Deletes the rows first and records their keys, so that a row always has its bytes. If a message
 * attaches one in the meantime, its foreign key makes the statement fail.
 */
async function deleteUploads(db: Kysely<ChatTables>, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ storage_key: string }>`
    with gone as (
      delete from chat_uploads u where u.id = any(${[...ids]}::uuid[]) and ${isUnattached}
      returning u.storage_key)
    insert into chat_loose_files (storage_key) select storage_key from gone
    returning storage_key`.execute(db);
  return rows.map((row) => row.storage_key);
}
