import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../../platform/server/db/database.ts';
import { notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { directChannelId } from '../../contract.ts';
import type { ChannelType, ChatTables } from '../tables.ts';
import { type Pair, pairOf } from './direct.ts';
import { type SqlPerson, valuesOf } from './person.ts';
import {
  type ChannelFacts,
  type Correspondent,
  canBeMet,
  canRead,
  isIn,
  reasonClosed,
  rightsOn,
} from './policy.ts';
import { accessOf, seenBy } from './record.ts';
import { inTeam, teamOf } from './team.ts';

export interface OpenChannel extends ChannelFacts {
  id: string;
  /** Empty for direct and group messages. */
  name: string;
  lastSeq: number;
  lastRev: number;
  /** Whether there is a row: direct channels have one only from their first message on. */
  begun: boolean;
  /** Why it is closed for writing. */
  closed: string | undefined;
  /** False only for public and record channels the user reads without having joined. */
  isMember: boolean;
  /** Whether the user may delete other people's messages. */
  canModerate: boolean;
}

export const reasonArchived = 'This channel is archived.';

/** The channel, if the user can read it; otherwise throws 404. */
export async function getChannel(
  db: Db<ChatTables>,
  actor: Actor,
  id: string,
): Promise<OpenChannel> {
  const pair = pairOf(id);
  const channel = pair ? await findDirect(db, actor, id, pair) : await findShared(db, actor, id);
  if (!channel || !canRead(actor, channel)) throw notFound();
  const { moderate: canModerate } = rightsOn(actor, channel);
  return { ...channel, canModerate, isMember: isIn(actor, channel) };
}

type Found = ChannelFacts & Omit<OpenChannel, 'isMember' | 'canModerate'>;

async function findShared(db: Db<ChatTables>, actor: Actor, id: string): Promise<Found | null> {
  const row = await db
    .selectFrom('chat_channels as c')
    .leftJoin('chat_members as m', (join) =>
      join
        .onRef('m.channel_id', '=', 'c.id')
        .on('m.user_id', '=', actor.userId)
        .on('m.left_at', 'is', null),
    )
    .select(['c.type', 'c.name', 'c.last_seq', 'c.last_rev', 'c.created_by', 'c.archived_at'])
    .select(['c.store', 'c.department', 'c.min_role', 'm.user_id as member'])
    .select(['c.needs_page', 'c.needs_feature'])
    .where('c.id', '=', id)
    .where('c.type', '<>', 'direct')
    .modifyFront(sql`/* prepared: find-channel */`)
    .executeTakeFirst();
  if (!row) return null;
  return {
    id,
    type: row.type,
    name: row.name,
    people: [],
    isMember: row.member !== null,
    team: teamOf(row),
    record: accessOf(row),
    createdBy: row.created_by,
    lastSeq: row.last_seq,
    lastRev: row.last_rev,
    begun: true,
    closed: row.archived_at ? reasonArchived : undefined,
  };
}

async function findDirect(
  db: Db<ChatTables>,
  actor: Actor,
  id: string,
  people: Pair,
): Promise<Found | null> {
  // Before any query, so that not even timing reveals whether other people message each other.
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
  return {
    id,
    type: 'direct',
    name: '',
    people,
    lastSeq: row.last_seq ?? 0,
    lastRev: row.last_rev ?? 0,
    begun,
    closed: reasonClosed(other),
  };
}

/** The ids of the channels that the person is in, including fixed and excluding direct ones. */
const sharedIds = (person: SqlPerson) => sql`
  select unnest(${person.fixedIds})
  union all
  select w.channel_id from chat_members w join chat_channels k on k.id = w.channel_id
  where w.user_id = ${person.userId} and w.left_at is null
    and (k.type <> 'record' or ${seenBy(person, 'k')})
  union all select t.id from chat_channels t where t.type = 'team' and ${inTeam(person)}`;

/**
 * Restricts channels `c` to those the person is in, including fixed and excluding direct ones. One subquery, and neither
 * a list nor `or`: so each channel is found by the index, and none is compared with all ids.
 */
export const sharedIn = (person: SqlPerson) => sql<boolean>`c.id in (${sharedIds(person)})`;

/** The same with the person's direct channels. */
export const visibleIn = (person: SqlPerson) => sql<boolean>`c.id in (${sharedIds(person)}
  union all select d.id from chat_channels d where d.user_low = ${person.userId}
  union all select d.id from chat_channels d where d.type = 'direct' and d.user_high = ${person.userId})`;

export const sharedWith = async (actor: Actor, fixed: FixedChannels) =>
  sharedIn(valuesOf(actor, await fixed()));

/**
 * Restricts channels `c` to the user's own; used for all lists. Excludes public and record channels the
 * user has not joined, although they can read them.
 */
export const visibleTo = async (actor: Actor, fixed: FixedChannels) =>
  visibleIn(valuesOf(actor, await fixed()));

/** Restricts channels `c` to those the user can read: their own, and public and record channels. */
export async function readableBy(actor: Actor, fixed: FixedChannels): Promise<RawBuilder<boolean>> {
  const person = valuesOf(actor, await fixed());
  return sql<boolean>`(c.type = 'public'
    or (c.type = 'record' and ${seenBy(person, 'c')}) or ${visibleIn(person)})`;
}

/** The channels among these that the user can read. */
export async function readableAmong(
  { db, fixed }: { db: Db<ChatTables>; fixed: FixedChannels },
  actor: Actor,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('chat_channels as c')
    .select('c.id')
    .where(sql<boolean>`c.id = any(${ids}::text[])`)
    .where(await readableBy(actor, fixed))
    .execute();
  // Direct channels may not have a row yet.
  const own = ids.filter((id) => pairOf(id)?.includes(actor.userId));
  return new Set([...rows.map(({ id }) => id), ...own]);
}

/** Creates missing rows of direct channels; safe when both people do so at once. */
export async function beginDirect(db: Db<ChatTables>, pairs: readonly Pair[]): Promise<void> {
  if (pairs.length === 0) return;
  await db
    .insertInto('chat_channels')
    .values(
      pairs.map(([low, high]) => ({
        id: directChannelId(low, high),
        type: 'direct' as const,
        name: '',
        user_low: low,
        user_high: high,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The types of the fixed channels by id, in order. */
export type FixedChannels = () => Promise<ReadonlyMap<string, ChannelType>>;

const fixedTypes: ChannelType[] = ['all', 'sales', 'service', 'management', 'integrations'];

/** Only migrations change the fixed channels, so they are read once per process. */
export function createFixedChannels(db: Db<ChatTables>): FixedChannels {
  let known: ReturnType<FixedChannels> | undefined;
  async function read() {
    const rows = await db
      .selectFrom('chat_channels')
      .select(['id', 'type'])
      .where('type', 'in', fixedTypes)
      .orderBy('position')
      .execute();
    return new Map(rows.map(({ id, type }) => [id, type]));
  }
  return () => {
    known ??= read().catch((error) => {
      known = undefined; // The database was unavailable: retry on the next call.
      throw error;
    });
    return known;
  };
}
