import { type Kysely, sql } from 'kysely';
import { violatedConstraint } from '../../../../platform/server/db/database.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { conflict, notFound } from '../../../../platform/server/http/errors.ts';
import type { ChatTables } from '../tables.ts';
import { findOwn } from './bring-in.ts';
import { dropBytes, dropForgottenBytes, type Shelf } from './bytes.ts';

/** Lets go of one's own upload that nobody can be shown: no message carries it, and none is about to. */
export async function discard(shelf: Shelf, actor: Actor, id: string): Promise<void> {
  if (!(await findOwn(shelf.db, actor, id))) throw notFound();
  const keys = await letGo(shelf.db, [id]).catch((error) => {
    // A message took it up in this very moment.
    if (violatedConstraint(error) === 'chat_attachments_upload_id_fkey') return [];
    throw error;
  });
  if (keys.length === 0) throw conflict('A message carries this file, or is about to.');
  await dropBytes(shelf, keys);
}

/** Nightly: what was brought in a week ago and went nowhere. Drafts and scheduled messages count. */
export async function sweep(shelf: Shelf): Promise<void> {
  const forgotten = await shelf.db
    .selectFrom('chat_uploads as u')
    .select('u.id')
    .where('u.created_at', '<', sql<Date>`now() - interval '7 days'`)
    .where(uncarried)
    .where(sql<boolean>`not exists (
      select from (select unnest(upload_ids) as id from chat_drafts) kept where kept.id = u.id)`)
    .execute();
  await dropBytes(
    shelf,
    await letGo(
      shelf.db,
      forgotten.map(({ id }) => id),
    ),
  );
  await dropForgottenBytes(shelf);
}

const uncarried = sql<boolean>`not exists (
    select from chat_attachments a where a.upload_id = u.id)
  and not exists (
    select from (select unnest(upload_ids) as id from chat_scheduled where state <> 'sent') waiting
    where waiting.id = u.id)`;

/**
 * The rows go first and leave a note of their keys: a row always has its bytes. A message that takes one
 * up meanwhile makes the whole fail, by its reference.
 */
async function letGo(db: Kysely<ChatTables>, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ storage_key: string }>`
    with gone as (
      delete from chat_uploads u where u.id = any(${[...ids]}::uuid[]) and ${uncarried}
      returning u.storage_key)
    insert into chat_loose_files (storage_key) select storage_key from gone
    returning storage_key`.execute(db);
  return rows.map((row) => row.storage_key);
}
