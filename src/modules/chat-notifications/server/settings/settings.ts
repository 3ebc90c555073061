import { sql } from 'kysely';
import { invalid } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { type ChatParts, getChannel } from '../../../chat/server/public.ts';
import * as contract from '../../contract.ts';
import type { NotifyDb } from '../tables.ts';
import { columnsOf, toSettings } from './rows.ts';

interface SettingsServices {
  db: NotifyDb;
  realtime: Platform['realtime'];
  chat: ChatParts;
}

/** A user's chat notification settings, the same on every device. */
export function addSettingsRoutes({ routes, db, realtime }: Platform, chat: ChatParts): void {
  const settingsServices: SettingsServices = { db, realtime, chat };
  routes.add(contract.getChatSettings, ({ actor }) => getChatSettings(db, actor.userId));
  routes.add(contract.saveChatSettings, ({ actor, body }) =>
    saveChatSettings(settingsServices, actor, body as contract.SettingsChange),
  );
  routes.add(contract.muteChannel, ({ actor, params, body }) =>
    muteChannel(settingsServices, actor, { ...params, ...body }),
  );
}

export async function getChatSettings(
  db: NotifyDb,
  userId: number,
): Promise<contract.ChatSettings> {
  const row = await db
    .selectFrom('chat_settings')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return toSettings(row, new Date());
}

/** Saves the changed settings and publishes them to the user's devices. */
export async function saveChatSettings(
  services: SettingsServices,
  actor: Actor,
  change: contract.SettingsChange,
): Promise<contract.ChatSettings> {
  assertPause(change.pausedUntil);
  const current = await getChatSettings(services.db, actor.userId);
  const admitted = { ...change, ...(await admitChannels(services, actor, current, change)) };
  const columns = columnsOf(admitted);
  if (Object.keys(columns).length === 0) return current;
  const row = await services.db
    .insertInto('chat_settings')
    .values({ user_id: actor.userId, ...columns })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ ...columns, version: sql<number>`chat_settings.version + 1` }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
  return publishSettings(services, actor, toSettings(row, new Date()));
}

/** Changes one channel only, so that two devices do not undo each other's changes. */
export async function muteChannel(
  services: SettingsServices,
  actor: Actor,
  { channelId, muted }: { channelId: string; muted: boolean },
): Promise<contract.ChatSettings> {
  // A channel the user has left can still be unmuted.
  if (muted) await getChannel(services.db, actor, channelId);
  const { rows } = await sql<{ changed: number }>`
    insert into chat_settings as s (user_id, muted_channels)
    values (${actor.userId}, ${muted ? [channelId] : []}::text[])
    on conflict (user_id) do update set version = s.version + 1,
      muted_channels = array_remove(s.muted_channels, ${channelId}) || excluded.muted_channels
    where (${channelId} = any(s.muted_channels)) <> ${muted}
    returning user_id as changed`.execute(services.db);
  const settings = await getChatSettings(services.db, actor.userId);
  return rows.length > 0 ? publishSettings(services, actor, settings) : settings;
}

function publishSettings(
  { realtime }: SettingsServices,
  { userId }: Actor,
  settings: contract.ChatSettings,
): contract.ChatSettings {
  realtime.publish(`user:${userId}`, contract.chatSettingsChanged, settings);
  return settings;
}

function assertPause(pausedUntil: string | null | undefined): void {
  if (!pausedUntil) return;
  const left = Date.parse(pausedUntil) - Date.now();
  if (left <= 0) throw invalid('Check the end time.', { pausedUntil: 'Must be in the future' });
  if (left > contract.longestPauseDays * 86_400_000) {
    throw invalid('Check the end time.', { pausedUntil: 'Must be within a month' });
  }
}

/**
 * Throws if a newly added channel is not readable. Saved channels that are no longer readable are
 * dropped: the user does not see them and must not be blocked by them.
 */
async function admitChannels(
  services: SettingsServices,
  actor: Actor,
  current: contract.ChatSettings,
  { mutedChannels, channelLevels }: contract.SettingsChange,
): Promise<contract.SettingsChange> {
  const named = [...(mutedChannels ?? []), ...Object.keys(channelLevels ?? {})];
  if (named.length === 0) return {};
  const readable = await services.chat.readableAmong(actor, named);
  const mayName = (id: string, before: readonly string[]) =>
    readable.has(id) || before.includes(id);
  const invalidFields = {
    mutedChannels: mutedChannels?.some((id) => !mayName(id, current.mutedChannels)),
    channelLevels: Object.keys(channelLevels ?? {}).some(
      (id) => !mayName(id, Object.keys(current.channelLevels)),
    ),
  };
  const fields = Object.entries(invalidFields).filter(([, isInvalid]) => isInvalid);
  if (fields.length > 0) {
    const problem = 'Must be channels you can read';
    throw invalid(
      'Choose only channels you can read.',
      Object.fromEntries(fields.map(([field]) => [field, problem])),
    );
  }
  const levels = Object.entries(channelLevels ?? {}).filter(([id]) => readable.has(id));
  return {
    ...(mutedChannels && { mutedChannels: mutedChannels.filter((id) => readable.has(id)) }),
    ...(channelLevels && { channelLevels: Object.fromEntries(levels) }),
  };
}
