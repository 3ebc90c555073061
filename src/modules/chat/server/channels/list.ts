import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../../platform/server/db/database.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Channel } from '../../contract/channels.ts';
import { type FixedChannels, type OpenChannel, visibleTo } from '../access/find.ts';
import { type ChannelFacts, isIn, rightsOn } from '../access/policy.ts';
import { accessOf } from '../access/record.ts';
import { teamOf } from '../access/team.ts';
import type { ChatTables } from '../tables.ts';

interface GroupPerson {
  id: number;
  name: string;
}

interface ChannelRow
  extends Omit<Selectable<ChatTables['chat_channels']>, 'group_key' | 'search_text'> {
  /** The other person in a direct channel. */
  user_id: number | null;
  user_name: string | null;
  member: number | null;
}

/** Fixed channels by position, then joined ones by name, then direct and group messages, latest first. */
export async function listChannels(
  db: Db<ChatTables>,
  actor: Actor,
  fixed: FixedChannels,
): Promise<Channel[]> {
  const place = sql<number>`case when c.type in ('public', 'private', 'team', 'record') then 1
    when c.type in ('direct', 'group') then 2 else 0 end`;
  const rows = await selectChannels(db, actor)
    .where(await visibleTo(actor, fixed))
    .where((eb) => eb.or([eb('c.type', '<>', 'direct'), eb('c.last_seq', '>', 0)]))
    .orderBy(place)
    .orderBy('c.position')
    .orderBy(sql`case when ${place} = 1 then lower(c.name) end`)
    .orderBy(sql`coalesce(c.last_message_at, c.created_at)`, 'desc')
    .orderBy('c.id')
    .modifyFront(sql`/* prepared: list-channels */`)
    .execute();
  const people = await findGroupPeople(
    db,
    rows.filter(({ type }) => type === 'group').map(({ id }) => id),
  );
  return rows.map((row) => toChannel(actor, row, people.get(row.id)));
}

/** A channel as the user sees it (access checked by the caller); also direct ones without a row. */
export async function describeChannel(
  db: Db<ChatTables>,
  actor: Actor,
  { id, begun, people }: Pick<OpenChannel, 'id' | 'begun' | 'people'>,
): Promise<Channel> {
  if (!begun) return describeNew(db, actor, id, people);
  const row = await selectChannels(db, actor).where('c.id', '=', id).executeTakeFirstOrThrow();
  const inGroup = row.type === 'group' ? await findGroupPeople(db, [id]) : undefined;
  return toChannel(actor, row, inGroup?.get(id));
}

async function describeNew(
  db: Db<ChatTables>,
  actor: Actor,
  id: string,
  [low = 0, high = 0]: readonly number[],
): Promise<Channel> {
  const other = await db
    .selectFrom('users as u')
    .select(['u.id as user_id', fullName.as('user_name')])
    .where('u.id', '=', low === actor.userId ? high : low)
    .executeTakeFirstOrThrow();
  return toChannel(actor, { ...newDirect, ...other, id, user_low: low, user_high: high });
}

const newDirect = {
  type: 'direct',
  name: '',
  description: '',
  position: 0,
  last_seq: 0,
  last_rev: 0,
  last_message_at: null,
  created_at: new Date(0),
  created_by: null,
  client_id: null,
  store: null,
  department: null,
  min_role: null,
  needs_page: null,
  needs_feature: null,
  archived_at: null,
  archived_by: null,
  member: null,
} as const;

const fullName = sql<string | null>`u.shown_name`;

/** Channels `c` with the columns `toChannel` needs. */
export function selectChannels(db: Db<ChatTables>, { userId }: Actor) {
  const other = sql<number>`case when c.user_low = ${userId} then c.user_high else c.user_low end`;
  return db
    .selectFrom('chat_channels as c')
    .leftJoin('users as u', (join) => join.on('u.id', '=', other))
    .leftJoin('chat_members as m', (join) =>
      join
        .onRef('m.channel_id', '=', 'c.id')
        .on('m.user_id', '=', userId)
        .on('m.left_at', 'is', null),
    )
    .selectAll('c')
    .select(['u.id as user_id', 'm.user_id as member'])
    .select(fullName.as('user_name'));
}

/** The people in these group messages, by channel and in the order of their names. */
async function findGroupPeople(
  db: Db<ChatTables>,
  channelIds: readonly string[],
): Promise<Map<string, GroupPerson[]>> {
  if (channelIds.length === 0) return new Map();
  const { rows } = await sql<GroupPerson & { channel_id: string }>`
    select m.channel_id, u.id, u.shown_name as name
    from chat_members m join users u on u.id = m.user_id
    where m.channel_id = any(${channelIds}::text[]) and m.left_at is null
    order by lower(u.first_name), lower(u.last_name), u.id`.execute(db);
  return Map.groupBy(rows, ({ channel_id }) => channel_id);
}

/** A channel as the user sees it; with the people of a group message. */
export function toChannel(
  actor: Actor,
  row: ChannelRow,
  people: readonly GroupPerson[] = [],
): Channel {
  const facts: ChannelFacts = {
    type: row.type,
    people: [row.user_low, row.user_high].filter((id) => id !== null),
    isMember: row.member !== null,
    team: teamOf(row),
    record: accessOf(row),
    createdBy: row.created_by,
  };
  return {
    id: row.id,
    type: row.type,
    name: nameOf(actor, row, people),
    description: row.description,
    lastSeq: row.last_seq,
    lastRev: row.last_rev,
    lastMessageAt: row.last_message_at?.toISOString() ?? null,
    userId: row.user_id,
    userIds: people.map(({ id }) => id),
    joined: isIn(actor, facts),
    archivedAt: row.archived_at?.toISOString() ?? null,
    createdBy: row.created_by,
    store: row.store,
    department: row.department,
    minRole: row.min_role,
    can: rightsOn(actor, facts),
  };
}

/** Direct and group messages are named after the other people. */
function nameOf(
  { userId }: Actor,
  { type, name, user_name }: ChannelRow,
  people: readonly GroupPerson[],
): string {
  if (user_name !== null) return user_name;
  if (type !== 'group') return name;
  const others = people.filter(({ id }) => id !== userId);
  return others.map((person) => person.name).join(', ');
}
