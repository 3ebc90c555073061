import { permits } from '../../../../platform/contract/access.ts';
import type { Db } from '../../../../platform/server/db/database.ts';
import { createTurns } from '../../../../platform/server/limits/turns.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import type { FindActors } from '../../../../platform/server/realtime/watch.ts';
import { headingOf, previewOf } from '../../contract/preview.ts';
import type { NotificationTables } from '../tables.ts';
import { type Delivery, dispatchDue, finishDeliveries, takeDeliveries } from './deliveries.ts';
import { dropSubscriptions, findSubscribers } from './subscriptions.ts';
import type { Outcome, Push, SendPush } from './wire/send.ts';

const roundMs = 2_000;
const concurrency = 20;

/** Every instance polls for due deliveries; each delivery is claimed by one. */
export function deliverPushes(platform: Platform, send: SendPush, findActors: FindActors): void {
  const db: Db<NotificationTables> = platform.db;
  async function round(): Promise<void> {
    try {
      await dispatchDue(db);
      await deliver(db, await takeDeliveries(db), send, findActors);
    } catch (err) {
      platform.log.warn({ err }, 'Failed to deliver push notifications');
    }
  }
  platform.background.repeat(roundMs, round);
}

async function deliver(
  db: Db<NotificationTables>,
  deliveries: readonly Delivery[],
  send: SendPush,
  findActors: FindActors,
): Promise<void> {
  if (deliveries.length === 0) return;
  const sessions = [...new Set(deliveries.map(({ sessionId }) => sessionId))];
  const actors = await findSubscribers(db, findActors, sessions);
  const withLimit = createTurns(concurrency);
  const results = await Promise.all(
    deliveries.map(async (delivery): Promise<[Delivery, Outcome]> => {
      const actor = actors.get(delivery.sessionId) ?? null;
      if (!permits('signedIn', actor)) return [delivery, 'refused'];
      return [delivery, await withLimit(() => send(delivery, pushOf(delivery)))];
    }),
  );
  const gone = results.filter(([, outcome]) => outcome === 'gone');
  await dropSubscriptions(
    db,
    gone.map(([{ sessionId }]) => sessionId),
  );
  const finished = results.filter(([, outcome]) => outcome !== 'later');
  await finishDeliveries(
    db,
    finished.map(([delivery]) => delivery),
  );
}

/** Only as much of the message as may be read on a locked phone. */
function pushOf({ notificationId, title, message, actionUrl, urgent }: Delivery): Push {
  return {
    tag: String(notificationId),
    title: headingOf({ title, urgent }),
    body: previewOf(message),
    url: actionUrl ?? '/',
    urgent,
  };
}
