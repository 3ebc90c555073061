import { sql } from 'kysely';
import type { Db } from '../../../../platform/server/db/database.ts';
import { notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Thread } from '../../contract/threads.ts';
import type { ChatMessage } from '../../contract.ts';
import { getChannel } from '../access/find.ts';
import { withOwn } from '../messages/own.ts';
import { messageColumns, type StoredMessage, toMessage } from '../messages/rows.ts';
import type { ChatServices } from '../services.ts';
import type { ChatTables } from '../tables.ts';
import { type StateRow, stateColumns, threadStates, toThreadState } from './state.ts';
import { followedThreads, hasUnreadReplies, unreadReplies } from './unread.ts';

const pageSize = 20;
/** Replies shown per thread in the inbox. */
const lastReplies = 3;

/** The root message of a message's thread, if the user can read it. */
export async function getRootRow(
  db: Db<ChatTables>,
  actor: Actor,
  messageId: string,
): Promise<StoredMessage> {
  const { rows } = await sql<StoredMessage>`
    select ${messageColumns} from chat_messages named
    join chat_messages m on m.id = coalesce(named.thread_id, named.id)
    join users u on u.id = m.sender_id
    where named.id = ${messageId}`.execute(db);
  const [row] = rows;
  if (!row) throw notFound();
  await getChannel(db, actor, row.channel_id);
  return row;
}

interface Page {
  messageId: string;
  /** Only replies before this position in the thread. */
  before: number | undefined;
  limit: number;
}

/** A thread with its newest replies, or those before a position, oldest first. */
export async function getThread(
  { db }: ChatServices,
  actor: Actor,
  { messageId, before, limit }: Page,
): Promise<Thread> {
  const root = await getRootRow(db, actor, messageId);
  const { rows } = await sql<StoredMessage>`
    select ${messageColumns} from chat_messages m join users u on u.id = m.sender_id
    where m.thread_id = ${root.id} and m.thread_seq < ${before ?? Number.MAX_SAFE_INTEGER}
    order by m.thread_seq desc limit ${limit}`.execute(db);
  const [first, ...replies] = await withOwn(
    db,
    actor.userId,
    [root, ...rows.reverse()].map(toMessage),
  );
  const state = (await threadStates(db, root.id, [actor.userId])).get(actor.userId);
  if (!first || !state) throw notFound();
  return { root: first, replies, state };
}

interface Inbox {
  offset: number;
  unreadOnly: boolean;
}

/** The threads the user follows: unread first, then by latest reply. */
export async function listThreads(
  { db, fixed }: ChatServices,
  actor: Actor,
  { offset, unreadOnly }: Inbox,
): Promise<Thread[]> {
  const me = sql`${actor.userId}::int`;
  const { rows: states } = await sql<StateRow>`
    select t.user_id, ${stateColumns}, (${unreadReplies(me)}) as unread
    ${await followedThreads(actor, fixed)} ${unreadOnly ? sql`and ${hasUnreadReplies(me)}` : sql``}
    order by ${hasUnreadReplies(me)} desc, m.last_reply_at desc, m.id desc
    limit ${pageSize} offset ${offset}`.execute(db);
  const messages = await readBriefly(
    db,
    actor,
    states.map((row) => row.thread_id),
  );
  return states.flatMap((state) => {
    const root = messages.find(({ id }) => id === state.thread_id);
    const replies = messages.filter(({ threadId }) => threadId === state.thread_id);
    return root ? [{ root, replies, state: toThreadState(state) }] : [];
  });
}

/** The root message and the last replies of each thread, in order. */
async function readBriefly(
  db: Db<ChatTables>,
  actor: Actor,
  threadIds: readonly string[],
): Promise<ChatMessage[]> {
  const { rows } = await sql<StoredMessage>`
    select ${messageColumns} from unnest(${[...threadIds]}::uuid[]) as requested (id)
    cross join lateral (
      select * from chat_messages where id = requested.id
      union all (select * from chat_messages where thread_id = requested.id and deleted_at is null
        order by thread_seq desc limit ${lastReplies})) m
    join users u on u.id = m.sender_id
    order by m.thread_seq nulls first`.execute(db);
  return withOwn(db, actor.userId, rows.map(toMessage));
}
