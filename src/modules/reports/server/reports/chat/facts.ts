import { type RawBuilder, sql } from 'kysely';
import { readsChannel } from '../../../../chat/server/public.ts';
import type { ReadQuery } from '../../report.ts';
import { startOf, timeIn } from '../../tally/facts.ts';

type Sql = RawBuilder<unknown>;

/**
 * Channels `c` of the requested stores that the reader may read by the chat’s own rule; direct and group
 * messages are never counted. Channels without a store count only when all stores are requested.
 */
export const readable = ({ stores, scope }: ReadQuery): Sql => {
  const isAllStores = stores.length === scope.stores.length && stores.length > 0;
  return sql`exists (select from users u where u.id = ${scope.userId} and ${readsChannel})
    and c.type not in ('direct', 'group')
    and (c.store = any(${stores}::text[]) or c.store is null and ${isAllStores})`;
};

/** Requests `r` of messages that are not deleted, in channels `c`. */
export const requestsOf = (query: ReadQuery): Sql => sql`
  chat_requests r join chat_messages m on m.id = r.message_id and m.deleted_at is null
  join chat_channels c on c.id = r.channel_id and ${readable(query)}
  where ${timeIn('r.asked_at', query)}`;

/** Threads have no owner and no kind. */
const ofRequests = ['owner', 'kind'];

/** Requests and, unless grouped or filtered by owner or kind, threads with a reply; one row each. */
export function factsOf(query: ReadQuery, by: string): Sql {
  const isRequestsOnly = [by, ...query.only.map((one) => one.by)].some((one) =>
    ofRequests.includes(one),
  );
  const requests = sql`
    select r.asked_at as at, c.id as channel_id, c.name as channel, c.store, true as is_request,
      r.kind, r.status, r.owner_id, r.claimed_at, r.due_at, r.closed_at, null::timestamptz as answered_at
    from ${requestsOf(query)}`;
  return isRequestsOnly ? sql`(${requests}) f` : sql`(${requests} union all ${threads(query)}) f`;
}

/** Driven by replies, which are few; a thread is answered by the first reply of someone else. */
const threads = (query: ReadQuery): Sql => sql`
  select m.created_at, c.id, c.name, c.store, false, null, null, null::integer, null, null, null, t.answered_at
  from (
    select begun.id, min(reply.created_at) as answered_at
    from chat_messages reply join chat_messages begun on begun.id = reply.thread_id
    where reply.thread_id is not null and reply.deleted_at is null
      and reply.created_at >= ${startOf(query)}
      and reply.sender_id <> begun.sender_id and begun.deleted_at is null
      and ${timeIn('begun.created_at', query)}
    group by begun.id) t
  join chat_messages m on m.id = t.id
  join chat_channels c on c.id = m.channel_id and ${readable(query)}`;
