import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { eventually } from '../../../../test/support/eventually.ts';
import type { RequestOf } from '../../../platform/contract/endpoint.ts';
import type { AdminStage, StageUser } from '../../admin/test/stage.ts';
import * as calls from '../contract.ts';

type Plan = RequestOf<typeof calls.planChatImport>['body'];

/** A chat import, step by step as in the browser. */
export function createImporter({ client }: Pick<StageUser, 'client'>) {
  const send = (
    file: Buffer | string,
    clientId: string = crypto.randomUUID(),
    name = 'export.zip',
  ) =>
    client.raw('POST', `/api/chat-imports/${clientId}/file?fileName=${encodeURIComponent(name)}`, {
      body: file,
      headers: { 'content-type': 'application/zip' },
    });
  const request = (importId: number) => client.call(calls.getChatImport, { params: { importId } });
  const get = async (importId: number): Promise<calls.ChatImport> => (await request(importId)).body;

  async function waitUntilDone(importId: number): Promise<calls.ChatImport> {
    for (;;) {
      const { status, body: now } = await request(importId);
      // Tests may make the database unavailable briefly.
      if (status === 200 && !calls.workingStates.includes(now.state)) return now;
      await sleep(50);
    }
  }

  const act = async (
    importId: number,
    endpoint: typeof calls.runChatImport | typeof calls.undoChatImport,
  ) => {
    const { status, body } = await client.call(endpoint, { params: { importId } });
    expect([status, body]).toEqual([202, expect.anything()]);
    return waitUntilDone(importId);
  };

  return {
    send,
    get,
    waitUntilDone,
    /** Uploads an export and waits until it is read. */
    async read(file: Buffer | string, name?: string): Promise<calls.ChatImport> {
      const { status, body } = await send(file, crypto.randomUUID(), name);
      expect([status, body]).toEqual([202, expect.anything()]);
      return waitUntilDone(body.id);
    },
    plan: (importId: number, plan: Partial<Plan>) =>
      client.call(calls.planChatImport, {
        params: { importId },
        body: { people: [], channels: [], withFiles: true, ...plan },
      }),
    run: (importId: number) => act(importId, calls.runChatImport),
    undo: (importId: number) => act(importId, calls.undoChatImport),
    stop: (importId: number) => client.call(calls.stopChatImport, { params: { importId } }),
  };
}

const countedTables = [
  'chat_channels',
  'chat_members',
  'chat_messages',
  'chat_message_edits',
  'chat_uploads',
  'chat_attachments',
  'chat_reads',
  'chat_thread_members',
  'chat_stars',
  'chat_drafts',
  'chat_scheduled',
  'chat_search',
  'chat_search_files',
  'chat_search_cursors',
  'chat_file_texts',
  'chat_record_mentions',
  'chat_record_cursors',
  'chat_notify_cursors',
  'chat_notified',
  'chat_loose_files',
  'chat_import_conversations',
  'chat_import_sent',
  'chat_import_messages',
  'chat_import_loose_files',
];

/** Row counts of everything an import may leave behind, by table; once all followers are done. */
export async function countRows({ platform: { db } }: AdminStage): Promise<Record<string, number>> {
  await eventually(async () => {
    const { rows } = await sql`select from chat_channels c
      left join chat_search_cursors s on s.channel_id = c.id
      left join chat_record_cursors r on r.channel_id = c.id
      left join chat_notify_cursors t on t.channel_id = c.id
      where c.last_rev > least(coalesce(s.rev, 0), coalesce(r.rev, 0), coalesce(t.rev, 0))
      limit 1`.execute(db);
    return rows.length === 0;
  }, 'The followers did not catch up');
  const counts: Record<string, number> = {};
  for (const table of countedTables) {
    const { count } = await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll().as('count'))
      .executeTakeFirstOrThrow();
    counts[table] = Number(count);
  }
  // Only of deleted channels; the demo data causes other notifications all the time.
  const { rows: stray } = await sql`select from notifications n where n.channel_id is not null
    and not exists (select from chat_channels c where c.id = n.channel_id)`.execute(db);
  return { ...counts, stray_notifications: stray.length };
}
