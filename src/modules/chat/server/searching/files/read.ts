import { sql } from 'kysely';
import type { Platform } from '../../../../../platform/server/platform.ts';
import type { SearchDb } from '../tables.ts';
import { indexText } from '../text/document.ts';
import { extractText } from './extract.ts';

interface Reading {
  db: SearchDb;
  storage: Platform['storage'];
}

/** Reads a file's contents once, and lets them be found with each message that carries it. */
export async function readFileText(reading: Reading, uploadId: string): Promise<void> {
  const { db } = reading;
  const file = await db
    .selectFrom('chat_uploads as u')
    .leftJoin('chat_file_texts as t', 't.upload_id', 'u.id')
    .select(['u.name', 'u.mime_type', 'u.storage_key', 't.content'])
    .where('u.id', '=', uploadId)
    .executeTakeFirst();
  if (!file) return;
  const content = file.content ?? (await extract(reading, file));
  if (file.content === null) {
    await db
      .insertInto('chat_file_texts')
      .values({ upload_id: uploadId, content })
      .onConflict((known) => known.column('upload_id').doUpdateSet({ content }))
      .execute();
  }
  if (content !== '') await link(reading, uploadId, [content, file.name]);
}

async function extract(
  { storage }: Reading,
  file: { storage_key: string; mime_type: string },
): Promise<string> {
  // Let go of since it was noted.
  if (!(await storage.stat(file.storage_key))) return '';
  return extractText(storage, { storageKey: file.storage_key, mimeType: file.mime_type });
}

/** With every message that carries it and was not deleted; where there is none, its text is not kept. */
async function link({ db }: Reading, uploadId: string, texts: string[]): Promise<void> {
  const text = indexText(texts);
  await sql`
    with carrying as (
      select m.id, m.created_at from chat_attachments a
      join chat_messages m on m.id = a.message_id and m.deleted_at is null
      where a.upload_id = ${uploadId}
    ), linked as (
      insert into chat_search_files (message_id, upload_id, created_at, search_text)
      select id, ${uploadId}::uuid, created_at, ${text} from carrying
      on conflict do nothing
    )
    delete from chat_file_texts where upload_id = ${uploadId}
      and not exists (select from carrying)`.execute(db);
}
