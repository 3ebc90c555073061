import { sql } from 'kysely';
import type { Actor } from '../../../platform/server/http/actor.ts';
import type { ChatMessage } from '../../chat/contract.ts';
import { countsOf } from './confirming/progress.ts';
import type { PostNotice } from './posting/post.ts';
import type { NoticeDb } from './tables.ts';

/** What a module that has people confirm something needs of notices. */
export interface Notices {
  /** As the endpoint does, for `actor`; returns its message. */
  post(actor: Actor, command: PostNotice): Promise<ChatMessage>;
  /** The notices among these whose message still exists, latest first; without an access check. */
  findSummaries(actor: Actor, noticeIds: readonly string[]): Promise<NoticeSummary[]>;
}

export interface NoticeSummary {
  noticeId: string;
  channelId: string;
  messageId: string;
  authorName: string;
  postedAt: Date;
  dueAt: Date;
  closedAt: Date | null;
  total: number;
  confirmed: number;
  /** Whether the actor is among those who must confirm it. */
  isAsked: boolean;
}

export async function findSummaries(
  db: NoticeDb,
  { userId }: Actor,
  noticeIds: readonly string[],
): Promise<NoticeSummary[]> {
  const { rows } = await sql<NoticeSummary>`
    select n.id as "noticeId", n.channel_id as "channelId", n.message_id as "messageId",
      n.author_name as "authorName", n.posted_at as "postedAt", n.due_at as "dueAt",
      n.closed_at as "closedAt", k.total, k.confirmed,
      exists (select from notice_people where notice_id = n.id and user_id = ${userId}) as "isAsked"
    from notices n join chat_messages m on m.id = n.message_id
    cross join lateral (${countsOf(sql.ref('n.id'))}) k
    where n.id = any(${[...noticeIds]}::uuid[]) and m.deleted_at is null
    order by n.posted_at desc, n.id desc`.execute(db);
  return rows;
}
