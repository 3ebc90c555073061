import { sql } from 'kysely';
import type { Cache } from '../../../../platform/server/cache/cache.ts';
import type { Db } from '../../../../platform/server/db/database.ts';
import { findMentioned, idsOf, mentionsIn } from '../posting/mentions.ts';
import type { ChatTables } from '../tables.ts';
import type { HereAmong, OnDutySource } from './here.ts';
import { readersAmong, readsChannel } from './readers.ts';

/** Whom a text names. */
export interface Mentioned {
  /** Everybody it names but the whole channel, by name or as a group. */
  mentionedUserIds: number[];
  mentionsChannel: boolean;
  /** Those of them it names by their username. */
  byName: number[];
}

/** Only people who may read the channel are named by what is said in it. */
export type ResolveMentions = (
  content: string,
  where: { channelId: string; senderId: number },
) => Promise<Mentioned>;

/** Words that name many; somebody with such a username cannot be named by it. */
const groupMentions = ['channel', 'here', 'on-duty'];
const rememberSeconds = 10;
const nobody: Mentioned = { mentionedUserIds: [], mentionsChannel: false, byName: [] };

export function createMentions(
  db: Db<ChatTables>,
  cache: Cache,
  hereAmong: HereAmong,
  { onDutyAmong }: OnDutySource,
): ResolveMentions {
  async function named(words: readonly string[], channelId: string): Promise<number[]> {
    if (words.length === 0) return [];
    const key = `chat-mentions:${words.join(',').toLowerCase()}`;
    const ids = await cache.remember('apiResponses', key, rememberSeconds, async () =>
      idsOf(words, await findMentioned(db, words)),
    );
    const readers = await readersAmong(db, channelId, ids);
    return ids.filter((id) => readers.has(id));
  }

  return async (content, { channelId, senderId }) => {
    const words = mentionsIn(content);
    if (words.length === 0) return nobody;
    const groups = new Set(words.map((word) => word.toLowerCase()).filter(isGroup));
    const byName = await named(
      words.filter((word) => !isGroup(word.toLowerCase())),
      channelId,
    );
    const ids = new Set(byName);
    if (groups.has('here') || groups.has('on-duty')) {
      const people = (await listReaders(db, channelId)).filter((id) => id !== senderId);
      if (groups.has('here')) for (const id of await hereAmong(people)) ids.add(id);
      if (groups.has('on-duty')) for (const id of await onDutyAmong(people)) ids.add(id);
    }
    return { mentionedUserIds: [...ids], mentionsChannel: groups.has('channel'), byName };
  };
}

const isGroup = (word: string) => groupMentions.includes(word);

/** Whom a channel concerns; nobody needs to be told of a public one they have not joined. */
async function listReaders(db: Db<ChatTables>, channelId: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select u.id from users u join chat_channels c on c.id = ${channelId}
    where ${readsChannel} and (c.type not in ('public', 'record') or exists (select from chat_members mm
      where mm.channel_id = c.id and mm.user_id = u.id and mm.left_at is null))
    order by u.id`.execute(db);
  return rows.map(({ id }) => id);
}
