import { sql } from 'kysely';
import type { Cache } from '../../../../platform/server/cache/cache.ts';
import type { Db } from '../../../../platform/server/db/database.ts';
import { countsAsIn, readersAmong, readsChannel } from '../access/readers.ts';
import type { ChatTables } from '../tables.ts';
import { findMentioned, idsOf, mentionsIn } from './mentions.ts';
import type { HereAmong, OnDutySource } from './onDuty.ts';

/** The people a text mentions. */
export interface Mentioned {
  /** Mentioned by name or as a group, except via @channel. */
  mentionedUserIds: number[];
  mentionsChannel: boolean;
  /** Those mentioned by username. */
  byName: number[];
}

/** Only people who can read the channel can be mentioned in it. */
export type ResolveMentions = (
  content: string,
  where: { channelId: string; senderId: number },
) => Promise<Mentioned>;

/** Group mentions; someone with such a username cannot be mentioned by it. */
const groupMentions = ['channel', 'here', 'on-duty'];
const rememberSeconds = 10;
const noMentions: Mentioned = { mentionedUserIds: [], mentionsChannel: false, byName: [] };

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
    if (words.length === 0) return noMentions;
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

/** The people a channel concerns; for public and record channels only members. */
async function listReaders(db: Db<ChatTables>, channelId: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select u.id from users u join chat_channels c on c.id = ${channelId}
    where ${readsChannel} and ${countsAsIn}
    order by u.id`.execute(db);
  return rows.map(({ id }) => id);
}
