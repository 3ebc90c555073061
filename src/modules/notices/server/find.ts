import { sql } from 'kysely';
import { conflict, forbidden, notFound } from '../../../platform/server/errors.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import type { ChatMessage } from '../../chat/contract.ts';
import type { NoticeState } from '../contract.ts';
import type { NoticeServices } from './services.ts';
import type { NoticeDb, NoticeRow } from './tables.ts';

export interface Found {
  notice: NoticeRow;
  message: ChatMessage;
  isAuthor: boolean;
  /** See who has confirmed, remind the others, download the proof. */
  canFollow: boolean;
}

/** A notice whose message the actor may read; throws 404 otherwise. */
export async function getNotice(
  services: NoticeServices,
  actor: Actor,
  id: string,
): Promise<Found> {
  const notice = await findNotice(services.db, id);
  if (!notice) throw notFound();
  const target = { channelId: notice.channel_id, messageId: notice.message_id };
  const { message, canModerate } = await services.chat.getMessage(actor, target);
  if (message.deletedAt !== null) throw notFound();
  const isAuthor = notice.author_id === actor.userId;
  return { notice, message, isAuthor, canFollow: isAuthor || canModerate };
}

/** As `getNotice`, but throws 403 unless the actor may follow its progress. */
export async function getFollowed(
  services: NoticeServices,
  actor: Actor,
  id: string,
): Promise<Found> {
  const found = await getNotice(services, actor, id);
  if (!found.canFollow) throw forbidden('Only the author and moderators can see this.');
  return found;
}

export async function findNotice(db: NoticeDb, id: string): Promise<NoticeRow | null> {
  const row = await db.selectFrom('notices').selectAll().where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** Throws 409 if the notice is closed or its channel archived; locks neither. */
export async function assertOpen(db: NoticeDb, { id }: NoticeRow): Promise<void> {
  const { rows } = await sql<{ closed: boolean; archived: boolean }>`
    select n.closed_at is not null as closed, c.archived_at is not null as archived
    from notices n join chat_channels c on c.id = n.channel_id where n.id = ${id}`.execute(db);
  if (rows[0]?.closed) throw conflict('This notice is closed.');
  if (rows[0]?.archived) throw conflict('This channel is archived.');
}

/** The actor's state of the notice. */
export async function getNoticeState(
  { db }: NoticeServices,
  { userId }: Actor,
  { notice, isAuthor, canFollow }: Found,
): Promise<NoticeState> {
  const person = await db
    .selectFrom('notice_people')
    .select('confirmed_at')
    .where('notice_id', '=', notice.id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return {
    noticeId: notice.id,
    required: person !== undefined,
    confirmedAt: person?.confirmed_at?.toISOString() ?? null,
    remindedAt: canFollow ? (notice.reminded_at?.toISOString() ?? null) : null,
    can: { follow: canFollow, change: isAuthor },
  };
}
