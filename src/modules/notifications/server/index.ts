import type { Platform } from '../../../platform/server/platform.ts';
import {
  type FindActors,
  type SessionEnded,
  sessionEnded,
} from '../../../platform/server/realtime/watch.ts';
import { scheduleDigest } from './digest/digest.ts';
import { trackAttention } from './push/attention.ts';
import { deliverPushes } from './push/deliver.ts';
import { createPushKeys } from './push/keys.ts';
import { addPushRoutes } from './push/routes.ts';
import { dropSubscriptions } from './push/subscriptions.ts';
import { createSendPush } from './push/wire/send.ts';
import { addNotificationRoutes } from './routes.ts';
import { scheduleSweep } from './store/sweep.ts';

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
