import type { Kysely } from 'kysely';
import type { Db } from '../../../../platform/server/db/database.ts';
import { directId, type Pair } from '../channels/direct.ts';
import { beginDirect } from '../channels/find.ts';
import { newChannelId } from '../channels/writing/create.ts';
import type { ChatTables } from '../tables.ts';

export interface ImportedChannel {
  type: 'public' | 'private' | 'group' | 'team';
  /** Blank for a group, which is called after its people. */
  name: string;
  description: string;
  createdBy: number;
  createdAt: Date;
  /** Who is in it, whoever made it included; nobody by name in a team's. */
  userIds: readonly number[];
  /** Of a team; null stands for any. */
  store?: string | null;
  department?: string | null;
  /** Nothing new can be said in it. */
  archived?: { by: number; at: Date };
}

/** Makes channels of the past with their people, and answers their ids in order. Publishes nothing. */
export async function importChannels(
  db: Kysely<ChatTables>,
  channels: readonly ImportedChannel[],
): Promise<string[]> {
  const made = channels.map((channel) => ({ ...channel, id: newChannelId() }));
  if (made.length === 0) return [];
  await db
    .insertInto('chat_channels')
    .values(
      made.map(({ userIds, createdBy, createdAt, archived, ...channel }) => ({
        ...channel,
        archived_at: archived?.at ?? null,
        archived_by: archived?.by ?? null,
        created_by: createdBy,
        created_at: createdAt,
        group_key: channel.type === 'group' ? userIds.toSorted((a, b) => a - b).join('-') : null,
      })),
    )
    .execute();
  const members = made.flatMap(({ id, userIds, createdBy, createdAt }) =>
    userIds.map((userId) => ({
      channel_id: id,
      user_id: userId,
      added_by: createdBy,
      joined_at: createdAt,
    })),
  );
  if (members.length > 0) await db.insertInto('chat_members').values(members).execute();
  return made.map(({ id }) => id);
}

/** The direct channel of two people, which may have begun already; answers its id. */
export async function importDirect(db: Db<ChatTables>, [low, high]: Pair): Promise<string> {
  await beginDirect(db, [[Math.min(low, high), Math.max(low, high)]]);
  return directId(low, high);
}

/** Brings people into a channel of the past who were never in it; answers who they are. Publishes nothing. */
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
