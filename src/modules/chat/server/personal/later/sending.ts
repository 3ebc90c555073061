import { sql } from 'kysely';
import { isUnavailable } from '../../../../../platform/server/db/database.ts';
import { AppError } from '../../../../../platform/server/http/errors.ts';
import type { Log } from '../../../../../platform/server/log/log.ts';
import { findActor } from '../../../../access/server/public.ts';
import {
  notify,
  publishNotifications,
  type Unpublished,
} from '../../../../notifications/server/public.ts';
import { postMessage } from '../../posting/post.ts';
import type { ChatServices } from '../../services.ts';
import { announce, failedKey, type ScheduledRow } from './scheduled.ts';

const atOnce = 500;
/** A limit that is over by then is waited for. */
const longestWaitSeconds = 60;

/**
 * Sends what is due, each as its sender would now: with the rights they have at this moment. Its id is
 * the client id of the message, so what was posted just before a crash is found and not posted again.
 */
export async function sendDue(desk: ChatServices, log: Log): Promise<void> {
  const due = await desk.db
    .selectFrom('chat_scheduled')
    .select(['user_id', 'id'])
    .where('state', '=', 'waiting')
    .where('send_at', '<=', new Date())
    // In turn: however much one person has due, the others' first ones come before it.
    .orderBy(sql`row_number() over (partition by user_id order by send_at)`)
    .orderBy('send_at')
    .limit(atOnce)
    .execute();
  for (const key of due) {
    // One that cannot be sent must not keep the others waiting; it is tried again in a minute.
    await sendOne(desk, key).catch((err) => log.error({ err, ...key }, 'A message was not sent'));
  }
}

/**
 * Forgets what was sent a month ago. Should its browser ask for it once more after that, it would become the
 * same message all the same: its id is taken for all time.
 */
export async function sweepSent(db: ChatServices['db']): Promise<void> {
  await db
    .deleteFrom('chat_scheduled')
    .where('state', '=', 'sent')
    .where('send_at', '<', sql<Date>`now() - interval '30 days'`)
    .execute();
}

/** Holds the row while it posts, so that nobody changes or cancels what is going out. */
async function sendOne(
  desk: ChatServices,
  key: Pick<ScheduledRow, 'user_id' | 'id'>,
): Promise<void> {
  const told = await desk.db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('chat_scheduled')
      .selectAll()
      .where('user_id', '=', key.user_id)
      .where('id', '=', key.id)
      .where('state', '=', 'waiting')
      .where('send_at', '<=', new Date())
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!row) return null;
    const failure = await post(desk, row);
    if (failure === 'later') return null;
    // The message has the words now: kept here, they would outlive its being deleted.
    const gone = { content: '', upload_ids: [], urgent_reason: null };
    const over = { state: 'sent' as const, failure, ...gone };
    await tx
      .updateTable('chat_scheduled')
      .set(failure === null ? over : { state: 'failed', failure })
      .where('user_id', '=', key.user_id)
      .where('id', '=', key.id)
      .execute();
    return failure === null ? notify(tx) : notifyFailed(tx, row, failure);
  });
  if (!told) return;
  announce(desk.realtime, key.user_id);
  await publishNotifications(desk, told);
}

/** Its sender counts on it, and has long gone on to something else. */
function notifyFailed(
  tx: Parameters<typeof notify>[0],
  { id, user_id, channel_id }: ScheduledRow,
  failure: string,
): Promise<Unpublished> {
  return notify(tx, {
    userIds: [user_id],
    title: 'A scheduled message was not sent',
    message: failure,
    type: 'warning',
    actionUrl: `/?channel=${channel_id}`,
    key: failedKey(id),
    deliver: { push: true, digest: true },
  });
}

// That of the hour's urgent messages is not: what cannot wait must not wait in silence.
const isSoonPast = ({ code, retryAfterSeconds = 0 }: AppError) =>
  code === 'rate_limited' && retryAfterSeconds <= longestWaitSeconds;

/** Null when it was posted, otherwise the sentence that its sender reads. */
async function post(desk: ChatServices, row: ScheduledRow): Promise<string | 'later' | null> {
  const actor = await findActor(desk.db, row.user_id);
  if (!actor) return 'Your account could not send messages when its time came.';
  try {
    await postMessage(desk, actor, {
      channelId: row.channel_id,
      content: row.content,
      clientMsgId: row.id,
      threadId: row.thread_id,
      attachmentIds: row.upload_ids,
      urgent: row.urgent_reason === null ? null : { reason: row.urgent_reason },
      acceptsSensitive: row.accepts_sensitive,
    });
    return null;
  } catch (error) {
    if (isUnavailable(error)) return 'later';
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'unavailable' || isSoonPast(error)) return 'later';
    return error.code === 'not_found'
      ? 'You could no longer write in this conversation when its time came.'
      : error.message;
  }
}
