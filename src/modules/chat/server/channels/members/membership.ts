import { type Kysely, sql } from 'kysely';
import { conflict, forbidden, invalid, notFound } from '../../../../../platform/server/errors.ts';
import type { Actor, RequestContext } from '../../../../../platform/server/http/actor.ts';
import { getChannel, type OpenChannel, reasonArchived } from '../../access/find.ts';
import { isReadWithoutJoining, rightsOn } from '../../access/policy.ts';
import type { ChatTables } from '../../tables.ts';
import { recordChannelActivity } from '../../writing/activity.ts';
import { announceMembers, type ChannelPublisher } from './announce.ts';
import { assertInvitable, assertReaders } from './invitees.ts';

type Tx = Kysely<ChatTables>;

/** Adds people to a channel; existing members are left unchanged. */
export async function addMembers(
  publisher: ChannelPublisher,
  context: RequestContext,
  channelId: string,
  userIds: readonly number[],
): Promise<void> {
  const { db } = publisher;
  const { actor } = context;
  const channel = await getChannel(db, actor, channelId);
  if (!rightsOn(actor, channel).invite) throw forbidden('You can’t add people to this channel.');
  if (userIds.length === 0) {
    throw invalid('Choose at least one person.', { userIds: 'Choose at least one person.' });
  }
  await assertInvitable(db, userIds);
  if (channel.type === 'record') await assertReaders(db, channelId, userIds);
  const joined = await db.transaction().execute(async (tx) => {
    await lockChannel(tx, channelId);
    // Someone removed a moment ago must not rejoin.
    await getChannel(tx, actor, channelId);
    const joined = await enter(tx, channelId, userIds, actor.userId);
    const invited = joined.filter((id) => id !== actor.userId);
    if (invited.length > 0) {
      await recordChannelActivity(tx, context, 'channel.people_added', channel, {
        after: { people: invited },
      });
    }
    return joined;
  });
  announceMembers(publisher, { channelId, joined });
}

/** Posting in a channel joins it. */
export async function joinByPosting(
  publisher: ChannelPublisher,
  { userId }: Actor,
  channelId: string,
): Promise<void> {
  const joined = await publisher.db
    .transaction()
    .execute((tx) => enter(tx, channelId, [userId], userId));
  announceMembers(publisher, { channelId, joined });
}

/** Leaves a channel, or removes someone from it; idempotent. */
export async function removeMember(
  publisher: ChannelPublisher,
  context: RequestContext,
  channelId: string,
  userId: number,
): Promise<void> {
  const { db } = publisher;
  const { actor } = context;
  const leaves = userId === actor.userId;
  if (leaves && (await hasLeft(db, channelId, userId))) return;
  const channel = await getChannel(db, actor, channelId);
  assertMayRemove(actor, channel, leaves);
  const left = await db.transaction().execute(async (tx) => {
    await lockChannel(tx, channelId);
    // Checked under the lock: two people may remove each other.
    if (!leaves) assertMayRemove(actor, await getChannel(tx, actor, channelId), leaves);
    const left = await exit(tx, channelId, userId);
    if (left && !leaves) {
      const change = { before: { people: [userId] } };
      await recordChannelActivity(tx, context, 'channel.people_removed', channel, change);
    }
    return left;
  });
  if (left) announceMembers(publisher, { channelId, left: [userId] });
}

function assertMayRemove(actor: Actor, channel: OpenChannel, leaves: boolean): void {
  const can = rightsOn(actor, channel);
  if (leaves) {
    // Not being a member counts as having left.
    if (!can.leave && !isReadWithoutJoining(channel.type))
      throw forbidden('You can’t leave this channel.');
  } else if (!can.removePeople) {
    throw forbidden('Only the channel’s creator or a manager in it can remove people.');
  }
}

/** Posting, joining and leaving lock the channel's row, which serializes them. */
async function lockChannel(tx: Tx, channelId: string) {
  const channel = await tx
    .selectFrom('chat_channels')
    .select(['archived_at', 'last_seq'])
    .where('id', '=', channelId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!channel) throw notFound();
  return channel;
}

/** Adds membership rows, or reopens them, and returns who was not a member before. */
export async function enter(
  tx: Tx,
  channelId: string,
  userIds: readonly number[],
  addedBy: number,
): Promise<number[]> {
  const channel = await lockChannel(tx, channelId);
  if (channel.archived_at) throw conflict(reasonArchived);
  const { rows } = await sql<{ id: number }>`
    insert into chat_members (channel_id, user_id, added_by)
    select ${channelId}, p.id, ${addedBy} from unnest(${userIds}::int[]) as p(id)
    where not exists (select from chat_members m
      where m.channel_id = ${channelId} and m.user_id = p.id and m.left_at is null)
    group by p.id order by p.id
    on conflict (channel_id, user_id) do update set left_at = null, added_by = excluded.added_by,
      joined_at = excluded.joined_at, changed_at = clock_timestamp()
      where chat_members.left_at is not null
    returning user_id as id`.execute(tx);
  const joined = rows.map(({ id }) => id);
  if (channel.last_seq > 0) await beginReading(tx, channelId, joined, channel.last_seq);
  return joined;
}

/** Messages from before someone joined are not unread. */
async function beginReading(
  tx: Tx,
  channelId: string,
  userIds: readonly number[],
  seq: number,
): Promise<void> {
  await sql`
    insert into chat_reads (user_id, channel_id, last_read_seq)
    select p.id, ${channelId}, ${seq}::bigint from unnest(${userIds}::int[]) as p(id)
    on conflict (user_id, channel_id) do update
      set last_read_seq = greatest(chat_reads.last_read_seq, excluded.last_read_seq)`.execute(tx);
}

async function exit(tx: Tx, channelId: string, userId: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('chat_members')
    .set({ left_at: sql<Date>`clock_timestamp()`, changed_at: sql<Date>`clock_timestamp()` })
    .where('channel_id', '=', channelId)
    .where('user_id', '=', userId)
    .where('left_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function hasLeft(db: Tx, channelId: string, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('chat_members')
    .select('left_at')
    .where('channel_id', '=', channelId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined && row.left_at !== null;
}
