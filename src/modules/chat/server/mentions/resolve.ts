import { sql } from 'kysely';
import type { Cache } from '../../../../platform/server/cache/cache.ts';
import type { Db } from '../../../../platform/server/db/database.ts';
import {
  findPeopleByIds,
  type PresenceSource,
  publicState,
  type ShownState,
  trueState,
} from '../../../people/server/public.ts';
import { countsAsIn, readersAmong, readsChannel } from '../access/readers.ts';
import type { ChatTables } from '../tables.ts';
import { findMentioned, idsOf, mentionsIn, presenceMentions } from './mentions.ts';

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
const groupMentions = ['channel', ...presenceMentions];
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
    if (presenceMentions.some((word) => groups.has(word))) {
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

type ShownStatus = ShownState['status'];

/** Knows who is on a shift, among those who use the time clock; others are left out. */
export interface ShiftSource {
  shiftsAmong(ids: readonly number[]): Promise<ReadonlyMap<number, boolean>>;
}

interface OnDutySource {
  /** The people among these who are on duty now. */
  onDutyAmong(ids: readonly number[]): Promise<ReadonlySet<number>>;
}

/** The people among these who are visibly online: mentioning invisible ones would reveal them. */
type HereAmong = OnDutySource['onDutyAmong'];

/**
 * On a shift by the time clock; those who do not use it are on duty while online. Excludes people who
 * are on vacation, unavailable or invisible: mentioning invisible ones would reveal them.
 */
export function onDuty(
  db: Db<ChatTables>,
  presence: PresenceSource,
  source?: ShiftSource,
): OnDutySource {
  return {
    async onDutyAmong(ids) {
      const shifts = (await source?.shiftsAmong(ids)) ?? new Map<number, boolean>();
      const here = await presence.connectedAmong(ids.filter((id) => !shifts.has(id)));
      const atWork = ids.filter((id) => shifts.get(id) ?? here.has(id));
      return shownAs(db, atWork, (status) => !['unavailable', 'on-vacation'].includes(status));
    },
  };
}

export function hereByPresence(db: Db<ChatTables>, presence: PresenceSource): HereAmong {
  return async (ids) => shownAs(db, [...(await presence.connectedAmong(ids))], () => true);
}

/** The people among these, assumed online, whose visible status matches. */
async function shownAs(
  db: Db<ChatTables>,
  ids: readonly number[],
  matches: (status: ShownStatus) => boolean,
): Promise<Set<number>> {
  const rows = await findPeopleByIds(db, ids);
  const found = rows.filter((row) => {
    const { status } = publicState(trueState(row, true));
    return status !== 'offline' && matches(status);
  });
  return new Set(found.map(({ id }) => id));
}
