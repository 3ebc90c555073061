import { type Kysely, sql } from 'kysely';
import type { ValidOf } from '../../../../../platform/contract/endpoint.ts';
import type { Db } from '../../../../../platform/server/db/database.ts';
import type { Actor } from '../../../../../platform/server/http/actor.ts';
import { conflict, forbidden, notFound } from '../../../../../platform/server/http/errors.ts';
import type { Channel, updateChannel as declared } from '../../../contract/channels.ts';
import type { ChatTables } from '../../tables.ts';
import { getChannel, type OpenChannel, reasonArchived } from '../find.ts';
import { describeChannel } from '../list.ts';
import { publishChange } from '../live.ts';
import type { ChannelPublisher } from '../members/announce.ts';
import { rightsOn } from '../policy.ts';
import { type Asking, recordAct } from '../record.ts';
import { namedOnce, oneLine } from './create.ts';

type Changes = ValidOf<typeof declared>['body'];
type Work = (tx: Kysely<ChatTables>, row: Row, channel: OpenChannel) => Promise<boolean>;
type Row = Awaited<ReturnType<typeof lock>>;

/** Renames or describes a channel that is open. */
export function updateChannel(
  telling: ChannelPublisher,
  asking: Asking,
  channelId: string,
  { name, description }: Changes,
): Promise<Channel> {
  return change(telling, asking, channelId, async (tx, row, channel) => {
    if (row.archived_at) throw conflict(reasonArchived);
    const before = { name: row.name, description: row.description };
    const after = {
      name: name === undefined ? row.name : oneLine(name),
      description: description ?? row.description,
    };
    if (after.name === before.name && after.description === before.description) return false;
    await tx.updateTable('chat_channels').set(after).where('id', '=', channelId).execute();
    const { name: called } = after;
    await recordAct(tx, asking, 'channel.updated', { ...channel, name: called }, { before, after });
    return true;
  });
}

/** Closes a channel for writing, or opens it again: for that its name must be free. */
export function archiveChannel(
  telling: ChannelPublisher,
  asking: Asking,
  channelId: string,
  archived: boolean,
): Promise<Channel> {
  return change(telling, asking, channelId, async (tx, row, channel) => {
    if ((row.archived_at !== null) === archived) return false;
    await tx
      .updateTable('chat_channels')
      .set({
        archived_at: archived ? sql<Date>`clock_timestamp()` : null,
        archived_by: archived ? asking.actor.userId : null,
      })
      .where('id', '=', channelId)
      .execute();
    await recordAct(tx, asking, archived ? 'channel.archived' : 'channel.reopened', channel, {});
    return true;
  });
}

/** Does the work under the channel's lock and tells its readers; the work answers whether there was any. */
async function change(
  telling: ChannelPublisher,
  asking: Asking,
  channelId: string,
  work: Work,
): Promise<Channel> {
  const { db, realtime } = telling;
  const { actor } = asking;
  const channel = await getManaged(db, actor, channelId);
  const isChanged = await namedOnce(() =>
    db.transaction().execute(async (tx) => {
      const row = await lock(tx, channelId);
      // Somebody taken out a moment ago changes nothing any more.
      return work(tx, row, await getManaged(tx, actor, channelId));
    }),
  );
  if (isChanged) publishChange(realtime, channelId);
  return describeChannel(db, actor, channel);
}

async function getManaged(db: Db<ChatTables>, actor: Actor, id: string): Promise<OpenChannel> {
  const channel = await getChannel(db, actor, id);
  if (rightsOn(actor, channel).manage) return channel;
  throw forbidden('Only who created the channel, or a manager in it, can change it.');
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
