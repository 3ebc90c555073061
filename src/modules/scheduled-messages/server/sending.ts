import { sql } from 'kysely';
import { isUnavailable } from '../../../platform/server/db/database.ts';
import { AppError } from '../../../platform/server/errors.ts';
import { findActor } from '../../access/server/public.ts';
import {
  notify,
  publishNotifications,
  type Unpublished,
} from '../../notifications/server/public.ts';
import { announce, failurePrefix } from './scheduled.ts';
import type { ScheduledServices } from './services.ts';
import type { ScheduledDb, ScheduledRow } from './tables.ts';

const atOnce = 500;
/** Wait for rate limits that end within this time. */
const longestWaitSeconds = 60;

/**
 * Sends due messages as their senders, with their current permissions. The id is the message's client
 * id, so that a message posted just before a crash is not posted again.
 */
export async function sendDue(services: ScheduledServices): Promise<void> {
  const due = await services.db
    .selectFrom('chat_scheduled')
    .select(['user_id', 'id'])
    .where('state', '=', 'waiting')
    .where('send_at', '<=', new Date())
    // Round-robin by user: one user's backlog must not delay the others.
    .orderBy(sql`row_number() over (partition by user_id order by send_at)`)
    .orderBy('send_at')
    .limit(atOnce)
    .execute();
  for (const key of due) {
    // A failing message must not block the others; it is retried in a minute.
    await sendOne(services, key).catch((err) =>
      services.log.error({ err, ...key }, 'Failed to send a scheduled message'),
    );
  }
}

/** Deletes rows sent a month ago. A later repeat would still be deduplicated by the message's client id. */
export async function sweepSent(db: ScheduledDb): Promise<void> {
  await db
    .deleteFrom('chat_scheduled')
    .where('state', '=', 'sent')
    .where('send_at', '<', sql<Date>`now() - interval '30 days'`)
    .execute();
}

/** Locks the row while posting, so that it cannot be changed or canceled. */
async function sendOne(
  services: ScheduledServices,
  key: Pick<ScheduledRow, 'user_id' | 'id'>,
): Promise<void> {
  const notification = await services.db.transaction().execute(async (tx) => {
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
    const failure = await post(services, row);
    if (failure === 'later') return null;
    // Clear the content: it must not outlive a deletion of the message.
    const cleared = { content: '', upload_ids: [], urgent_reason: null };
    const sent = { state: 'sent' as const, failure, ...cleared };
    await tx
      .updateTable('chat_scheduled')
      .set(failure === null ? sent : { state: 'failed', failure })
      .where('user_id', '=', key.user_id)
      .where('id', '=', key.id)
      .execute();
    return failure === null ? notify(tx) : notifyFailed(tx, row, failure);
  });
  if (!notification) return;
  announce(services.realtime, key.user_id);
  await publishNotifications(services, notification);
}

/** Notifies the sender, who relies on the message and may be offline. */
function notifyFailed(
  tx: Parameters<typeof notify>[0],
  { id, user_id, channel_id, send_at }: ScheduledRow,
  failure: string,
): Promise<Unpublished> {
  return notify(tx, {
    userIds: [user_id],
    title: 'Couldn’t send a scheduled message',
    message: failure,
    type: 'warning',
    actionUrl: `/?channel=${channel_id}`,
    // Each attempt has its own time, so a second failure is notified, too.
    key: `${failurePrefix(id)}:${send_at.getTime()}`,
    deliver: { push: true, digest: true },
  });
}

// The hourly urgent limit is longer: an urgent message must fail visibly instead.
const isSoonPast = ({ code, retryAfterSeconds = 0 }: AppError) =>
  code === 'rate_limited' && retryAfterSeconds <= longestWaitSeconds;

/** Null if posted, otherwise the error message for the sender. */
async function post(
  services: ScheduledServices,
  row: ScheduledRow,
): Promise<string | 'later' | null> {
  const actor = await findActor(services.db, row.user_id);
  if (!actor) return 'Your account couldn’t send messages at that time.';
  try {
    await services.chat.postMessage(actor, {
      channelId: row.channel_id,
      content: row.content,
      clientMsgId: row.id,
      threadId: row.thread_id,
      alsoToChannel: row.also_to_channel,
      replyToId: row.reply_to_id,
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
      ? 'You no longer had access to this conversation at that time.'
      : error.message;
  }
}
