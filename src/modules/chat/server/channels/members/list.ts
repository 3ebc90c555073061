import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../../../platform/server/db/database.ts';
import type { OpenChannel } from '../../access/find.ts';
import { seesItsRecord } from '../../access/record.ts';
import { isOfItsTeam, leads } from '../../access/team.ts';
import type { ChatTables } from '../../tables.ts';

interface Member {
  userId: number;
  /** Null if membership is derived, e.g. from the team. */
  joinedAt: string | null;
}

/** The members of a channel, by name; for direct channels the two people. */
export async function listMembers(
  db: Db<ChatTables>,
  channel: Pick<OpenChannel, 'id' | 'type' | 'people'>,
): Promise<Member[]> {
  const { rows } = await sql<{ id: number; joined_at: Date | null }>`
    select u.id, m.joined_at from users u
    -- A direct channel that has not begun has no row.
    left join chat_channels c on c.id = ${channel.id}
    left join chat_members m
      on m.channel_id = ${channel.id} and m.user_id = u.id and m.left_at is null
    where u.deleted_at is null and ${whoIsIn(channel)}
    order by lower(u.last_name), lower(u.first_name), u.id`.execute(db);
  return rows.map(({ id, joined_at }) => ({
    userId: id,
    joinedAt: joined_at?.toISOString() ?? null,
  }));
}

/** Restricts users `u` to the members of channel `c`, where `m` is their membership row, if any. */
function whoIsIn({ type, people }: Pick<OpenChannel, 'type' | 'people'>): RawBuilder<boolean> {
  if (type === 'direct') return sql`u.id = any(${people}::int[])`;
  if (type === 'public' || type === 'private' || type === 'group') {
    return sql`m.user_id is not null`;
  }
  if (type === 'record') return sql`m.user_id is not null and ${seesItsRecord}`;
  const works = sql<boolean>`u.is_active and not u.pending
    and u.protection is distinct from 'system_bot'`;
  if (type === 'team') return sql`${works} and ${isOfItsTeam}`;
  return type === 'management' ? sql`${works} and ${leads}` : works;
}
