import { sql } from 'kysely';
import type { Db } from '../../../../platform/server/db/database.ts';
import { type AppError, conflict, notFound } from '../../../../platform/server/errors.ts';
import type { ChatTables } from '../tables.ts';
import { reasonArchived } from './find.ts';
import { seesItsRecord } from './record.ts';
import { isOfItsTeam, leads } from './team.ts';

/**
 * Restricts users `u` to those who can read channel `c`: the set-based form of `canRead`. Excludes
 * disabled, deleted and pending accounts.
 */
export const readsChannel = sql<boolean>`(u.is_active and not u.pending and u.deleted_at is null
  and case c.type
    when 'direct' then u.id in (c.user_low, c.user_high)
    when 'management' then ${leads}
    when 'private' then ${isMember()}
    when 'group' then ${isMember()}
    when 'team' then ${isOfItsTeam}
    when 'record' then ${seesItsRecord}
    else true end)`;

/**
 * Restricts channels `c` to those of user `u`: with `readsChannel` the set-based form of `isIn`. Public and record
 * channels that the person has not joined do not count.
 */
export const countsAsIn = sql<boolean>`(c.type not in ('public', 'record') or ${isMember()})`;

/** Without its offset, thousands of users are compared with all memberships of all channels, not each looked up. */
function isMember() {
  return sql`exists (select from chat_members mm
    where mm.channel_id = c.id and mm.user_id = u.id and mm.left_at is null offset 0)`;
}

/** The people among these who can read the channel. */
export async function readersAmong(
  db: Db<ChatTables>,
  channelId: string,
  ids: readonly number[],
): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    select u.id from users u join chat_channels c on c.id = ${channelId}
    where u.id = any(${ids}::int[]) and ${readsChannel}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

interface Author {
  channelId: string;
  senderId: number;
}

/** The drafts, of channels that are locked, whose authors can no longer write there. */
export async function whoMayNotWrite<D extends Author>(
  tx: Db<ChatTables>,
  drafts: readonly D[],
): Promise<Map<D, AppError>> {
  const pairs = drafts.map(({ channelId: id, senderId: of }) => ({ id, of }));
  const { rows } = await sql<{ id: string; of: number }>`
    select w.id, w.of from json_to_recordset(${JSON.stringify(pairs)}::json) as w (id text, of int)
    join chat_channels c on c.id = w.id join users u on u.id = w.of
    where ${readsChannel}`.execute(tx);
  const may = new Set(rows.map(({ id, of }) => `${of} ${id}`));
  const out = drafts.filter(({ channelId, senderId }) => !may.has(`${senderId} ${channelId}`));
  return new Map(out.map((draft) => [draft, notFound()]));
}

/** Why an admitted message was not stored. */
export async function reasonRefused(db: Db<ChatTables>, channelId: string): Promise<AppError> {
  const channel = await db
    .selectFrom('chat_channels')
    .select('archived_at')
    .where('id', '=', channelId)
    .executeTakeFirst();
  return channel?.archived_at ? archived() : notFound();
}

export const archived = () => conflict(reasonArchived);
