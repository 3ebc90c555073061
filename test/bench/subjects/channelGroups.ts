import type { Writer } from '../../support/writers.ts';
import type { Product } from './product.ts';

export interface ChannelGroup {
  channelId: string;
  members: Writer[];
}

/** Creates private channels of that many members each: enough for everyone, or the first `count`. */
export async function createChannelGroups(
  { pool, people }: Product,
  size: number,
  count = Math.floor(people.length / size),
): Promise<ChannelGroup[]> {
  const groups = Array.from({ length: count }, (_, index) => ({
    channelId: `group-${size}-${index}`,
    members: people.slice(index * size, (index + 1) * size),
  }));
  await pool.query(
    `insert into chat_channels (id, type, name, created_by)
     select id, 'private', id, creator from unnest($1::text[], $2::int[]) as made (id, creator)`,
    [groups.map(({ channelId }) => channelId), groups.map(({ members }) => members[0]?.userId)],
  );
  const rows = groups.flatMap(({ channelId, members }) =>
    members.map(({ userId }) => ({ channelId, userId })),
  );
  await pool.query(
    `insert into chat_members (channel_id, user_id)
     select channel_id, user_id from unnest($1::text[], $2::int[]) as made (channel_id, user_id)`,
    [rows.map(({ channelId }) => channelId), rows.map(({ userId }) => userId)],
  );
  return groups;
}
