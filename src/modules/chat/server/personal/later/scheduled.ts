import type { Selectable } from 'kysely';
import type { Db } from '../../../../../platform/server/db/database.ts';
import type { Actor } from '../../../../../platform/server/http/actor.ts';
import { conflict, invalid, notFound } from '../../../../../platform/server/http/errors.ts';
import { publishNotifications, withdraw } from '../../../../notifications/server/public.ts';
import { type ScheduledMessage, scheduledChanged } from '../../../contract/personal.ts';
import { getChannel } from '../../channels/find.ts';
import type { Urgent } from '../../posting/urgent.ts';
import type { ChatServices } from '../../services.ts';
import type { ChatTables } from '../../tables.ts';
import { admitWritten, attachmentsOf, isBlank, type Written } from '../written.ts';

const maxWaiting = 500;
const yearMs = 366 * 24 * 60 * 60 * 1_000;

export type ScheduledRow = Selectable<ChatTables['chat_scheduled']>;

/** What waits and what failed, the earliest first. */
export async function listScheduled(
  db: Db<ChatTables>,
  { userId }: Actor,
): Promise<ScheduledMessage[]> {
  return toScheduled(db, userId, await openOf(db, userId).orderBy('send_at').execute());
}

type Scheduling = Written & Accepting & { id: string; sendAt: string };

interface Accepting {
  urgent?: Urgent | null | undefined;
  acceptsSensitive?: boolean | undefined;
}

interface Rescheduling extends Accepting {
  content?: string | undefined;
  sendAt?: string | undefined;
}

/** The id is the sender's: sent again with it, it is the same message, whatever became of it. */
export async function scheduleMessage(
  { db, realtime, guard }: ChatServices,
  actor: Actor,
  { id, sendAt, urgent = null, acceptsSensitive: accepts = false, ...words }: Scheduling,
): Promise<ScheduledMessage> {
  const known = await findOwn(db, actor.userId, id);
  if (known) return one(db, known);
  const time = timeOf(sendAt);
  if (isBlank(words)) throw invalid('Please write a message first.');
  const { channel } = await admitWritten(db, actor, words);
  if (channel.closed) throw conflict(channel.closed);
  const content = words.content.toWellFormed();
  await guard({ texts: [content], accepts });
  const waiting = await openOf(db, actor.userId)
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (waiting.count >= maxWaiting) throw conflict('You have 500 scheduled messages already.');
  await db
    .insertInto('chat_scheduled')
    .values({
      id,
      user_id: actor.userId,
      channel_id: channel.id,
      thread_id: words.threadId,
      content,
      upload_ids: [...words.attachmentIds],
      send_at: time,
      failure: null,
      accepts_sensitive: accepts,
      urgent_reason: reasonOf(urgent),
    })
    .onConflict((same) => same.doNothing())
    .execute();
  const stored = await findOwn(db, actor.userId, id);
  if (!stored) throw notFound(); // Cancelled in the same moment.
  announce(realtime, actor.userId);
  return one(db, stored);
}

/**
 * Other words, urgent or not, or another time, which also gives what failed another try. What would be refused were it
 * scheduled now is refused here.
 */
export async function changeScheduled(
  desk: ChatServices,
  actor: Actor,
  id: string,
  { content, sendAt, urgent, acceptsSensitive = false }: Rescheduling,
): Promise<ScheduledMessage> {
  const { db } = desk;
  const { userId } = actor;
  const time = sendAt === undefined ? undefined : timeOf(sendAt);
  const changed = await db.transaction().execute(async (tx) => {
    const row = await lockOpen(tx, userId, id);
    const { closed } = await getChannel(tx, actor, row.channel_id);
    if (closed) throw conflict(closed);
    const next = { content: content?.toWellFormed() ?? row.content };
    if (isBlank({ ...next, attachmentIds: row.upload_ids })) {
      throw invalid('Please write a message first.');
    }
    const accepts = acceptsSensitive || (content === undefined && row.accepts_sensitive);
    await desk.guard({ texts: [next.content], accepts });
    const marked = urgent !== undefined && { urgent_reason: reasonOf(urgent) };
    const again = time && { send_at: time, state: 'waiting' as const, failure: null };
    return tx
      .updateTable('chat_scheduled')
      .set({ ...next, ...again, ...marked, accepts_sensitive: accepts })
      .where('user_id', '=', userId)
      .where('id', '=', row.id)
      .returningAll()
      .executeTakeFirstOrThrow();
  });
  announce(desk.realtime, userId);
  if (time) await forgetFailure(desk, userId, id);
  return one(db, changed);
}

export async function cancelScheduled(
  desk: ChatServices,
  { userId }: Actor,
  id: string,
): Promise<void> {
  await desk.db.transaction().execute(async (tx) => {
    const row = await lockOpen(tx, userId, id);
    await tx
      .deleteFrom('chat_scheduled')
      .where('user_id', '=', userId)
      .where('id', '=', row.id)
      .execute();
  });
  announce(desk.realtime, userId);
  await forgetFailure(desk, userId, id);
}

/** The fact that a message was not sent, as notifications know it. */
export const failedKey = (id: string) => `scheduled:${id}`;

/** Nobody needs to be told any more of what was put right, or given up. */
async function forgetFailure(desk: ChatServices, userId: number, id: string): Promise<void> {
  const gone = await withdraw(desk.db, { keys: [failedKey(id)], userIds: [userId] });
  await publishNotifications(desk, gone);
}

/** Tells the person's own sockets that the list is another one. */
export function announce(realtime: ChatServices['realtime'], userId: number): void {
  realtime.publish(`user:${userId}`, scheduledChanged, {});
}

/** Waits for a send under way, so that nobody is told "cancelled" of what goes out. */
async function lockOpen(tx: Db<ChatTables>, userId: number, id: string): Promise<ScheduledRow> {
  const row = await tx
    .selectFrom('chat_scheduled')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound();
  if (row.state === 'sent') throw conflict('This message has been sent already.');
  return row;
}

const openOf = (db: Db<ChatTables>, userId: number) =>
  db
    .selectFrom('chat_scheduled')
    .selectAll()
    .where('user_id', '=', userId)
    .where('state', '<>', 'sent');

const findOwn = (db: Db<ChatTables>, userId: number, id: string) =>
  db
    .selectFrom('chat_scheduled')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();

const reasonOf = (urgent: Urgent | null) => urgent?.reason.toWellFormed() ?? null;

function timeOf(sendAt: string): Date {
  const time = new Date(sendAt);
  const ahead = time.getTime() - Date.now();
  const problem = `Please choose a time ${ahead <= 0 ? 'in the future' : 'within a year'}.`;
  if (ahead > 0 && ahead <= yearMs) return time;
  throw invalid(problem, { sendAt: problem });
}

async function one(db: Db<ChatTables>, row: ScheduledRow): Promise<ScheduledMessage> {
  const [message] = await toScheduled(db, row.user_id, [row]);
  if (!message) throw notFound();
  return message;
}

async function toScheduled(db: Db<ChatTables>, userId: number, rows: readonly ScheduledRow[]) {
  const filesOf = await attachmentsOf(db, userId, rows);
  return rows.map((row) => ({
    id: row.id,
    channelId: row.channel_id,
    threadId: row.thread_id,
    content: row.content,
    attachments: filesOf(row.upload_ids),
    sendAt: row.send_at.toISOString(),
    urgent: row.urgent_reason === null ? null : { reason: row.urgent_reason },
    failure: row.failure,
  }));
}
