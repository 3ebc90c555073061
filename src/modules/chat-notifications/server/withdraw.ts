import { sql } from 'kysely';
import type { Platform } from '../../../platform/server/platform.ts';
import { type Published, published } from '../../../platform/server/realtime/fanout.ts';
import { personChanged } from '../../../platform/server/realtime/watch.ts';
import {
  headOf,
  type MembersChanged,
  membersChanged,
  type ReadState,
  readStateChanged,
  readsChannel,
  type ThreadState,
  threadStateChanged,
} from '../../chat/server/public.ts';
import {
  publishNotifications,
  type Unpublished,
  type Withdrawal,
  withdraw,
} from '../../notifications/server/public.ts';
import { channelIdIn, channelPrefix, keyOf, keyStart, upToSeq, upToThreadSeq } from './keys.ts';
import type { NotifyDb } from './tables.ts';

/** Debounce: of quickly moving pointers only the last one counts. */
const gatherMs = 150;
/** Replies may also be in the channel; this many of a thread are checked. */
const lastReplies = 100;

type FindWithdrawals = () => Promise<Withdrawal[]>;

/**
 * Withdraws obsolete notifications: their message was read, or is no longer accessible. Missed ones are
 * cleared when the conversation is opened.
 */
export function withdrawNotifications(platform: Platform): void {
  const { bus, log } = platform;
  const db: NotifyDb = platform.db;
  const waiting = new Map<string, FindWithdrawals>();

  async function flush(): Promise<void> {
    const pending = [...waiting.values()];
    waiting.clear();
    const gone: Unpublished[] = [];
    for (const find of pending) {
      for (const withdrawal of await find()) gone.push(await withdraw(db, withdrawal));
    }
    await publishNotifications(platform, ...gone);
  }
  function add(key: string, find: FindWithdrawals): void {
    if (waiting.size === 0) {
      const onError = (err: unknown) => log.warn({ err }, 'Failed to withdraw notifications');
      setTimeout(() => void flush().catch(onError), gatherMs).unref();
    }
    waiting.set(key, find);
  }

  const heads = [readStateChanged, threadStateChanged].map(headOf);
  bus.subscribe(published, (payload) => {
    const { topic, text } = payload as Published;
    if (!heads.some((head) => text.startsWith(head))) return;
    const userIds = [Number(topic.slice('user:'.length))];
    const { data } = JSON.parse(text) as { data: ReadState | ThreadState };
    if ('threadId' in data) add(`${topic} ${data.threadId}`, () => readInThread(db, userIds, data));
    else add(`${topic} ${data.channelId}`, async () => [readInChannel(userIds, data)]);
  });
  bus.subscribe(membersChanged, (payload) => {
    const { channelId, left } = payload as MembersChanged;
    if (left.length === 0) return;
    const withdrawal = { keyPrefix: channelPrefix(channelId), userIds: left };
    add(`left ${channelId} ${left}`, async () => [withdrawal]);
  });
  bus.subscribe(personChanged, (payload) => {
    const { userId } = payload as { userId: number };
    add(`rights ${userId}`, () => noLongerReadable(db, userId));
  });
}

function readInChannel(userIds: number[], { channelId, lastReadSeq }: ReadState): Withdrawal {
  return { ...upToSeq(channelId, lastReadSeq), userIds };
}

async function readInThread(
  db: NotifyDb,
  userIds: number[],
  { channelId, threadId, lastReadSeq }: ThreadState,
): Promise<Withdrawal[]> {
  const both = await db
    .selectFrom('chat_messages')
    .select(['channel_id', 'seq', 'thread_id', 'thread_seq'])
    .where('thread_id', '=', threadId)
    .where('thread_seq', '<=', lastReadSeq)
    .where('seq', 'is not', null)
    .orderBy('thread_seq', 'desc')
    .limit(lastReplies)
    .execute();
  const inThread = { ...upToThreadSeq(channelId, threadId, lastReadSeq), userIds };
  return both.length > 0 ? [inThread, { keys: both.map(keyOf), userIds }] : [inThread];
}

/**
 * For channels with derived access, of those the person has notifications of: there may be tens of thousands of
 * channels, and every change of a person comes here.
 */
async function noLongerReadable(db: NotifyDb, userId: number): Promise<Withdrawal[]> {
  const { rows } = await sql<{ id: string }>`
    with notified as materialized (
      select distinct ${channelIdIn(sql.ref('n.key'))} as id from notifications n
      where n.user_id = ${userId} and n.removed_at is null and n.key like ${`${keyStart}%`})
    select c.id from notified join chat_channels c using (id) join users u on u.id = ${userId}
    where c.type in ('team', 'management', 'record') and not ${readsChannel}`.execute(db);
  if (rows.length === 0) return [];
  return [{ keyPrefixes: rows.map(({ id }) => channelPrefix(id)), userIds: [userId] }];
}
