import { type Kysely, sql } from 'kysely';
import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import type { Db } from '../../../../platform/server/db/database.ts';
import { conflict, forbidden, notFound } from '../../../../platform/server/errors.ts';
import type { Actor, RequestContext } from '../../../../platform/server/http/actor.ts';
import type { Channel, updateChannel as declared } from '../../contract/channels.ts';
import { getChannel, type OpenChannel, reasonArchived } from '../access/find.ts';
import { rightsOn } from '../access/policy.ts';
import type { ChatTables } from '../tables.ts';
import { recordChannelActivity } from '../writing/activity.ts';
import { publishChange } from '../writing/publish.ts';
import { namedOnce, oneLine } from './createChannel.ts';
import { describeChannel } from './list.ts';
import type { ChannelPublisher } from './members/announce.ts';

type Changes = ValidOf<typeof declared>['body'];
type Work = (tx: Kysely<ChatTables>, row: Row, channel: OpenChannel) => Promise<boolean>;
type Row = Awaited<ReturnType<typeof lock>>;

/** Changes the name or description of an open channel. */
export function updateChannel(
  publisher: ChannelPublisher,
  context: RequestContext,
  channelId: string,
  { name, description }: Changes,
): Promise<Channel> {
  return change(publisher, context, channelId, async (tx, row, channel) => {
    if (row.archived_at) throw conflict(reasonArchived);
    const before = { name: row.name, description: row.description };
    const after = {
      name: name === undefined ? row.name : oneLine(name),
      description: description ?? row.description,
    };
    if (after.name === before.name && after.description === before.description) return false;
    await tx.updateTable('chat_channels').set(after).where('id', '=', channelId).execute();
    const renamed = { ...channel, name: after.name };
    await recordChannelActivity(tx, context, 'channel.updated', renamed, { before, after });
    return true;
  });
}

/** Archives or restores a channel; to restore it, its name must be free. */
export function archiveChannel(
  publisher: ChannelPublisher,
  context: RequestContext,
  channelId: string,
  archived: boolean,
): Promise<Channel> {
  return change(publisher, context, channelId, async (tx, row, channel) => {
    if ((row.archived_at !== null) === archived) return false;
    await tx
      .updateTable('chat_channels')
      .set({
        archived_at: archived ? sql<Date>`clock_timestamp()` : null,
        archived_by: archived ? context.actor.userId : null,
      })
      .where('id', '=', channelId)
      .execute();
    await recordChannelActivity(
      tx,
      context,
      archived ? 'channel.archived' : 'channel.reopened',
      channel,
      {},
    );
    return true;
  });
}

/** Runs the work under the channel's lock and publishes the change if the work returns true. */
async function change(
  publisher: ChannelPublisher,
  context: RequestContext,
  channelId: string,
  work: Work,
): Promise<Channel> {
  const { db, realtime } = publisher;
  const { actor } = context;
  const channel = await getManaged(db, actor, channelId);
  const isChanged = await namedOnce(() =>
    db.transaction().execute(async (tx) => {
      const row = await lock(tx, channelId);
      // Checked again under the lock: the actor may have been removed.
      return work(tx, row, await getManaged(tx, actor, channelId));
    }),
  );
  if (isChanged) publishChange(realtime, channelId);
  return describeChannel(db, actor, channel);
}

async function getManaged(db: Db<ChatTables>, actor: Actor, id: string): Promise<OpenChannel> {
  const channel = await getChannel(db, actor, id);
  if (rightsOn(actor, channel).manage) return channel;
  throw forbidden('Only the channel’s creator or a manager in it can change it.');
}

async function lock(tx: Kysely<ChatTables>, channelId: string) {
  const row = await tx
    .selectFrom('chat_channels')
    .select(['name', 'description', 'archived_at'])
    .where('id', '=', channelId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}
