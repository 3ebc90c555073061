import type { Db } from '../../../../platform/server/db/database.ts';
import { conflict, invalid } from '../../../../platform/server/errors.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import * as contract from '../../contract/push.ts';
import { getPushKey, subscribeDevice, unsubscribeDevice } from '../../contract/push.ts';
import type { NotificationTables } from '../tables.ts';
import type { PushKeys } from './keys.ts';
import { dropSubscriptions, findSubscription, saveSubscription } from './subscriptions.ts';
import { isPushAddress } from './wire/addresses.ts';
import { isPoint } from './wire/encrypt.ts';
import type { Outcome, SendPush } from './wire/send.ts';

/** A session can only change the subscription of its own device. */
export function addPushRoutes(
  platform: Platform,
  keysOf: () => Promise<PushKeys>,
  send: SendPush,
): void {
  const { routes } = platform;
  const db: Db<NotificationTables> = platform.db;

  routes.add(getPushKey, async () => {
    const { publicKey } = await keysOf();
    return { publicKey: publicKey.toString('base64url') };
  });
  routes.add(subscribeDevice, async ({ actor, body: { endpoint, keys } }) => {
    if (!isPushAddress(endpoint) && !platform.config.allowLocalPush) {
      throw invalid('This push subscription is invalid.', { endpoint: 'Must be a push service' });
    }
    const publicKey = Buffer.from(keys.p256dh, 'base64url');
    if (!isPoint(publicKey))
      throw invalid('This push subscription is invalid.', { keys: 'Must be a key' });
    const authSecret = Buffer.from(keys.auth, 'base64url');
    await saveSubscription(db, actor, { endpoint, publicKey, authSecret });
    return { message: 'Notifications are on for this device.' };
  });
  routes.add(unsubscribeDevice, async ({ actor }) => {
    await dropSubscriptions(db, [actor.sessionId]);
    return { message: 'Notifications are off for this device.' };
  });
  routes.add(contract.testPush, testPush(platform, send));
}

function testPush(platform: Platform, send: SendPush): Handler<typeof contract.testPush> {
  const db: Db<NotificationTables> = platform.db;
  const tests = platform.limits('push-test', 10, 60);
  return async ({ actor: { userId, sessionId } }) => {
    await tests.consume(String(userId));
    const device = await findSubscription(db, sessionId);
    if (!device) throw conflict('Notifications are not turned on for this device.');
    const outcome = await send(device, {
      tag: 'test',
      title: 'Forecourt',
      body: 'Notifications work on this device.',
      url: '/',
      urgent: true,
    });
    if (outcome === 'gone') await dropSubscriptions(db, [sessionId]);
    if (outcome !== 'sent') throw conflict(failureMessages[outcome]);
    return { message: 'Sent to this device.' };
  };
}

const failureMessages: Record<Exclude<Outcome, 'sent'>, string> = {
  gone: 'This device can’t be reached. Turn its notifications off and on again.',
  refused: 'This browser’s push service refused the notification.',
  later: 'Couldn’t reach this browser’s push service. Try again later.',
};
