import { sql } from 'kysely';
import { countsAsIn, readsChannel } from '../../../chat/server/public.ts';
import type { Audience } from '../../contract.ts';
import type { NoticeDb } from '../tables.ts';

export interface Recipient {
  id: number;
  name: string;
}

/** Restricts users `u` to those in channel `c` whom a notice can ask: never its author or a bot. */
const canBeAsked = (authorId: number) => sql<boolean>`(${readsChannel} and u.id <> ${authorId}
  and u.protection is distinct from 'system_bot' and ${countsAsIn})`;

/**
 * The people in a channel whom a notice asks now: its members (not every possible reader of a public or
 * record channel), never the author or a bot. As with teams, someone with access to all stores counts for each.
 */
export async function findAudience(
  db: NoticeDb,
  channelId: string,
  authorId: number,
  { departments, stores, roles }: Audience,
): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`
    select u.id, u.shown_name as name
    from users u join chat_channels c on c.id = ${channelId}
    where ${canBeAsked(authorId)}
      and (${departments.length === 0} or u.department = any(${departments}::text[]))
      and (${stores.length === 0} or u.store_access && ${[...stores, 'all']}::text[])
      and (${roles.length === 0} or u.role = any(${roles}::text[]))
    order by u.id`.execute(db);
  return rows;
}

/** Whether the channel is a record's conversation that no one but the author follows. */
export async function isUnfollowed(
  db: NoticeDb,
  channelId: string,
  authorId: number,
): Promise<boolean> {
  const { rows } = await sql`
    select from chat_channels c where c.id = ${channelId} and c.type = 'record'
      and not exists (select from users u where ${canBeAsked(authorId)})`.execute(db);
  return rows.length > 0;
}
