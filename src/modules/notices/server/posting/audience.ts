import { sql } from 'kysely';
import { readsChannel } from '../../../chat/server/public.ts';
import type { Audience } from '../../contract.ts';
import type { NoticeDb } from '../tables.ts';

export interface AudienceQuery {
  id: number;
  name: string;
}

/**
 * Whom of a channel a notice asks now: those who are in it, which of a public one not everybody is who may
 * read it; never its author, nor a bot. The store follows the rule of the teams: who is of all is of each.
 */
export async function findAudience(
  db: NoticeDb,
  channelId: string,
  authorId: number,
  { departments, stores, roles }: Audience,
): Promise<AudienceQuery[]> {
  const { rows } = await sql<AudienceQuery>`
    select u.id, u.shown_name as name
    from users u join chat_channels c on c.id = ${channelId}
    where ${readsChannel} and u.id <> ${authorId} and u.protection is distinct from 'system_bot'
      and (c.type <> 'public' or exists (select from chat_members m
        where m.channel_id = c.id and m.user_id = u.id and m.left_at is null))
      and (${departments.length === 0} or u.department = any(${departments}::text[]))
      and (${stores.length === 0} or u.store_access && ${[...stores, 'all']}::text[])
      and (${roles.length === 0} or u.role = any(${roles}::text[]))
    order by u.id`.execute(db);
  return rows;
}
