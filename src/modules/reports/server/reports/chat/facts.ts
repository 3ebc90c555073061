import { type RawBuilder, sql } from 'kysely';
import { readsChannel } from '../../../../chat/server/public.ts';
import type { ReportQuery } from '../../report.ts';
import { startOf, timeIn } from '../../tally/facts.ts';

type Sql = RawBuilder<unknown>;

/**
 * Channels `c` of the stores asked for that whoever asks may read, by the chat’s own rule; conversations of
 * two or a few are nobody’s figures. What no store has belongs to the group, and to all stores together only.
 */
export const readable = ({ stores, sight }: ReportQuery): Sql => {
  const isWhole = stores.length === sight.stores.length && stores.length > 0;
  return sql`exists (select from users u where u.id = ${sight.userId} and ${readsChannel})
    and c.type not in ('direct', 'group')
    and (c.store = any(${stores}::text[]) or c.store is null and ${isWhole})`;
};

/** Requests `r` of messages that are still there, in channels `c`. */
export const requestsOf = (asked: ReportQuery): Sql => sql`
  chat_requests r join chat_messages m on m.id = r.message_id and m.deleted_at is null
  join chat_channels c on c.id = r.channel_id and ${readable(asked)}
  where ${timeIn('r.asked_at', asked)}`;

/** Whose requests or what kind of them: threads have neither. */
const ofRequests = ['owner', 'kind'];

/** Requests and, where they can be told apart like this, threads with an answer; one row each. */
export function factsOf(asked: ReportQuery, by: string): Sql {
  const isOfRequests = [by, ...asked.only.map((one) => one.by)].some((one) =>
    ofRequests.includes(one),
  );
  const requests = sql`
    select r.asked_at as at, c.id as channel_id, c.name as channel, c.store, true as is_request,
      r.kind, r.status, r.owner_id, r.claimed_at, r.due_at, r.closed_at, null::timestamptz as answered_at
    from ${requestsOf(asked)}`;
  return isOfRequests ? sql`(${requests}) f` : sql`(${requests} union all ${threads(asked)}) f`;
}

/** Begun by the replies, of which there are few, and none before what it answers; the first of somebody else does. */
const threads = (asked: ReportQuery): Sql => sql`
  select m.created_at, c.id, c.name, c.store, false, null, null, null::integer, null, null, null, t.answered_at
  from (
    select begun.id, min(reply.created_at) as answered_at
    from chat_messages reply join chat_messages begun on begun.id = reply.thread_id
    where reply.thread_id is not null and reply.deleted_at is null
      and reply.created_at >= ${startOf(asked)}
      and reply.sender_id <> begun.sender_id and begun.deleted_at is null
      and ${timeIn('begun.created_at', asked)}
    group by begun.id) t
  join chat_messages m on m.id = t.id
  join chat_channels c on c.id = m.channel_id and ${readable(asked)}`;
