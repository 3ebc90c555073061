import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { readsChannel } from '../../../chat/server/public.ts';
import type { Counts, Queue, QueuedRequest } from '../../contract.ts';
import type { RequestDb, RequestRow } from '../tables.ts';
import { isListed, type ListedRow, listedColumns, listedPeople, toListed } from './rows.ts';

interface QueueQuery {
  queue: Queue;
  channelId?: string | undefined;
  after?: string | undefined;
  limit: number;
}

const inQueue: Record<Queue, RawBuilder<boolean>> = {
  mine: sql<boolean>`(r.status = 'claimed' and r.owner_id = u.id)`,
  asked: sql<boolean>`(r.status in ('open', 'claimed') and r.asked_by = u.id)`,
  unclaimed: sql<boolean>`(r.status = 'open' and ${isListed})`,
};

/** Requests `r` in channels `c` that the person `u` may see and that can still be changed. */
const visible = (userId: number) => sql`
  from chat_requests r
  join chat_channels c on c.id = r.channel_id and c.archived_at is null
  join chat_messages m on m.id = r.message_id and m.deleted_at is null
  join users u on u.id = ${userId} and ${readsChannel}`;

const position = sql`(coalesce(r.due_at, 'infinity'), r.asked_at, r.message_id)`;

/** A page of active requests by due time, so the longest overdue come first. */
export async function listRequests(
  db: RequestDb,
  { userId }: Actor,
  { queue, channelId, after, limit }: QueueQuery,
): Promise<QueuedRequest[]> {
  const { rows } = await sql<ListedRow>`
    select ${listedColumns} ${visible(userId)} ${listedPeople}
    where ${inQueue[queue]}
      and ${channelId === undefined ? sql`true` : sql`r.channel_id = ${channelId}`}
      and ${after === undefined ? sql`true` : sql`${position} > ${cursorPosition(after)}`}
    order by coalesce(r.due_at, 'infinity'), r.asked_at, r.message_id
    limit ${limit}`.execute(db);
  return rows.map((row) => ({ ...toListed(row), cursor: cursorOf(row) }));
}

export async function countRequests(db: RequestDb, { userId }: Actor): Promise<Counts> {
  const { rows } = await sql<Counts>`/* prepared: count-requests */
    select count(*) filter (where ${inQueue.mine}) as mine,
      count(*) filter (where ${inQueue.asked}) as asked,
      count(*) filter (where ${inQueue.unclaimed}) as unclaimed
    ${visible(userId)}
    where r.status in ('open', 'claimed')`.execute(db);
  return rows[0] ?? { mine: 0, asked: 0, unclaimed: 0 };
}

const cursorOf = ({ due_at, asked_at, message_id }: RequestRow) =>
  `${due_at?.getTime() ?? '-'}.${asked_at.getTime()}.${message_id}`;

function cursorPosition(cursor: string): RawBuilder<unknown> {
  const [due = '', asked, id = ''] = cursor.split('.');
  const dueAt =
    due === '-' ? sql`'infinity'::timestamptz` : sql`${new Date(Number(due))}::timestamptz`;
  return sql`(${dueAt}, ${new Date(Number(asked))}::timestamptz, ${id}::uuid)`;
}
