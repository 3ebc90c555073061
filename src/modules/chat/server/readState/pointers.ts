import { sql } from 'kysely';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import * as contract from '../../contract/personal.ts';
import { type ReadState, readStateChanged } from '../../contract/personal.ts';
import { getChannel } from '../access/find.ts';
import type { ChatServices } from '../services.ts';
import { startInSql } from './start.ts';
import { getUnread, readStateOf } from './unread.ts';

/** How far each user has read, and what is unread. */
export function addReadStateRoutes({ routes }: Platform, services: ChatServices): void {
  routes.add(contract.getUnread, ({ actor }) => getUnread(services.db, actor, services.fixed));
  routes.add(contract.markRead, ({ actor, params, body }) =>
    markRead(services, actor, { ...params, ...body }),
  );
  routes.add(contract.markUnread, ({ actor, params, body }) =>
    markUnread(services, actor, { ...params, ...body }),
  );
}

interface MarkRead {
  channelId: string;
  seq: number;
  /** The pointer's version known to the client. */
  version: number;
}

/**
 * Moves the pointer forward, never back. A read with an older version is ignored: it was in flight when
 * the user marked something unread.
 */
export async function markRead(
  services: ChatServices,
  actor: Actor,
  command: MarkRead,
): Promise<ReadState> {
  const { channelId, seq, version } = command;
  await getChannel(services.db, actor, channelId);
  const { numAffectedRows } = await sql`
    insert into chat_reads as r (user_id, channel_id, last_read_seq)
    select ${actor.userId}, c.id, greatest(${startInSql}, least(${seq}::bigint, c.last_seq))
    from chat_channels c where c.id = ${channelId}
    on conflict (user_id, channel_id) do update
    set last_read_seq = ${clamped(channelId, seq)}
    where r.version = ${version} and r.last_read_seq < ${clamped(channelId, seq)}`.execute(
    services.db,
  );
  return publishState(services, actor, channelId, numAffectedRows === 1n);
}

/** Sets the pointer before a message, under a new version. */
export async function markUnread(
  services: ChatServices,
  actor: Actor,
  { channelId, seq }: Omit<MarkRead, 'version'>,
): Promise<ReadState> {
  await getChannel(services.db, actor, channelId);
  const { numAffectedRows } = await sql`
    insert into chat_reads as r (user_id, channel_id, last_read_seq, version)
    select ${actor.userId}, c.id, greatest(${clamped(channelId, seq)} - 1, 0), 1
    from chat_channels c where c.id = ${channelId}
    on conflict (user_id, channel_id) do update
    set last_read_seq = excluded.last_read_seq, version = r.version + 1`.execute(services.db);
  return publishState(services, actor, channelId, numAffectedRows === 1n);
}

/** The pointer cannot be beyond the last message. */
const clamped = (channelId: string, seq: number) =>
  sql`(select least(${seq}::bigint, last_seq) from chat_channels where id = ${channelId})`;

async function publishState(
  { db, realtime }: ChatServices,
  { userId }: Actor,
  channelId: string,
  changed: boolean,
): Promise<ReadState> {
  const state = await readStateOf(db, userId, channelId);
  if (changed) realtime.publish(`user:${userId}`, readStateChanged, state);
  return state;
}
