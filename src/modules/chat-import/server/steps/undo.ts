import { type Kysely, sql } from 'kysely';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { deleteBytes } from '../../../attachments/server/public.ts';
import {
  announceImported,
  forgetRemoved,
  lockImported,
  removeImported,
} from '../../../chat/server/public.ts';
import { activityOf } from '../activity.ts';
import { dropExport, forgetExport, importTask } from '../storedExport.ts';
import type { ChatImportTables, ImportRow, ImportServices } from '../tables.ts';

type Tx = Kysely<ChatImportTables>;

const sliceMs = 60_000;

interface Made {
  channel_id: string;
  rev: number;
}

/** Deletes the conversations an import created, one at a time; those used since stay. */
export async function undoSlice(
  services: ImportServices,
  row: ImportRow,
  actor: Actor,
): Promise<void> {
  const { db, importHooks, platform } = services;
  const until = performance.now() + sliceMs;
  let after = '';
  for (;;) {
    if (performance.now() > until) return platform.jobs.add(db, importTask, { importId: row.id });
    const made = await findNext(db, row.id, after);
    if (!made) break;
    after = made.channel_id;
    await undoChannel(services, row, made);
  }
  await forgetRemoved(db, importHooks);
  await end(services, row.id, actor);
}

const findNext = (db: Tx, importId: number, after: string): Promise<Made | undefined> =>
  db
    .selectFrom('chat_import_conversations')
    .select(['channel_id', 'rev'])
    .where('import_id', '=', importId)
    .where('channel_id', '>', after)
    .orderBy('channel_id')
    .limit(1)
    .executeTakeFirst();

async function undoChannel(
  services: ImportServices,
  row: ImportRow,
  { channel_id: id, rev }: Made,
): Promise<void> {
  const { db, importHooks, platform } = services;
  const removed = await db
    .transaction()
    .execute((tx) => remove(tx, importHooks, row, { channel_id: id, rev }));
  if (!removed) return;
  announceImported(platform, { channelId: id, left: removed.userIds });
  for (const publish of removed.publications) await publish(platform);
  await deleteBytes({ db, storage: platform.storage }, removed.storageKeys);
}

async function remove(
  tx: Tx,
  importHooks: ImportServices['importHooks'],
  row: ImportRow,
  { channel_id: id, rev }: Made,
) {
  // Deleting a long conversation takes longer than the statement timeout.
  await sql`set local statement_timeout = 0`.execute(tx);
  const locked = await lockImported(tx, id, rev, importHooks);
  if (!locked || locked.isUsed) return null;
  const { count } = await tx
    .selectFrom('chat_import_sent')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('channel_id', '=', id)
    .executeTakeFirstOrThrow();
  // People may remember what they read: removed messages stay available for audits.
  await sql`
    insert into chat_import_undone (import_id, message_id, channel_id, channel_name, sender_id,
      content, files, written_at, undone_by)
    select ${row.id}, m.id, m.channel_id, c.name, m.sender_id, m.content,
      array(select f ->> 'name' from jsonb_array_elements(m.attachments) f), m.created_at,
      ${row.run_by}
    from chat_messages m join chat_channels c on c.id = m.channel_id
    where m.channel_id = ${id} on conflict do nothing`.execute(tx);
  const gone = await removeImported(tx, id, importHooks);
  await tx
    .updateTable('chat_imports')
    .set({ done_count: sql`least(done_count + ${count}::integer, total_count)` })
    .where('id', '=', row.id)
    .execute();
  return gone;
}

async function end(services: ImportServices, importId: number, actor: Actor): Promise<void> {
  const key = await services.db.transaction().execute(async (tx) => {
    const { kept } = await tx
      .selectFrom('chat_import_conversations')
      .select(sql<number>`count(*)::integer`.as('kept'))
      .where('import_id', '=', importId)
      .executeTakeFirstOrThrow();
    const undone = await tx
      .updateTable('chat_imports')
      .set((eb) => ({ state: 'undone', kept_count: kept, done_count: eb.ref('total_count') }))
      .where('id', '=', importId)
      .where('state', '=', 'undoing')
      .returningAll()
      .executeTakeFirst();
    if (!undone) return null;
    const { rows: removed } = await sql<{ id: string; name: string; messages: number }>`
      select channel_id as id, channel_name as name, count(*)::integer as messages
      from chat_import_undone where import_id = ${importId}
      group by channel_id, channel_name order by channel_id`.execute(tx);
    const messages = removed.reduce((sum, one) => sum + one.messages, 0);
    const after = { kept, messages, removed };
    await recordActivity(tx, activityOf(undone, 'chat_import.undone', { actor, ip: '' }, after));
    return forgetExport(tx, importId);
  });
  if (key) await dropExport(services, key);
}
