import type { Db } from '../../../platform/server/db/database.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import {
  type FindActors,
  type SessionEnded,
  sessionEnded,
} from '../../../platform/server/realtime/watch.ts';
import * as contract from '../contract.ts';
import { scheduleDigest } from './digest/digest.ts';
import { trackAttention } from './push/attention.ts';
import { deliverPushes } from './push/deliver.ts';
import { createPushKeys } from './push/keys.ts';
import { addPushRoutes } from './push/routes.ts';
import { dropSubscriptions } from './push/subscriptions.ts';
import { createSendPush } from './push/wire/send.ts';
import type { Unpublished } from './store/notify.ts';
import {
  listNotifications,
  markAllRead,
  markAllRemoved,
  markChatRemoved,
  markRead,
  markRemoved,
} from './store/own.ts';
import { countUnreadOf, publishNotifications } from './store/publish.ts';
import { scheduleSweep } from './store/sweep.ts';
import type { NotificationTables } from './tables.ts';

/**
 * Notifications of a user, the same on every device. Other modules store them in their own transactions
 * (`public.ts`). No one may see or change another user's notifications; a push or email must never contain
 * more than the title and the beginning of the message.
 */
export function notificationsModule(platform: Platform, findActors: FindActors): void {
  const { db, bus, log, secrets } = platform;
  const keysOf = createPushKeys(db, secrets);
  const send = createSendPush(platform, keysOf);
  addNotificationRoutes(platform);
  addPushRoutes(platform, keysOf, send);
  trackAttention(platform);
  deliverPushes(platform, send, findActors);
  scheduleDigest(platform);
  scheduleSweep(platform);
  bus.subscribe(sessionEnded, (payload) => {
    dropSubscriptions(db, (payload as SessionEnded).sessionIds)
      // If it fails, still nothing is sent: the session is checked before each push.
      .catch((err) => log.warn({ err }, 'Failed to delete push subscriptions of ended sessions'));
  });
}

const numberOf = (id: string | undefined) => (id === undefined ? undefined : Number(id));

/** Everyone reads and changes only their own notifications. */
function addNotificationRoutes(platform: Platform): void {
  const { routes } = platform;
  const db: Db<NotificationTables> = platform.db;

  async function publishAndCount(
    userId: number,
    change: Unpublished,
  ): Promise<contract.UnreadCount> {
    await publishNotifications(platform, change);
    return countUnreadOf(db, userId);
  }

  routes.add(contract.listNotifications, ({ actor, query }) =>
    listNotifications(db, actor.userId, query),
  );
  routes.add(contract.readNotification, async ({ actor: { userId }, params }) =>
    publishAndCount(userId, await markRead(db, userId, Number(params.id))),
  );
  routes.add(contract.readAllNotifications, async ({ actor: { userId }, body }) =>
    publishAndCount(userId, await markAllRead(db, userId, numberOf(body.upTo))),
  );
  routes.add(contract.removeNotification, async ({ actor: { userId }, params }) =>
    publishAndCount(userId, await markRemoved(db, userId, Number(params.id))),
  );
  routes.add(contract.removeAllNotifications, async ({ actor: { userId }, query }) =>
    publishAndCount(userId, await markAllRemoved(db, userId, numberOf(query.upTo))),
  );
  routes.add(contract.clearChatNotifications, async ({ actor: { userId }, body }) =>
    publishAndCount(userId, await markChatRemoved(db, userId, body.channelId)),
  );
}
