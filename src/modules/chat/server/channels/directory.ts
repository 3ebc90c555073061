import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../../platform/server/db/database.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { OpenChannel } from '../../contract/channels.ts';
import type { ChatTables } from '../tables.ts';
import { selectChannels, toChannel } from './list.ts';

interface OpenChannelQuery {
  archived: boolean;
  /** Blank matches all. */
  search: string;
  after?: string | undefined;
  afterId?: string | undefined;
  limit: number;
}

/** A page of matching public channels: name prefix matches first, then by name. */
export async function listOpenChannels(
  db: Db<ChatTables>,
  actor: Actor,
  { archived, search, after, afterId = '', limit }: OpenChannelQuery,
): Promise<OpenChannel[]> {
  const words = escaped(search).split(/\s+/).filter(Boolean);
  const found = words.map((word) => sql`c.search_text like '%' || folded(${word}) || '%'`);
  const order = placeOf(search, sql`c.search_text`, [sql`lower(c.name)`, sql`c.id`]);
  const last = placeOf(search, sql`folded(${after})`, [
    sql`lower(${after})`,
    sql`${afterId}::text`,
  ]);
  const rows = await selectChannels(db, actor)
    .select(memberCount.as('member_count'))
    .where('c.type', '=', 'public')
    .where(sql<boolean>`${sql.join([sql`true`, ...found], sql` and `)}`)
    .$if(!archived, (query) => query.where('c.archived_at', 'is', null))
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(${sql.join(order)}) > (${sql.join(last)})`),
    )
    .orderBy(sql`${sql.join(order)}`)
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...toChannel(actor, row), memberCount: row.member_count }));
}

const memberCount = sql<number>`(select count(*) from chat_members n join users p on p.id = n.user_id
  where n.channel_id = c.id and n.left_at is null and p.deleted_at is null)`;

/** The sort key: prefix match, then name and id. */
function placeOf(search: string, text: RawBuilder<unknown>, byName: RawBuilder<unknown>[]) {
  if (search === '') return byName;
  return [sql`${text} not like folded(${escaped(search)}) || '%'`, ...byName];
}

/** Escapes `%` and `_` for LIKE. */
const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&');
