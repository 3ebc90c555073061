import type { Kysely } from 'kysely';
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
      made.map(({ userIds, createdBy, createdAt, ...channel }) => ({
        ...channel,
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
