import type { Platform } from '../../../platform/server/platform.ts';
import {
  type FindActors,
  type SessionEnded,
  sessionEnded,
} from '../../../platform/server/realtime/watch.ts';
import { scheduleDigest } from './digest/digest.ts';
import { scheduleSweep } from './keeping/sweep.ts';
import { keepAttention } from './push/attention.ts';
import { deliverPushes } from './push/deliver.ts';
import { createPushKeys } from './push/keys.ts';
import { addPushRoutes } from './push/routes.ts';
import { dropSubscriptions } from './push/subscriptions.ts';
import { createSendPush } from './push/wire/send.ts';
import { addNotificationRoutes } from './routes.ts';

/**
 * Notifications: what somebody should hear of, kept until they have, the same on every device. Other
 * rooms store them within their own acts (`public.ts`). Nobody sees or touches those of somebody else; a
 * push or mail never says more than a title and the beginning of the message.
 */
export function notificationsModule(platform: Platform, findActors: FindActors): void {
  const { db, bus, log, secrets } = platform;
  const keysOf = createPushKeys(db, secrets);
  const send = createSendPush(platform, keysOf);
  addNotificationRoutes(platform);
  addPushRoutes(platform, keysOf, send);
  keepAttention(platform);
  deliverPushes(platform, send, findActors);
  scheduleDigest(platform);
  scheduleSweep(platform);
  bus.subscribe(sessionEnded, (payload) => {
    dropSubscriptions(db, (payload as SessionEnded).sessionIds)
      // Should it fail, nothing is sent all the same: whose session ended is found out before each push.
      .catch((err) => log.warn({ err }, 'Devices of ended sessions were not forgotten'));
  });
}
