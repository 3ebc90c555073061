import type { Handler } from '../../../platform/server/http/routes.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import { listPeopleSignedIn } from '../../access/server/public.ts';
import { recordActivity } from '../../activity/server/public.ts';
import { notify, publishAlerts } from '../../notifications/server/public.ts';
import type { sendAnnouncement as call } from '../contract/announcements.ts';

/**
 * Reaches everyone with a live session, the sender included: at once as an `alert` where they have Forecourt open,
 * and in their notifications. It is not for those who sign in later.
 */
export function sendAnnouncement(platform: Platform): Handler<typeof call> {
  const { db } = platform;
  const limit = platform.limits('announcement', 20, 60 * 60);
  return async ({ actor, body: { clientId, title, message, type }, ip }) => {
    await limit.consume(String(actor.userId));
    const stored = await db.transaction().execute(async (tx) => {
      const alerts = await notify(tx, {
        userIds: await listPeopleSignedIn(tx),
        title,
        message,
        type,
        key: `announcement:${actor.userId}:${clientId}`,
        deliver: { push: true, digest: false, toast: true },
      });
      // A repeated request reaches no one twice.
      if (alerts.added.length > 0) {
        await recordActivity(tx, {
          actor,
          action: 'announcement.sent',
          subject: { type: 'announcement', id: clientId, name: title },
          after: { message, type, people: alerts.added.length },
          ip,
        });
      }
      return alerts;
    });
    await publishAlerts(platform, stored);
    return { people: stored.added.length };
  };
}
