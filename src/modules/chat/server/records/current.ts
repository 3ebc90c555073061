import { sql } from 'kysely';
import type { RecordFacts } from '../../../records/server/public.ts';
import { channelNameMaxLength } from '../../contract/channels.ts';
import { readsChannel } from '../access/readers.ts';
import { announceMembers, type ChannelPublisher } from '../channels/members/announce.ts';

export interface RecordChannel {
  id: string;
  /** Null: the record is gone; no one can read its channel until it is back. */
  facts: RecordFacts | null;
}

/** The channel columns derived from its record. */
export function columnsOf({ title, access }: Pick<RecordFacts, 'title' | 'access'>) {
  const name = title.replace(/\s+/g, ' ').trim().slice(0, channelNameMaxLength).toWellFormed();
  const { store, page: needs_page, feature: needs_feature } = access;
  return { name, store, needs_page, needs_feature };
}

/** Updates these channels from their records; people who lost access receive nothing from here on. */
export async function keepCurrent(
  publisher: ChannelPublisher,
  channels: readonly RecordChannel[],
): Promise<void> {
  const { db } = publisher;
  const wanted = channels.map(({ id, facts }) => ({ id, ...(facts && columnsOf(facts)) }));
  if (wanted.length === 0) return;
  const { rows: changed } = await sql<{ id: string }>`
    with wanted as (
      select c.id, coalesce(w.name, c.name) as name, w.store, w.needs_page, w.needs_feature
      from json_to_recordset(${JSON.stringify(wanted)}::json)
        as w (id text, name text, store text, needs_page text, needs_feature text)
      join chat_channels c on c.id = w.id and c.type = 'record'
      where (c.name, c.store, c.needs_page, c.needs_feature)
        is distinct from (coalesce(w.name, c.name), w.store, w.needs_page, w.needs_feature)
      -- In a fixed order, to avoid deadlocks between instances.
      order by c.id for no key update of c)
    update chat_channels c set name = w.name, store = w.store, needs_page = w.needs_page,
      needs_feature = w.needs_feature
    from wanted w where c.id = w.id returning c.id`.execute(db);
  if (changed.length > 0)
    await publishChannels(
      publisher,
      changed.map(({ id }) => id),
    );
}

async function publishChannels(
  publisher: ChannelPublisher,
  channelIds: readonly string[],
): Promise<void> {
  const { rows } = await sql<{ channelId: string; userId: number; reads: boolean }>`
    select c.id as "channelId", u.id as "userId", ${readsChannel} as reads
    from chat_members m join users u on u.id = m.user_id join chat_channels c on c.id = m.channel_id
    where c.id = any(${channelIds}::text[]) and m.left_at is null`.execute(publisher.db);
  for (const [channelId, members] of Map.groupBy(rows, (row) => row.channelId)) {
    const ids = (reads: boolean) =>
      members.filter((one) => one.reads === reads).map(({ userId }) => userId);
    announceMembers(publisher, { channelId, joined: ids(true), left: ids(false) });
  }
}
