import { sql } from 'kysely';
import { type Parsing, storedSource } from '../../../../platform/server/parsing/parsing.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import type { SearchDb } from '../tables.ts';
import { extractText, indexOf } from './extract.ts';

interface FileReadServices {
  db: SearchDb;
  storage: Platform['storage'];
  parsing: Parsing;
}

/**
 * Extracts a file's text once, and indexes it for each message it is attached to. The attempt is
 * recorded first: a file that crashed the server is not read again.
 */
export async function readFileText(services: FileReadServices, uploadId: string): Promise<void> {
  const { db } = services;
  const file = await db
    .selectFrom('chat_uploads as u')
    .leftJoin('chat_file_texts as t', 't.upload_id', 'u.id')
    .select(['u.name', 'u.mime_type', 'u.storage_key', 't.content'])
    .where('u.id', '=', uploadId)
    .executeTakeFirst();
  if (!file) return;
  const content = file.content ?? (await readOnce(services, uploadId, file));
  if (content !== '') await link(services, uploadId, { content, name: file.name });
}

interface StoredFile {
  storage_key: string;
  mime_type: string;
}

async function readOnce(
  services: FileReadServices,
  uploadId: string,
  file: StoredFile,
): Promise<string> {
  const { db } = services;
  const isFirst = await noteAttempt(db, uploadId);
  const content = isFirst ? await extract(services, uploadId, file) : '';
  await db
    .insertInto('chat_file_texts')
    .values({ upload_id: uploadId, content })
    .onConflict((known) => known.column('upload_id').doUpdateSet({ content }))
    .execute();
  return content;
}

/** Returns false if it was tried before. */
async function noteAttempt(db: SearchDb, uploadId: string): Promise<boolean> {
  const { rows } = await sql`
    insert into chat_file_texts as t (upload_id, tried_at) values (${uploadId}, now())
    on conflict (upload_id) do update set tried_at = now() where t.tried_at is null
    returning upload_id`.execute(db);
  return rows.length > 0;
}

async function extract(
  { db, storage, parsing }: FileReadServices,
  uploadId: string,
  { storage_key: key, mime_type: mimeType }: StoredFile,
): Promise<string> {
  try {
    const found = await storage.stat(key);
    // Discarded in the meantime.
    if (!found) return '';
    return await extractText(parsing, mimeType, storedSource(storage, key, found.sizeBytes));
  } catch (error) {
    // Storage error or shutdown: not the file's fault, so allow a retry.
    await db
      .updateTable('chat_file_texts')
      .set({ tried_at: null })
      .where('upload_id', '=', uploadId)
      .execute();
    throw error;
  }
}

/** Indexes it for every undeleted message it is attached to; without one its text is deleted. */
async function link(
  { db, parsing }: FileReadServices,
  uploadId: string,
  { content, name }: { content: string; name: string },
): Promise<void> {
  const text = await indexOf(parsing, content, name);
  if (text === '') return;
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
