import { sql } from 'kysely';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { invalid } from '../../../../platform/server/http/errors.ts';
import {
  type ChatSettings,
  chatSettingsChanged,
  longestPauseDays,
  type SettingsChange,
} from '../../contract/settings.ts';
import { pairOf } from '../channels/direct.ts';
import { getChannel } from '../channels/find.ts';
import { readableBy } from '../personal/stars.ts';
import type { ChatServices } from '../services.ts';
import { columnsOf, toSettings } from './rows.ts';
import type { SettingsDb } from './tables.ts';

export type SettingsServices = Pick<ChatServices, 'realtime' | 'fixed'> & { db: SettingsDb };

export async function getChatSettings(db: SettingsDb, userId: number): Promise<ChatSettings> {
  const row = await db
    .selectFrom('chat_settings')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return toSettings(row, new Date());
}

/** Sets what the change names and tells the person's own devices. */
export async function saveChatSettings(
  desk: SettingsServices,
  actor: Actor,
  change: SettingsChange,
): Promise<ChatSettings> {
  assertPause(change.pausedUntil);
  const held = await getChatSettings(desk.db, actor.userId);
  const admitted = { ...change, ...(await admitChannels(desk, actor, held, change)) };
  const columns = columnsOf(admitted);
  if (Object.keys(columns).length === 0) return held;
  const row = await desk.db
    .insertInto('chat_settings')
    .values({ user_id: actor.userId, ...columns })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ ...columns, version: sql<number>`chat_settings.version + 1` }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
  return publishSettings(desk, actor, toSettings(row, new Date()));
}

/** One channel alone, so that two devices do not undo each other's. */
export async function muteChannel(
  desk: SettingsServices,
  actor: Actor,
  { channelId, muted }: { channelId: string; muted: boolean },
): Promise<ChatSettings> {
  // Whoever has left a channel may still let it go.
  if (muted) await getChannel(desk.db, actor, channelId);
  const { rows } = await sql<{ changed: number }>`
    insert into chat_settings as s (user_id, muted_channels)
    values (${actor.userId}, ${muted ? [channelId] : []}::text[])
    on conflict (user_id) do update set version = s.version + 1,
      muted_channels = array_remove(s.muted_channels, ${channelId}) || excluded.muted_channels
    where (${channelId} = any(s.muted_channels)) <> ${muted}
    returning user_id as changed`.execute(desk.db);
  const settings = await getChatSettings(desk.db, actor.userId);
  return rows.length > 0 ? publishSettings(desk, actor, settings) : settings;
}

function publishSettings(
  { realtime }: SettingsServices,
  { userId }: Actor,
  settings: ChatSettings,
): ChatSettings {
  realtime.publish(`user:${userId}`, chatSettingsChanged, settings);
  return settings;
}

function assertPause(pausedUntil: string | null | undefined): void {
  if (!pausedUntil) return;
  const left = Date.parse(pausedUntil) - Date.now();
  if (left <= 0) throw invalid('Please check the end.', { pausedUntil: 'Must be in the future' });
  if (left > longestPauseDays * 86_400_000) {
    throw invalid('Please check the end.', { pausedUntil: 'Must be within a month' });
  }
}

/**
 * Throws where a channel is named that the person cannot read. Of those saved before, what they can no
 * longer read is dropped: they are not to be stopped by what they do not see.
 */
async function admitChannels(
  desk: SettingsServices,
  actor: Actor,
  held: ChatSettings,
  { mutedChannels, channelLevels }: SettingsChange,
): Promise<SettingsChange> {
  const named = [...(mutedChannels ?? []), ...Object.keys(channelLevels ?? {})];
  if (named.length === 0) return {};
  const readable = await readableAmong(desk, actor, named);
  const mayName = (id: string, before: readonly string[]) =>
    readable.has(id) || before.includes(id);
  const wrong = {
    mutedChannels: mutedChannels?.some((id) => !mayName(id, held.mutedChannels)),
    channelLevels: Object.keys(channelLevels ?? {}).some(
      (id) => !mayName(id, Object.keys(held.channelLevels)),
    ),
  };
  const fields = Object.entries(wrong).filter(([, isWrong]) => isWrong);
  if (fields.length > 0) {
    const problem = 'Must be channels you can read';
    throw invalid(
      'Please choose only channels you can read.',
      Object.fromEntries(fields.map(([field]) => [field, problem])),
    );
  }
  const levels = Object.entries(channelLevels ?? {}).filter(([id]) => readable.has(id));
  return {
    ...(mutedChannels && { mutedChannels: mutedChannels.filter((id) => readable.has(id)) }),
    ...(channelLevels && { channelLevels: Object.fromEntries(levels) }),
  };
}

async function readableAmong(
  { db, fixed }: SettingsServices,
  actor: Actor,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('chat_channels as c')
    .select('c.id')
    .where(sql<boolean>`c.id = any(${ids}::text[])`)
    .where(await readableBy(actor, fixed))
    .execute();
  // A conversation need not have begun.
  const own = ids.filter((id) => pairOf(id)?.includes(actor.userId));
  return new Set([...rows.map(({ id }) => id), ...own]);
}
