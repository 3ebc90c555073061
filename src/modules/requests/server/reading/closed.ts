import { type RawBuilder, sql } from 'kysely';
import type { ReplyOf } from '../../../../platform/contract/endpoint.ts';
import { notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { allOf, type Condition, countUpTo } from '../../../../platform/server/records/queries.ts';
import { readersAmong, readsChannel } from '../../../chat/server/public.ts';
import type { ClosedRequest, listParties as contract, Outcome } from '../../contract/history.ts';
import type { RequestDb } from '../tables.ts';
import { isListed, type ListedRow, listedColumns, listedPeople, toListed } from './rows.ts';

interface ChannelFilter {
  channelId?: string | undefined;
}

interface ClosedFilters extends ChannelFilter {
  personId?: number | undefined;
  outcome?: Outcome | undefined;
  q?: string | undefined;
}

interface ClosedQuery extends ClosedFilters {
  after?: string | undefined;
  limit: number;
}

type ClosedRow = ListedRow & { closed_at: Date };

/** A page of closed requests, newest first; includes archived channels the actor may read. */
export async function listClosed(
  db: RequestDb,
  actor: Actor,
  { after, limit, ...filters }: ClosedQuery,
): Promise<ClosedRequest[]> {
  await assertReads(db, actor, filters);
  const { rows } = await sql<ClosedRow>`
    select ${listedColumns} ${visible(actor, filters)} ${listedPeople}
    where ${allOf([
      ...conditionsOf(filters),
      after !== undefined && sql`(r.closed_at, r.message_id) < ${cursorPosition(after)}`,
    ])}
    order by r.closed_at desc, r.message_id desc limit ${limit}`.execute(db);
  return rows.map((row) => ({
    ...toListed(row),
    closedAt: row.closed_at.toISOString(),
    cursor: `${row.closed_at.getTime()}.${row.message_id}`,
  }));
}

export async function countClosed(db: RequestDb, actor: Actor, filters: ClosedFilters) {
  await assertReads(db, actor, filters);
  return countUpTo(db, sql`${visible(actor, filters)} where ${allOf(conditionsOf(filters))}`);
}

const conditionsOf = ({ personId, outcome, q = '' }: ClosedFilters): Condition[] => [
  personId !== undefined && sql`${personId} in (r.asked_by, r.owner_id, r.closed_by)`,
  outcome && outcomeCondition[outcome],
  ...searchTerms(q).map((word) => sql`position(${word} in lower(m.content)) > 0`),
];

const maxParties = 1_000;

/** Requesters, assignees and people who closed them. */
export async function listParties(
  db: RequestDb,
  actor: Actor,
  filter: ChannelFilter,
): Promise<ReplyOf<typeof contract>> {
  await assertReads(db, actor, filter);
  const { rows } = await sql<ReplyOf<typeof contract>[number]>`
    select p.id, p.shown_name as name from users p
    where p.id in (
      select unnest(array[r.asked_by, r.owner_id, r.closed_by]) ${visible(actor, filter)})
    order by lower(p.first_name), lower(p.last_name), p.id limit ${maxParties}`.execute(db);
  return rows;
}

async function assertReads(
  db: RequestDb,
  { userId }: Actor,
  { channelId }: ChannelFilter,
): Promise<void> {
  if (channelId === undefined) return;
  if (!(await readersAmong(db, channelId, [userId])).has(userId)) throw notFound();
}

/** Those involved keep theirs, whether they are in the channel or only may read it, as in the queues. */
const isInvolved = sql`u.id in (r.asked_by, r.owner_id, r.closed_by)`;

/**
 * Closed requests `r` that the person `u` may see: of one channel, or of all channels they are in, and their own.
 */
const visible = ({ userId }: Actor, { channelId }: ChannelFilter) => sql`
  from chat_requests r
  join chat_channels c on c.id = r.channel_id
  join chat_messages m on m.id = r.message_id and m.deleted_at is null
  join users u on u.id = ${userId} and ${readsChannel}
    and r.closed_at is not null
    and ${channelId === undefined ? sql`(${isListed} or ${isInvolved})` : sql`r.channel_id = ${channelId}`}`;

const outcomeCondition: Record<Outcome, RawBuilder<unknown>> = {
  done: sql`r.status = 'done'`,
  cancelled: sql`r.status = 'cancelled'`,
  overdue: sql`r.closed_at > r.due_at`,
};

const searchTerms = (q: string) => q.toWellFormed().toLowerCase().split(/\s+/).filter(Boolean);

function cursorPosition(cursor: string): RawBuilder<unknown> {
  const [closed, id = ''] = cursor.split('.');
  return sql`(${new Date(Number(closed))}::timestamptz, ${id}::uuid)`;
}
