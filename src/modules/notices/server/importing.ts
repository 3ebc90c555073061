import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { type Audience, everyone, type Kind, type NoticePart, partName } from '../contract.ts';
import { halfOf } from './due-time.ts';
import { headingOf } from './notify.ts';
import { findAudience, type Recipient } from './posting/audience.ts';
import type { NoticeDb } from './tables.ts';

/** A past notice; its message is found by its sender, who is the author, and client id. */
interface ImportedNotice {
  /** A UUID. */
  id: string;
  senderId: number;
  clientMsgId: string;
  kind: Kind;
  title: string;
  text: string;
  audience: Partial<Audience>;
  dueAt: Date;
  /** Who has confirmed, when and from which IP address; the other recipients have not. */
  confirmed: readonly { userId: number; at: Date; from: string }[];
}

interface Message {
  id: string;
  channel_id: string;
  created_at: Date;
  author_name: string;
}

/**
 * Turns already imported messages into notices, as of `asOf`: notifications that were due by then count as
 * sent, and no one is notified. Throws if there is no such message.
 */
export async function importNotices(
  db: NoticeDb,
  notices: readonly ImportedNotice[],
  asOf: Date,
): Promise<void> {
  for (const notice of notices) await importNotice(db, notice, asOf);
}

async function importNotice(db: NoticeDb, notice: ImportedNotice, asOf: Date): Promise<void> {
  const { id, senderId, kind, title, text, dueAt } = notice;
  const message = await findMessage(db, notice);
  const audience = { ...everyone, ...notice.audience };
  const recipients = await findAudience(db, message.channel_id, senderId, audience);
  await updateMessage(db, message, {
    noticeId: id,
    kind,
    title,
    text,
    dueAt: dueAt.toISOString(),
    total: recipients.length,
    confirmed: notice.confirmed.length,
    closedAt: null,
  });
  await db
    .insertInto('notices')
    .values(noticeOf(notice, message, asOf))
    .execute();
  const rows = recipients.map((person) => rowOf(notice, person, dueAt <= asOf));
  await db.insertInto('notice_people').values(rows).execute();
}

function noticeOf(notice: ImportedNotice, message: Message, asOf: Date) {
  const { id, kind, title, text, dueAt } = notice;
  const half_at = halfOf(message.created_at, dueAt);
  return {
    id,
    kind,
    title,
    text,
    message_id: message.id,
    channel_id: message.channel_id,
    author_id: notice.senderId,
    author_name: message.author_name,
    text_sha256: createHash('sha256').update(text, 'utf8').digest('hex'),
    posted_at: message.created_at,
    due_at: dueAt,
    half_at,
    half_notified_at: half_at <= asOf ? half_at : null,
    due_notified_at: dueAt <= asOf ? dueAt : null,
  };
}

async function findMessage(
  db: NoticeDb,
  { senderId, clientMsgId }: ImportedNotice,
): Promise<Message> {
  const { rows } = await sql<Message>`
    select m.id, m.channel_id, m.created_at, u.shown_name as author_name
    from chat_messages m join users u on u.id = m.sender_id
    where m.sender_id = ${senderId} and m.client_msg_id = ${clientMsgId}`.execute(db);
  const [message] = rows;
  if (!message) throw new Error(`No message ${clientMsgId} to turn into a notice`);
  return message;
}

async function updateMessage(db: NoticeDb, { id }: Message, part: NoticePart): Promise<void> {
  await db
    .updateTable('chat_messages')
    .set({
      message_type: 'card',
      content: `${headingOf(part)}\n\n${part.text}`,
      metadata: JSON.stringify({ parts: { [partName]: part } }),
    })
    .where('id', '=', id)
    .execute();
}

function rowOf(
  { id, dueAt, confirmed }: ImportedNotice,
  { id: userId, name }: Recipient,
  isOverdue: boolean,
) {
  const confirmation = confirmed.find((one) => one.userId === userId);
  const remindedAt = isOverdue && !confirmation ? dueAt : null;
  return {
    notice_id: id,
    user_id: userId,
    name,
    confirmed_at: confirmation?.at ?? null,
    confirmed_from: confirmation?.from ?? null,
    reminded_at: remindedAt,
    escalated_at: remindedAt,
  };
}
