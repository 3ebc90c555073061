import { setImmediate as oneTurn } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Platform } from '../../../../platform/server/platform.ts';
import {
  alertSent,
  notificationSent,
  notificationsChanged,
  type UnreadCount,
} from '../../contract.ts';
import { type NotificationTables, toNotification } from '../tables.ts';
import type { Mark, Unpublished } from './notify.ts';

/** People per turn of the event loop: other events must not wait until thousands of sockets are written. */
const peopleAtOnce = 50;

type Publisher = Pick<Platform, 'db' | 'realtime' | 'log'>;

/**
 * Sends changes to every device of their recipients; only after COMMIT. Never throws: a client that missed
 * them gets them with its next page.
 */
export async function publishNotifications(
  publisher: Publisher,
  ...changes: readonly Unpublished[]
): Promise<void> {
  await publish(publisher, notificationSent, changes);
}

/** The same, with new notifications as the event for what an administrator announces to everyone. */
export async function publishAlerts(
  publisher: Publisher,
  ...changes: readonly Unpublished[]
): Promise<void> {
  await publish(publisher, alertSent, changes);
}

async function publish(
  { db, realtime, log }: Publisher,
  event: typeof notificationSent | typeof alertSent,
  changes: readonly Unpublished[],
): Promise<void> {
  const added = changes.flatMap((change) => change.added);
  const read = changes.flatMap((change) => change.read);
  const removed = changes.flatMap((change) => change.removed);
  const userIds = new Set([...added, ...read, ...removed].map(({ user_id }) => user_id));
  if (userIds.size === 0) return;
  try {
    const counts = await countUnread(db, [...userIds]);
    const reads = idsByPerson(read);
    const removals = idsByPerson(removed);
    const additions = Map.groupBy(added, ({ user_id }) => user_id);
    let published = 0;
    for (const [userId, count] of counts) {
      for (const row of additions.get(userId) ?? []) {
        realtime.publish(`user:${userId}`, event, toNotification(row));
      }
      const readIds = reads.get(userId);
      const removedIds = removals.get(userId);
      realtime.publish(`user:${userId}`, notificationsChanged, {
        ...count,
        ...(readIds && { read: readIds }),
        ...(removedIds && { removed: removedIds }),
      });
      published += 1;
      if (published % peopleAtOnce === 0) await oneTurn();
    }
  } catch (err) {
    log.warn({ err }, 'Failed to publish stored notifications');
  }
}

function idsByPerson(marks: readonly Mark[]): Map<number, string[]> {
  const byPerson = Map.groupBy(marks, ({ user_id }) => user_id);
  return new Map(
    [...byPerson].map(([userId, ofPerson]) => [userId, ofPerson.map(({ id }) => String(id))]),
  );
}

/** The current unread count of each of these people. */
export async function countUnread(
  db: Kysely<NotificationTables>,
  userIds: readonly number[],
): Promise<Map<number, UnreadCount>> {
  const { rows } = await sql<UnreadCount & { userId: number }>`
    select person as "userId",
      (extract(epoch from clock_timestamp()) * 1000000)::bigint as "asOf",
      (select count(*)::integer from notifications
        where user_id = person and read_at is null and removed_at is null) as unread
    from unnest(${userIds}::integer[]) as person`.execute(db);
  return new Map(rows.map(({ userId, ...count }) => [userId, count]));
}

export async function countUnreadOf(
  db: Kysely<NotificationTables>,
  userId: number,
): Promise<UnreadCount> {
  return (await countUnread(db, [userId])).get(userId) ?? { unread: 0, asOf: 0 };
}
