import { sql } from 'kysely';
import type { Db } from '../../../../../platform/server/db/database.ts';
import { seesItsRecord } from '../../access/record.ts';
import { teamOf } from '../../access/team.ts';
import type { ChatTables } from '../../tables.ts';

export interface Pair {
  channelId: string;
  userId: number;
}
export type Found = Pair & { isMember: boolean };

export const keyOf = ({ channelId, userId }: Pair) => `${userId} ${channelId}`;

/** For record channels membership is not enough: the record decides. */
const stillReads = sql`(c.type <> 'record' or ${seesItsRecord})`;

export async function findMembers(
  db: Db<ChatTables>,
  pairs: readonly Pair[],
): Promise<Set<string>> {
  const { rows } = await sql<Pair>`
    select m.channel_id as "channelId", m.user_id as "userId"
    from json_to_recordset(${JSON.stringify(pairs)}::json) as p("channelId" text, "userId" int)
    join chat_members m on m.channel_id = p."channelId" and m.user_id = p."userId"
    join chat_channels c on c.id = m.channel_id join users u on u.id = m.user_id
    where m.left_at is null and ${stillReads}`.execute(db);
  return new Set(rows.map(keyOf));
}

export async function findTeams(db: Db<ChatTables>, channelIds: readonly string[]) {
  if (channelIds.length === 0) return [];
  const rows = await db
    .selectFrom('chat_channels')
    .select(['id', 'type', 'store', 'department', 'min_role'])
    .where('id', 'in', channelIds)
    .execute();
  return rows.flatMap((row) => {
    const team = teamOf(row);
    return team ? [{ id: row.id, team }] : [];
  });
}

export interface Lately {
  at: Date;
  members: Found[];
  teams: string[];
}

/** Transactions may commit out of order, so the last interval is read again. */
const overlap = sql`interval '15 seconds'`;

/** These people's membership changes and new team channels since the last time. */
export async function findLately(
  db: Db<ChatTables>,
  userIds: ReadonlySet<number>,
  healedAt: Date | null,
): Promise<Lately> {
  const since = sql`coalesce(${healedAt}::timestamptz, now()) - ${overlap}`;
  const { rows } = await sql<Lately>`
    select now() as at,
      coalesce((select json_agg(json_build_object('channelId', m.channel_id, 'userId', m.user_id,
        'isMember', m.left_at is null and ${stillReads})) from chat_members m
        join chat_channels c on c.id = m.channel_id join users u on u.id = m.user_id
        where m.changed_at > ${since} and m.user_id = any(${[...userIds]}::int[])), '[]') as members,
      array(select id from chat_channels where type = 'team' and created_at > ${since}) as teams`.execute(
    db,
  );
  return rows[0] as Lately;
}
