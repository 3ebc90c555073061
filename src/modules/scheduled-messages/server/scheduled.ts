import { sql } from 'kysely';
import { conflict, invalid, notFound } from '../../../platform/server/errors.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import type { UploadUse } from '../../attachments/server/public.ts';
import type { Urgent } from '../../chat/contract.ts';
import {
  assertQuotable,
  attachmentsOf,
  getChannel,
  isBlank,
  type UnsentMessage,
  validateReason,
  validateUnsent,
} from '../../chat/server/public.ts';
import { publishNotifications, withdraw } from '../../notifications/server/public.ts';
import { type ScheduledMessage, scheduledChanged } from '../contract.ts';
import type { ScheduledServices } from './services.ts';
import type { ScheduledDb, ScheduledRow } from './tables.ts';

const maxWaiting = 500;
const yearMs = 366 * 24 * 60 * 60 * 1_000;

/** Pending and failed messages, earliest first. */
export async function listScheduled(
  db: ScheduledDb,
  { userId }: Actor,
): Promise<ScheduledMessage[]> {
  return toScheduled(db, userId, await openOf(db, userId).orderBy('send_at').execute());
}

type ScheduleMessage = UnsentMessage &
  SendOptions & {
    id: string;
    sendAt: string;
    alsoToChannel?: boolean | undefined;
    replyToId?: string | null | undefined;
  };

interface SendOptions {
  urgent?: Urgent | null | undefined;
  acceptsSensitive?: boolean | undefined;
}

interface ChangeScheduled extends SendOptions {
  content?: string | undefined;
  sendAt?: string | undefined;
}

/** The id is the idempotency key of the sender: a repeat returns the same message, whatever its state. */
export async function scheduleMessage(
  { db, realtime, guard }: ScheduledServices,
  actor: Actor,
  command: ScheduleMessage,
): Promise<ScheduledMessage> {
  const { id, sendAt, urgent = null, acceptsSensitive: accepts = false, ...input } = command;
  const { alsoToChannel = false, replyToId = null } = input;
  const known = await findOwn(db, actor.userId, id);
  if (known) return one(db, known);
  const time = timeOf(sendAt);
  if (isBlank(input)) throw invalid('Enter a message.');
  const { channel } = await validateUnsent(db, actor, input);
  if (channel.closed) throw conflict(channel.closed);
  if (replyToId !== null) await assertQuotable(db, channel.id, replyToId);
  const content = input.content.toWellFormed();
  await guard({ texts: [content], accepts });
  const waiting = await openOf(db, actor.userId)
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (waiting.count >= maxWaiting) throw conflict('You already have 500 scheduled messages.');
  await db
    .insertInto('chat_scheduled')
    .values({
      id,
      user_id: actor.userId,
      channel_id: channel.id,
      thread_id: input.threadId,
      reply_to_id: replyToId,
      also_to_channel: input.threadId !== null && alsoToChannel,
      content,
      upload_ids: [...input.attachmentIds],
      send_at: time,
      failure: null,
      accepts_sensitive: accepts,
      urgent_reason: reasonOf(urgent),
    })
    .onConflict((same) => same.doNothing())
    .execute();
  const stored = await findOwn(db, actor.userId, id);
  if (!stored) throw notFound(); // Canceled at the same moment.
  announce(realtime, actor.userId);
  return one(db, stored);
}

/**
 * Changes the text, urgency or time; a new time also retries a failed message. Refuses whatever
 * scheduling would refuse.
 */
