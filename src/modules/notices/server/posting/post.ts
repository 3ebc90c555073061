import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { forbidden, invalid, notFound } from '../../../../platform/server/http/errors.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import type { ChatMessage } from '../../../chat/contract.ts';
import { readersAmong } from '../../../chat/server/public.ts';
import { publishNotifications, type Unpublished } from '../../../notifications/server/public.ts';
import {
  type Audience,
  type Kind,
  mayPost,
  type NoticePart,
  partName,
  urgentKinds,
} from '../../contract.ts';
import { dueTimeOf, halfOf } from '../due/due-time.ts';
import { publishMine } from '../following/mine.ts';
import { headingOf, keyOf, notifyPeople } from '../notify.ts';
import type { NoticeServices } from '../services.ts';
import type { NoticeDb, NoticeRow } from '../tables.ts';
import { type AudienceQuery, findAudience } from './audience.ts';

interface Posting {
  channelId: string;
  clientMsgId: string;
  kind: Kind;
  title: string;
  text: string;
  audience: Audience;
  dueAt: string;
  ip: string;
}

/** How many people a notice would ask, for whoever may post one. */
export async function countAudience(
  desk: NoticeServices,
  actor: Actor,
  channelId: string,
  audience: Audience,
): Promise<number> {
  await assertMayPost(desk, actor, channelId);
  return (await findAudience(desk.db, channelId, actor.userId, audience)).length;
}

/**
 * Posts a notice as a card. Whom it asks is decided now and stored with it: who joins later is not asked.
 * The same `clientMsgId` again answers the card already posted.
 */
export async function postNotice(
  desk: NoticeServices,
  actor: Actor,
  { channelId, clientMsgId, ip, ...posting }: Posting,
): Promise<ChatMessage> {
  await assertMayPost(desk, actor, channelId);
  // Repeated late, its time may be over and everybody gone: the card stands all the same.
  const isPosted = await hasPosted(desk.db, actor, clientMsgId);
  const written = {
    id: uuidv7(),
    kind: posting.kind,
    title: wellFormed(posting.title),
    text: wellFormed(posting.text),
    due_at: isPosted ? new Date(posting.dueAt) : dueTimeOf(posting.dueAt, new Date()),
  };
  const asked = await findAudience(desk.db, channelId, actor.userId, posting.audience);
  if (asked.length === 0 && !isPosted)
    throw invalid('Nobody here would be asked to confirm it.', { audience: 'Is nobody' });
  let told: Unpublished | undefined;
  const message = await desk.chat.postCard(actor, {
    channelId,
    clientMsgId,
    content: `${headingOf(written)}\n\n${written.text}`,
    parts: { [partName]: partOf(written, asked.length) },
    async also(tx, card) {
      const notice = await store(tx as unknown as NoticeDb, actor, card, written, asked);
      await recordPosting(tx as unknown as NoticeDb, actor, notice, asked, ip);
      told = await notifyPeople(tx, desk.platform.log, notice, {
        userIds: asked.map(({ id }) => id),
        title: headingOf(notice),
        message: `${notice.author_name} asks you to confirm that you have read this.`,
        key: keyOf(card),
      });
    },
  });
  if (told) {
    await publishNotifications(desk.platform, told);
    await publishMine(desk, written.id);
  }
  return message;
}

async function assertMayPost(
  { db }: NoticeServices,
  actor: Actor,
  channelId: string,
): Promise<void> {
  if (!(await readersAmong(db, channelId, [actor.userId])).has(actor.userId)) throw notFound();
  if (!mayPost(actor.role)) throw forbidden('Only managers can post a notice.');
}

const wellFormed = (text: string) =>
  text.replaceAll('\r\n', '\n').replaceAll('\0', '').toWellFormed();

async function hasPosted(db: NoticeDb, { userId }: Actor, clientMsgId: string): Promise<boolean> {
  const row = await db
    .selectFrom('chat_messages')
    .select('id')
    .where('sender_id', '=', userId)
    .where('client_msg_id', '=', clientMsgId)
    .executeTakeFirst();
  return row !== undefined;
}

type Written = Pick<NoticeRow, 'id' | 'kind' | 'title' | 'text' | 'due_at'>;

const partOf = ({ id, kind, title, text, due_at }: Written, total: number): NoticePart => ({
  noticeId: id,
  kind,
  title,
  text,
  dueAt: due_at.toISOString(),
  total,
  confirmed: 0,
  closedAt: null,
});

async function store(
  tx: NoticeDb,
  { userId, shownName }: Actor,
  { id: messageId, channelId, createdAt }: ChatMessage,
  written: Written,
  asked: readonly AudienceQuery[],
): Promise<NoticeRow> {
  const posted_at = new Date(createdAt);
  const notice = await tx
    .insertInto('notices')
    .values({
      ...written,
      message_id: messageId,
      channel_id: channelId,
      author_id: userId,
      author_name: shownName,
      text_sha256: createHash('sha256').update(written.text, 'utf8').digest('hex'),
      posted_at,
      half_at: halfOf(posted_at, written.due_at),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const [ids, names] = [asked.map(({ id }) => id), asked.map(({ name }) => name)];
  await sql`insert into notice_people (notice_id, user_id, name)
    select ${notice.id}, * from unnest(${ids}::int[], ${names}::text[])`.execute(tx);
  return notice;
}

/** Whom the house may not keep waiting, and why, is told with it. */
function recordPosting(
  tx: NoticeDb,
  actor: Actor,
  notice: NoticeRow,
  asked: readonly AudienceQuery[],
  ip: string,
): Promise<void> {
  const { kind, due_at, channel_id } = notice;
  const passesQuietHours = urgentKinds.includes(kind);
  return recordActivity(tx, {
    actor,
    action: 'notice.posted',
    subject: { type: 'notice', id: notice.id, name: headingOf(notice) },
    after: {
      channel: channel_id,
      people: asked.length,
      dueAt: due_at.toISOString(),
      passesQuietHours,
    },
    ip,
  });
}
