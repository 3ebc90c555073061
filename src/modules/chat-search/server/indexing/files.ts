import { sql } from 'kysely';
import type { Jobs } from '../../../../platform/server/jobs/jobs.ts';
import type { StoredAttachment } from '../../../attachments/server/public.ts';
import { isReadable } from '../files/extract.ts';
import type { SearchDb } from '../tables.ts';

export const readFileJob = 'chat.read-file-text';

interface MessageWithFiles {
  id: string;
  attachments: StoredAttachment[];
  deleted_at: Date | null;
}

/** Queues files whose text was not extracted yet, or not indexed for this message. */
export async function noteFiles(
  tx: SearchDb,
  jobs: Jobs,
  rows: readonly MessageWithFiles[],
): Promise<void> {
  const attached = rows
    .filter(({ deleted_at }) => deleted_at === null)
    .flatMap(({ id, attachments }) =>
      attachments.filter(isReadable).map((file) => ({ message: id, upload: file.id })),
    );
  if (attached.length === 0) return;
  const { rows: waiting } = await sql<{ upload: string }>`
    with attached as (
      select * from json_to_recordset(${JSON.stringify(attached)}::json) as c(message uuid, upload uuid)
    ), fresh as (
      insert into chat_file_texts (upload_id) select distinct upload from attached
      on conflict do nothing returning upload_id
    )
    select upload_id as upload from fresh
    union
    select c.upload from attached c
    join chat_file_texts t on t.upload_id = c.upload and t.content <> ''
    where not exists (select from chat_search_files f
      where f.message_id = c.message and f.upload_id = c.upload)`.execute(tx);
  for (const { upload } of waiting) await jobs.add(tx, readFileJob, { uploadId: upload });
}

/** Removes the file texts of deleted messages, unless the files are attached to other messages. */
export async function forgetFiles(tx: SearchDb, messageIds: readonly string[]): Promise<void> {
  await sql`
    with gone as (
      delete from chat_search_files where message_id = any(${messageIds}::uuid[])
      returning upload_id
    )
    delete from chat_file_texts t using gone g
    where t.upload_id = g.upload_id and not exists (
      select from chat_attachments a join chat_messages m on m.id = a.message_id
      where a.upload_id = t.upload_id and m.deleted_at is null)`.execute(tx);
}
