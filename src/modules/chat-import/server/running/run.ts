import type { Actor } from '../../../../platform/server/http/actor.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { activityOf } from '../activity.ts';
import { findImport } from '../imports.ts';
import { dropExport, forgetExport, importTask } from '../storedExport.ts';
import type { ChannelRow, ImportRow, ImportServices } from '../tables.ts';
import { importBatch } from './batch.ts';
import { openSlice } from './slice.ts';

/** A job is delivered again after five minutes: it hands over the rest long before. */
const sliceMs = 60_000;

/** Imports the plan batch by batch, for a limited time; checks for a stop request after each. */
export async function runSlice(
  services: ImportServices,
  row: ImportRow,
  actor: Actor,
): Promise<void> {
  const { db, platform } = services;
  const until = performance.now() + sliceMs;
  const slice = await openSlice(services, row);
  try {
    while (performance.now() < until) {
      const now = await findImport(db, row.id);
      if (now?.state !== 'importing') return;
      if (now.wants_stop) return await stop(services, row.id);
      const channel = await findNext(services, row.id);
      if (!channel) return await end(services, row.id, actor);
      await importBatch(services, slice, channel);
    }
  } finally {
    slice.close();
  }
  await platform.jobs.add(db, importTask, { importId: row.id });
}

const findNext = ({ db }: ImportServices, importId: number): Promise<ChannelRow | undefined> =>
  db
    .selectFrom('chat_import_channels')
    .selectAll()
    .where('import_id', '=', importId)
    .where('chosen', '=', true)
    .where('is_done', '=', false)
    .orderBy('place')
    .limit(1)
    .executeTakeFirst();

/** Imported messages stay, and the rest waits as before. */
async function stop({ db }: ImportServices, importId: number): Promise<void> {
  await db
    .updateTable('chat_imports')
    .set({ state: 'read', wants_stop: false })
    .where('id', '=', importId)
    .where('state', '=', 'importing')
    .execute();
}

async function end(services: ImportServices, importId: number, actor: Actor): Promise<void> {
  const key = await services.db.transaction().execute(async (tx) => {
    const ended = await tx
      .updateTable('chat_imports')
      .set((eb) => ({ state: 'imported', wants_stop: false, done_count: eb.ref('total_count') }))
      .where('id', '=', importId)
      .where('state', '=', 'importing')
      .returningAll()
      .executeTakeFirst();
    if (!ended) return null;
    const made = await tx
      .selectFrom('chat_import_conversations')
      .select('channel_id')
      .where('import_id', '=', importId)
      .orderBy('channel_id')
      .execute();
    const after = {
      channelIds: made.map(({ channel_id }) => channel_id),
      channels: ended.channels_brought,
      messages: ended.messages_brought,
      reactions: ended.reactions_brought,
      files: ended.files_brought,
    };
    await recordActivity(tx, activityOf(ended, 'chat_import.ended', { actor, ip: '' }, after));
    return forgetExport(tx, importId);
  });
  if (key) await dropExport(services, key);
}
