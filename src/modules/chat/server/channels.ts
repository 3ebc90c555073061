import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/server/db/database.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import { notFound } from '../../../platform/server/http/errors.ts';
import type { Channel } from '../contract.ts';
import { type Pair, pairOf } from './direct.ts';
import type { FixedChannels } from './fixed-channels.ts';
import {
  type ChannelFacts,
  type Correspondent,
  canBeMet,
  canRead,
  reasonClosed,
} from './policy.ts';
import type { ChatTables } from './tables.ts';

export interface OpenChannel extends ChannelFacts {
  id: string;
  lastSeq: number;
  lastRev: number;
  /** A direct channel has a row from its first message on. */
  begun: boolean;
  /** Why nothing can be written in it now. */
  closed: string | undefined;
}

/** The channel as it is now, if the person may read it; throws 404 where it does not exist for them. */
export async function getChannel(
  db: Db<ChatTables>,
  actor: Actor,
  id: string,
): Promise<OpenChannel> {
  const pair = pairOf(id);
  const channel = pair ? await findDirect(db, actor, id, pair) : await findFixed(db, id);
  if (!channel || !canRead(actor, channel)) throw notFound();
  return channel;
}

async function findFixed(db: Db<ChatTables>, id: string): Promise<OpenChannel | null> {
  const row = await db
    .selectFrom('chat_channels')
    .select(['type', 'last_seq', 'last_rev'])
    .where('id', '=', id)
    .where('type', '<>', 'direct')
    .executeTakeFirst();
  if (!row) return null;
  const { type, last_seq: lastSeq, last_rev: lastRev } = row;
  return { id, type, people: [], lastSeq, lastRev, begun: true, closed: undefined };
}

async function findDirect(
  db: Db<ChatTables>,
  actor: Actor,
  id: string,
  people: Pair,
): Promise<OpenChannel | null> {
  // Before the database is asked, so that not even the time tells whether strangers write to each other.
  if (!canRead(actor, { type: 'direct', people })) return null;
  const [low, high] = people;
  const row = await db
    .selectFrom('users as u')
    .leftJoin('chat_channels as c', (join) => join.on('c.id', '=', id))
    .select(['u.is_active', 'u.pending', 'u.protection', 'u.deleted_at'])
    .select(['c.id as begun', 'c.last_seq', 'c.last_rev'])
    .where('u.id', '=', low === actor.userId ? high : low)
    .executeTakeFirst();
  if (!row) return null;
  const other: Correspondent = {
    isActive: row.is_active,
    isPending: row.pending,
    isBot: row.protection === 'system_bot',
    isDeleted: row.deleted_at !== null,
  };
  const begun = row.begun !== null;
  if (!begun && !canBeMet(other)) return null;
  const [lastSeq, lastRev] = [row.last_seq ?? 0, row.last_rev ?? 0];
  return { id, type: 'direct', people, lastSeq, lastRev, begun, closed: reasonClosed(other) };
}

/** Restricts `c`, a channel, to those the person may read: the one such condition for lists. */
export async function visibleTo(actor: Actor, fixed: FixedChannels): Promise<RawBuilder<boolean>> {
  const types = await fixed();
  const ids = [...types].filter(([, type]) => canRead(actor, { type, people: [] }));
  const me = actor.userId;
  return sql<boolean>`(c.id = any(${ids.map(([id]) => id)}::text[])
    or c.user_low = ${me} or (c.type = 'direct' and c.user_high = ${me}))`;
}

/** The fixed channels by position, then one's begun direct ones, the latest first. */
export async function listChannels(
  db: Db<ChatTables>,
  actor: Actor,
  fixed: FixedChannels,
): Promise<Channel[]> {
  const rows = await db
    .selectFrom('chat_channels as c')
    .leftJoin('users as u', (join) =>
      join.on(
        'u.id',
        '=',
        sql<number>`case when c.user_low = ${actor.userId} then c.user_high else c.user_low end`,
      ),
    )
    .select(['c.id', 'c.type', 'c.name', 'c.description', 'c.last_seq', 'c.last_rev'])
    .select(['c.last_message_at', 'u.id as user_id', 'u.first_name', 'u.last_name'])
    .where(await visibleTo(actor, fixed))
    .where((eb) => eb.or([eb('c.type', '<>', 'direct'), eb('c.last_seq', '>', 0)]))
    .orderBy(sql`c.type = 'direct'`)
    .orderBy('c.position')
    .orderBy('c.last_message_at', (order) => order.desc().nullsLast())
    .orderBy('c.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    type: row.type,
    name: row.user_id === null ? row.name : `${row.first_name} ${row.last_name}`,
    description: row.description,
    lastSeq: row.last_seq,
    lastRev: row.last_rev,
    lastMessageAt: row.last_message_at?.toISOString() ?? null,
    userId: row.user_id,
  }));
}

/** Creates the rows of direct channels that have none yet; both people may do so at the same moment. */
export async function beginDirect(db: Db<ChatTables>, pairs: readonly Pair[]): Promise<void> {
  if (pairs.length === 0) return;
  await db
    .insertInto('chat_channels')
    .values(
      pairs.map(([low, high]) => ({
        id: `dm-${low}-${high}`,
        type: 'direct' as const,
        name: '',
        user_low: low,
        user_high: high,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