export async function changeScheduled(
  services: ScheduledServices,
  actor: Actor,
  id: string,
  { content, sendAt, urgent, acceptsSensitive = false }: ChangeScheduled,
): Promise<ScheduledMessage> {
  const { db } = services;
  const { userId } = actor;
  const time = sendAt === undefined ? undefined : timeOf(sendAt);
  const changed = await db.transaction().execute(async (tx: ScheduledDb) => {
    const row = await lockOpen(tx, userId, id);
    const { closed } = await getChannel(tx, actor, row.channel_id);
    if (closed) throw conflict(closed);
    const next = { content: content?.toWellFormed() ?? row.content };
    if (isBlank({ ...next, attachmentIds: row.upload_ids })) {
      throw invalid('Enter a message.');
    }
    const accepts = acceptsSensitive || (content === undefined && row.accepts_sensitive);
    await services.guard({ texts: [next.content], accepts });
    const marked = urgent !== undefined && { urgent_reason: reasonOf(urgent) };
    const retry = time && { send_at: time, state: 'waiting' as const, failure: null };
    return tx
      .updateTable('chat_scheduled')
      .set({ ...next, ...retry, ...marked, accepts_sensitive: accepts })
      .where('user_id', '=', userId)
      .where('id', '=', row.id)
      .returningAll()
      .executeTakeFirstOrThrow();
  });
  announce(services.realtime, userId);
  if (time) await withdrawFailure(services, userId, id);
  return one(db, changed);
}

export async function cancelScheduled(
  services: ScheduledServices,
  { userId }: Actor,
  id: string,
): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const row = await lockOpen(tx, userId, id);
    await tx
      .deleteFrom('chat_scheduled')
      .where('user_id', '=', userId)
      .where('id', '=', row.id)
      .execute();
  });
  announce(services.realtime, userId);
  await withdrawFailure(services, userId, id);
}

/** The start of the notification keys of a message's failed sends. */
export const failurePrefix = (id: string) => `scheduled:${id}`;

/** Withdraws the failure notification of a message that was fixed or canceled. */
async function withdrawFailure(
  services: ScheduledServices,
  userId: number,
  id: string,
): Promise<void> {
  const withdrawal = { keyPrefix: failurePrefix(id), userIds: [userId] };
  const gone = await withdraw(services.db, withdrawal);
  await publishNotifications(services, gone);
}

/** Publishes to the user's own sockets that the list changed. */
export function announce(realtime: ScheduledServices['realtime'], userId: number): void {
  realtime.publish(`user:${userId}`, scheduledChanged, {});
}

/** Waits for a send in flight, so that no message is reported canceled but sent. */
async function lockOpen(tx: ScheduledDb, userId: number, id: string): Promise<ScheduledRow> {
  const row = await tx
    .selectFrom('chat_scheduled')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound();
  if (row.state === 'sent') throw conflict('This message was already sent.');
  return row;
}

const openOf = (db: ScheduledDb, userId: number) =>
  db
    .selectFrom('chat_scheduled')
    .selectAll()
    .where('user_id', '=', userId)
    .where('state', '<>', 'sent');

const findOwn = (db: ScheduledDb, userId: number, id: string) =>
  db
    .selectFrom('chat_scheduled')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();

const reasonOf = (urgent: Urgent | null) => urgent && validateReason(urgent);

function timeOf(sendAt: string): Date {
  const time = new Date(sendAt);
  const ahead = time.getTime() - Date.now();
  const problem = `Choose a time ${ahead <= 0 ? 'in the future' : 'within the next year'}.`;
  if (ahead > 0 && ahead <= yearMs) return time;
  throw invalid(problem, { sendAt: problem });
}

async function one(db: ScheduledDb, row: ScheduledRow): Promise<ScheduledMessage> {
  const [message] = await toScheduled(db, row.user_id, [row]);
  if (!message) throw notFound();
  return message;
}

async function toScheduled(db: ScheduledDb, userId: number, rows: readonly ScheduledRow[]) {
  const filesOf = await attachmentsOf(db, userId, rows);
  return rows.map((row) => ({
    id: row.id,
    channelId: row.channel_id,
    threadId: row.thread_id,
    alsoToChannel: row.also_to_channel,
    replyToId: row.reply_to_id,
    content: row.content,
    attachments: filesOf(row.upload_ids),
    sendAt: row.send_at.toISOString(),
    urgent: row.urgent_reason === null ? null : { reason: row.urgent_reason },
    failure: row.failure,
  }));
}

/** Files of scheduled messages; until those are sent, only their author can read them. */
export const scheduledUploads: UploadUse = {
  isKept: sql<boolean>`exists (
    select from (select unnest(upload_ids) as id from chat_scheduled where state <> 'sent') waiting
    where waiting.id = u.id)`,
};
