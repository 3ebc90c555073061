import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import { forbidden, invalid, notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
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
import { dueTimeOf, halfOf } from '../due-time.ts';
import { publishMine } from '../following/mine.ts';
import { headingOf, keyOf, notifyPeople } from '../notify.ts';
import type { NoticeServices } from '../services.ts';
import type { NoticeDb, NoticeRow } from '../tables.ts';
import { findAudience, isUnfollowed, type Recipient } from './audience.ts';

export interface PostNotice {
  channelId: string;
  clientMsgId: string;
  kind: Kind;
  title: string;
  text: string;
  audience: Audience;
  dueAt: string;
  ip: string;
  /** Runs in the transaction that stores the notice; not for a repeated request. */
  also?: (tx: Db<AnyTables>, noticeId: string) => Promise<void>;
}

/** How many people a notice would ask; only for those who may post one. */
export async function countAudience(
  services: NoticeServices,
  actor: Actor,
  channelId: string,
  audience: Audience,
): Promise<number> {
  await assertMayPost(services, actor, channelId);
  return (await findAudience(services.db, channelId, actor.userId, audience)).length;
}

/**
 * Posts a notice as a card. The recipients are decided and stored now: people who join later are not asked.
 * Repeating a `clientMsgId` returns the card already posted.
 */
export async function postNotice(
  services: NoticeServices,
  actor: Actor,
  { channelId, clientMsgId, ip, also, ...command }: PostNotice,
): Promise<ChatMessage> {
  await assertMayPost(services, actor, channelId);
  // A late repeat may be past its due time or without recipients: it returns the card all the same.
  const isPosted = await hasPosted(services.db, actor, clientMsgId);
  const content = {
    id: uuidv7(),
    kind: command.kind,
    title: wellFormed(command.title),
    text: wellFormed(command.text),
    due_at: isPosted ? new Date(command.dueAt) : dueTimeOf(command.dueAt, new Date()),
  };
  const recipients = await findAudience(services.db, channelId, actor.userId, command.audience);
  if (!isPosted) await assertRecipients(services.db, channelId, actor, recipients);
  let notifications: Unpublished | undefined;
  const message = await services.chat.postCard(actor, {
    channelId,
    clientMsgId,
    content: `${headingOf(content)}\n\n${content.text}`,
    parts: { [partName]: partOf(content, recipients.length) },
    async also(tx, card) {
      const notice = await insertNotice(
        tx as unknown as NoticeDb,
        actor,
        card,
        content,
        recipients,
      );
      await recordPosting(tx as unknown as NoticeDb, actor, notice, recipients, ip);
      await also?.(tx, notice.id);
      notifications = await notifyPeople(tx, services.platform.log, notice, {
        userIds: recipients.map(({ id }) => id),
        title: headingOf(notice),
        message: `${notice.author_name} asks you to confirm that you’ve read this.`,
        key: keyOf(card),
      });
    },
  });
  if (notifications) {
    await publishNotifications(services.platform, notifications);
    await publishMine(services, content.id);
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

async function assertRecipients(
  db: NoticeDb,
  channelId: string,
  { userId }: Actor,
  recipients: readonly Recipient[],
): Promise<void> {
  if (recipients.length > 0) return;
  const problem = (await isUnfollowed(db, channelId, userId))
    ? 'No one else follows this conversation yet. Add people first.'
    : 'No one matches this audience.';
  throw invalid(problem, { audience: 'Matches no one' });
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

type NoticeContent = Pick<NoticeRow, 'id' | 'kind' | 'title' | 'text' | 'due_at'>;

const partOf = ({ id, kind, title, text, due_at }: NoticeContent, total: number): NoticePart => ({
  noticeId: id,
  kind,
  title,
  text,
  dueAt: due_at.toISOString(),
  total,
  confirmed: 0,
  closedAt: null,
});

async function insertNotice(
  tx: NoticeDb,
  { userId, shownName }: Actor,
  { id: messageId, channelId, createdAt }: ChatMessage,
  content: NoticeContent,
  recipients: readonly Recipient[],
): Promise<NoticeRow> {
  const posted_at = new Date(createdAt);
  const notice = await tx
    .insertInto('notices')
    .values({
      ...content,
      message_id: messageId,
      channel_id: channelId,
      author_id: userId,
      author_name: shownName,
      text_sha256: createHash('sha256').update(content.text, 'utf8').digest('hex'),
      posted_at,
      half_at: halfOf(posted_at, content.due_at),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const ids = recipients.map(({ id }) => id);
  const names = recipients.map(({ name }) => name);
  await sql`insert into notice_people (notice_id, user_id, name)
    select ${notice.id}, * from unnest(${ids}::int[], ${names}::text[])`.execute(tx);
  return notice;
}

/** The entry also says whether the notice overrides do-not-disturb. */
function recordPosting(
  tx: NoticeDb,
  actor: Actor,
  notice: NoticeRow,
  recipients: readonly Recipient[],
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
      people: recipients.length,
      dueAt: due_at.toISOString(),
      passesQuietHours,
    },
    ip,
  });
}
