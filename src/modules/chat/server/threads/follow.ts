import { sql } from 'kysely';
import { notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import * as contract from '../../contract/threads.ts';
import type { ChatServices } from '../services.ts';
import { follow } from './growth.ts';
import { getRootRow } from './read.ts';
import { threadStates } from './state.ts';

interface ReadThread {
  messageId: string;
  seq: number;
  /** The pointer's version known to the client. */
  version: number;
}

/** Moves the pointer forward, never back; reading does not follow the thread. */
export async function readThread(
  services: ChatServices,
  actor: Actor,
  { messageId, seq, version }: ReadThread,
): Promise<contract.ThreadState> {
  const root = await getRootRow(services.db, actor, messageId);
  const place = Math.min(seq, root.last_thread_seq);
  const { numAffectedRows } = await sql`
    insert into chat_thread_members as t (user_id, thread_id, following, last_read_seq)
    values (${actor.userId}, ${root.id}, false, ${place})
    on conflict (user_id, thread_id) do update set last_read_seq = excluded.last_read_seq
    where t.version = ${version} and t.last_read_seq < excluded.last_read_seq`.execute(services.db);
  return publishState(services, actor, root.id, numAffectedRows === 1n);
}

/** Follows or unfollows; on following, existing replies count as read. */
export async function followThread(
  services: ChatServices,
  actor: Actor,
  { messageId, following }: { messageId: string; following: boolean },
): Promise<contract.ThreadState> {
  const { db } = services;
  const root = await getRootRow(db, actor, messageId);
  if (following) {
    const end = sql`(select last_thread_seq from chat_messages where id = ${root.id})`;
    await follow(db, root.id, [actor.userId], end);
  } else {
    await db
      .updateTable('chat_thread_members')
      .set({ following: false })
      .where('user_id', '=', actor.userId)
      .where('thread_id', '=', root.id)
      .execute();
  }
  return publishState(services, actor, root.id, true);
}

async function publishState(
  { db, realtime }: ChatServices,
  { userId }: Actor,
  threadId: string,
  changed: boolean,
): Promise<contract.ThreadState> {
  const state = (await threadStates(db, threadId, [userId])).get(userId);
  if (!state) throw notFound();
  if (changed) realtime.publish(`user:${userId}`, contract.threadStateChanged, state);
  return state;
}
