import { type RawBuilder, sql } from 'kysely';
import { readsChannel } from '../../../chat/server/public.ts';
import { type MyNotice, myNoticeChanged } from '../../contract.ts';
import type { NoticeServices } from '../services.ts';
import type { NoticeDb } from '../tables.ts';

/** How long confirmed and closed notices are listed. */
const keptDays = 30;
const maxListed = 200;

const mine = sql`n.id as "noticeId", n.channel_id as "channelId", n.message_id as "messageId", n.kind,
  n.title, n.text, n.author_name as "authorName", n.posted_at as "postedAt", n.due_at as "dueAt",
  coalesce(n.closed_at, c.archived_at) as "closedAt", p.confirmed_at as "confirmedAt"`;
const tables = sql`notice_people p join notices n on n.id = p.notice_id
  join chat_messages m on m.id = n.message_id join chat_channels c on c.id = n.channel_id
  join users u on u.id = p.user_id`;
/** Deleted, or no longer readable for the person, means it does not exist for them. */
const isTheirs = sql`m.deleted_at is null and ${readsChannel}`;

type Row = { userId: number } & {
  [Field in keyof MyNotice]: Field extends `${string}At` ? Date | null : MyNotice[Field];
};

/** Notices the person must confirm, next due first; then confirmed and closed ones. */
export async function listMyNotices(db: NoticeDb, userId: number): Promise<MyNotice[]> {
  const isOpen = sql`(p.confirmed_at is null and coalesce(n.closed_at, c.archived_at) is null)`;
  const rows = await find(
    db,
    sql`p.user_id = ${userId} and ${isTheirs}
    and (${isOpen} or n.posted_at > now() - make_interval(days => ${keptDays}))
    order by ${isOpen} desc, case when ${isOpen} then n.due_at end, n.posted_at desc
    limit ${maxListed}`,
  );
  return rows.map(toMine);
}

/** Sends all recipients, or only these, their state of the notice; after COMMIT. */
export async function publishMine(
  { db, platform: { realtime, log } }: NoticeServices,
  noticeId: string,
  userIds?: readonly number[],
): Promise<void> {
  try {
    const only = userIds ? sql`and p.user_id = any(${userIds}::int[])` : sql``;
    const rows = await find(db, sql`n.id = ${noticeId} and ${isTheirs} ${only}`);
    for (const row of rows) {
      realtime.publish(`user:${row.userId}`, myNoticeChanged, { noticeId, mine: toMine(row) });
    }
  } catch (err) {
    // It is stored: a recipient who missed the event gets it with the next list.
    log.warn({ err, noticeId }, 'Failed to publish a changed notice');
  }
}

/** Sends all recipients that the notice is gone. */
export async function publishGone(
  { db, platform: { realtime } }: NoticeServices,
  noticeId: string,
): Promise<void> {
  const people = await db
    .selectFrom('notice_people')
    .select('user_id')
    .where('notice_id', '=', noticeId)
    .execute();
  for (const { user_id } of people) {
    realtime.publish(`user:${user_id}`, myNoticeChanged, { noticeId, mine: null });
  }
}

async function find(db: NoticeDb, which: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select p.user_id as "userId", ${mine} from ${tables} where ${which}`.execute(db);
  return rows;
}

function toMine({ userId: _, postedAt, dueAt, closedAt, confirmedAt, ...same }: Row): MyNotice {
  return {
    ...same,
    postedAt: postedAt?.toISOString() ?? '',
    dueAt: dueAt?.toISOString() ?? '',
    closedAt: closedAt?.toISOString() ?? null,
    confirmedAt: confirmedAt?.toISOString() ?? null,
  };
}
