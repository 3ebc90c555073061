import type { Kysely } from 'kysely';
import type { Department, Store } from '../../../../platform/contract/access.ts';
import type { Db } from '../../../../platform/server/db/database.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { directChannelId } from '../../contract.ts';
import type { Pair } from '../access/direct.ts';
import { beginDirect } from '../access/find.ts';
import { newChannelId } from '../channels/createChannel.ts';
import { announceMembers } from '../channels/members/announce.ts';
import type { ChatTables } from '../tables.ts';
import { publishChange } from '../writing/publish.ts';

export interface ImportedChannel {
  type: 'public' | 'private' | 'group' | 'team';
  /** Blank for group messages, which are named after their people. */
  name: string;
  description: string;
  createdBy: number;
  createdAt: Date;
  /** The members, including the creator; empty for team channels. */
  userIds: readonly number[];
  /** Team channels only; null means any. */
  store?: Store | null;
  department?: Department | null;
  /** Closed for writing. */
  archived?: { by: number; at: Date };
}

/** Creates imported channels with their members, and returns their ids in order. Publishes nothing. */
export async function importChannels(
  db: Kysely<ChatTables>,
  channels: readonly ImportedChannel[],
): Promise<string[]> {
  const created = channels.map((channel) => ({ ...channel, id: newChannelId() }));
  if (created.length === 0) return [];
  await db
    .insertInto('chat_channels')
    .values(
      created.map(({ userIds, createdBy, createdAt, archived, ...channel }) => ({
        ...channel,
        archived_at: archived?.at ?? null,
        archived_by: archived?.by ?? null,
        created_by: createdBy,
        created_at: createdAt,
        group_key: channel.type === 'group' ? userIds.toSorted((a, b) => a - b).join('-') : null,
      })),
    )
    .execute();
  const members = created.flatMap(({ id, userIds, createdBy, createdAt }) =>
    userIds.map((userId) => ({
      channel_id: id,
      user_id: userId,
      added_by: createdBy,
      joined_at: createdAt,
    })),
  );
  if (members.length > 0) await db.insertInto('chat_members').values(members).execute();
  return created.map(({ id }) => id);
}

/** Creates the direct channel of two people if needed; returns its id. */
export async function importDirect(db: Db<ChatTables>, [low, high]: Pair): Promise<string> {
  await beginDirect(db, [[Math.min(low, high), Math.max(low, high)]]);
  return directChannelId(low, high);
}

/** Adds people who were never members to an imported channel; returns those added. Publishes nothing. */
export async function importMembers(
  db: Db<ChatTables>,
  channelId: string,
  userIds: readonly number[],
  addedBy: number,
): Promise<number[]> {
  if (userIds.length === 0) return [];
  const added = await db
    .insertInto('chat_members')
    .values(userIds.map((user_id) => ({ channel_id: channelId, user_id, added_by: addedBy })))
    .onConflict((known) => known.doNothing())
    .returning('user_id')
    .execute();
  return added.map((row) => row.user_id);
}

interface ImportedChange {
  channelId: string;
  joined?: readonly number[];
  left?: readonly number[];
}

/**
 * Publishes, after COMMIT, that an imported channel was created, extended or removed, so that open
 * browsers refetch. Sends no notifications.
 */
export function announceImported(platform: Platform, change: ImportedChange): void {
  const { db, bus, realtime } = platform;
  if (change.joined?.length || change.left?.length) announceMembers({ db, bus, realtime }, change);
  else publishChange(realtime, change.channelId);
}
