import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { type Audience, everybody, type Kind, type NoticePart, partName } from '../contract.ts';
import { halfOf } from './due/due-time.ts';
import { headingOf } from './notify.ts';
import { type AudienceQuery, findAudience } from './posting/audience.ts';
import type { NoticeDb } from './tables.ts';

/** A notice of the past; the message is named as its sender did, who is the author. */
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
  /** Who has confirmed, when and from which address; whoever else is asked has not. */
  confirmed: readonly { userId: number; at: Date; from: string }[];
}

interface Card {
  id: string;
  channel_id: string;
  created_at: Date;
  author_name: string;
}

/**
 * Makes messages that were imported before notices, as of `asOf`: what would have been told of them by
 * then counts as told, and nobody is told of it. Throws where there is no such message.
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
  const card = await findCard(db, notice);
  const audience = { ...everybody, ...notice.audience };
  const asked = await findAudience(db, card.channel_id, senderId, audience);
  await makeCard(db, card, {
    noticeId: id,
    kind,
    title,
    text,
    dueAt: dueAt.toISOString(),
    total: asked.length,
    confirmed: notice.confirmed.length,
    closedAt: null,
  });
  await db
    .insertInto('notices')
    .values(noticeOf(notice, card, asOf))
    .execute();
  const rows = asked.map((person) => rowOf(notice, person, dueAt <= asOf));
  await db.insertInto('notice_people').values(rows).execute();
}

function noticeOf(notice: ImportedNotice, card: Card, asOf: Date) {
  const { id, kind, title, text, dueAt } = notice;
  const half_at = halfOf(card.created_at, dueAt);
  return {
    id,
    kind,
    title,
    text,
    message_id: card.id,
    channel_id: card.channel_id,
    author_id: notice.senderId,
    author_name: card.author_name,
    text_sha256: createHash('sha256').update(text, 'utf8').digest('hex'),
    posted_at: card.created_at,
    due_at: dueAt,
    half_at,
    half_told_at: half_at <= asOf ? half_at : null,
    due_told_at: dueAt <= asOf ? dueAt : null,
  };
}

async function findCard(db: NoticeDb, { senderId, clientMsgId }: ImportedNotice): Promise<Card> {
  const { rows } = await sql<Card>`
    select m.id, m.channel_id, m.created_at, u.shown_name as author_name
    from chat_messages m join users u on u.id = m.sender_id
    where m.sender_id = ${senderId} and m.client_msg_id = ${clientMsgId}`.execute(db);
  const [card] = rows;
  if (!card) throw new Error(`There is no message ${clientMsgId} to be a notice`);
  return card;
}

async function makeCard(db: NoticeDb, { id }: Card, part: NoticePart): Promise<void> {
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
  { id: userId, name }: AudienceQuery,
  isOver: boolean,
) {
  const own = confirmed.find((one) => one.userId === userId);
  const remindedAt = isOver && !own ? dueAt : null;
  return {
    notice_id: id,
    user_id: userId,
    name,
    confirmed_at: own?.at ?? null,
    confirmed_from: own?.from ?? null,
    reminded_at: remindedAt,
    escalated_at: remindedAt,
  };
}
