import { sql } from 'kysely';
import type { ReplyOf } from '../../../../platform/contract/endpoint.ts';
import { notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { pairOf, readersAmong, readsChannel } from '../../../chat/server/public.ts';
import type { listOwners as contract } from '../../contract.ts';
import type { RequestServices } from '../services.ts';

const maxOwners = 2_000;

/** Everyone who may read a channel, by name. */
export async function listOwners(
  { db }: RequestServices,
  { userId }: Actor,
  channelId: string,
): Promise<ReplyOf<typeof contract>> {
  const pair = pairOf(channelId);
  if (!pair?.includes(userId) && !(await readersAmong(db, channelId, [userId])).has(userId)) {
    throw notFound();
  }
  // A direct channel's two members are known before its first message creates it.
  const readers = pair
    ? sql`users u where u.id = any(${pair}::int[])
        and u.is_active and not u.pending and u.deleted_at is null`
    : sql`chat_channels c join users u on ${readsChannel} where c.id = ${channelId}`;
  const { rows } = await sql<ReplyOf<typeof contract>[number]>`
    select u.id, u.shown_name as name, u.department
    from ${readers} and u.protection is distinct from 'system_bot'
    order by lower(u.first_name), lower(u.last_name), u.id limit ${maxOwners}`.execute(db);
  return rows;
}
