import type { Db } from '../../../platform/server/db/database.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import * as contract from '../contract.ts';
import {
  clearChatNotifications,
  readAllNotifications,
  readNotification,
  removeAllNotifications,
  removeNotification,
  type UnreadCount,
} from '../contract.ts';
import type { Unpublished } from './store/notify.ts';
import {
  clearChatOwn,
  listNotifications,
  readAllOwn,
  readOwn,
  removeAllOwn,
  removeOwn,
} from './store/own.ts';
import { countUnreadOf, publishNotifications } from './store/publish.ts';
import type { NotificationTables } from './tables.ts';

const numberOf = (id: string | undefined) => (id === undefined ? undefined : Number(id));

/** Everyone reads and changes only their own notifications. */
export function addNotificationRoutes(platform: Platform): void {
  const { routes } = platform;
  const db: Db<NotificationTables> = platform.db;

  async function publishAndCount(userId: number, change: Unpublished): Promise<UnreadCount> {
    await publishNotifications(platform, change);
    return countUnreadOf(db, userId);
  }

  routes.add(contract.listNotifications, ({ actor, query }) =>
    listNotifications(db, actor.userId, query),
  );
  routes.add(readNotification, async ({ actor: { userId }, params }) =>
    publishAndCount(userId, await readOwn(db, userId, Number(params.id))),
  );
  routes.add(readAllNotifications, async ({ actor: { userId }, body }) =>
    publishAndCount(userId, await readAllOwn(db, userId, numberOf(body.upTo))),
  );
  routes.add(removeNotification, async ({ actor: { userId }, params }) =>
    publishAndCount(userId, await removeOwn(db, userId, Number(params.id))),
  );
  routes.add(removeAllNotifications, async ({ actor: { userId }, query }) =>
    publishAndCount(userId, await removeAllOwn(db, userId, numberOf(query.upTo))),
  );
  routes.add(clearChatNotifications, async ({ actor: { userId }, body }) =>
    publishAndCount(userId, await clearChatOwn(db, userId, body.channelId)),
  );
}
