import { createECDH, createPublicKey, verify } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { logout } from '../../access/contract.ts';
import { endSessions } from '../../access/server/public.ts';
import { getPushKey, subscribeDevice, testPush, unsubscribeDevice } from '../contract/push.ts';
import { readAllNotifications } from '../contract.ts';
import { type Notice, withdraw } from '../server/public.ts';
import { createReceiver, type PushService, receiverOf, startPushService } from './pushService.ts';
import { addUser, age, notice, notifyUsers, type TestUser } from './stage.ts';

let service: PushService;
let forecourt: TestForecourt;
beforeAll(async () => {
  service = await startPushService();
  forecourt = await startForecourt({ env: { TEST_ALLOW_LOCAL_PUSH: '1' } });
});
afterAll(async () => {
  await forecourt.stop();
  await service.close();
});
beforeEach(() => {
  service.status = 201;
  service.received.length = 0;
});

let devices = 0;

/** A user with a subscribed device. */
async function userWithDevice(person?: TestUser) {
  const user = person ?? (await addUser(forecourt));
  const receiver = createReceiver();
  const path = `/device-${++devices}`;
  const body = { endpoint: service.url + path, keys: receiver.keys };
  expect((await user.client.call(subscribeDevice, { body })).status).toBe(200);
  const pushes = () => service.received.filter((push) => push.path === path);
  return { ...user, receiver, path, pushes };
}

const pushNotice = (userId: number, fields: Partial<Notice> = {}) =>
  notice([userId], { deliver: { push: true, digest: false }, ...fields });

const waitForRounds = () => sleep(4_500);
const longTimeout = { timeout: 60_000 };
const subscriptions = () =>
  forecourt.platform.db.selectFrom('push_subscriptions').select('endpoint').execute();

describe('a push', () => {
  test('reaches each device after 30 s, and only the device can decrypt it', async () => {
    const one = await userWithDevice();
    const phone = await userWithDevice({
      ...one,
      client: await forecourt.signIn(one.username, 'a long enough password'),
    });
    const message = 'The customer with the blue truck is back and asks for you';
    await notifyUsers(forecourt, pushNotice(one.id, { message, actionUrl: '/?channel=sales' }));
    await waitForRounds();
    expect(service.received).toEqual([]);
    await age(forecourt, one.id, 31);
    await vi.waitFor(
      () => expect([one.pushes(), phone.pushes()]).toMatchObject([[{}], [{}]]),
      longTimeout,
    );
    for (const device of [one, phone]) {
      const [{ body, headers } = { body: Buffer.of(), headers: {} }] = device.pushes();
      const content = JSON.parse(device.receiver.decrypt(body));
      expect(content).toEqual({
        tag: expect.stringMatching(/^\d+$/),
        title: 'Ann Sales',
        body: `${message.slice(0, 50)}…`,
        url: '/?channel=sales',
      });
      expect(body.toString('latin1')).not.toContain('Ann');
      expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', topic: content.tag });
      expect(headers).toMatchObject({ ttl: expect.stringMatching(/^[1-9]\d*$/) });
    }
    await waitForRounds();
    expect(service.received).toHaveLength(2);
  });

  test('is marked urgent, for the person and for the service', async () => {
    const { id, receiver, pushes } = await userWithDevice();
    await notifyUsers(forecourt, pushNotice(id, { urgent: true }));
    await age(forecourt, id, 31);
    await vi.waitFor(() => expect(pushes()).toHaveLength(1), longTimeout);
    const [{ body, headers } = { body: Buffer.of(), headers: {} }] = pushes();
    expect(JSON.parse(receiver.decrypt(body))).toMatchObject({ title: 'Urgent: Ann Sales' });
    expect(headers).toMatchObject({ urgency: 'high' });
  });

  test('is signed with the key that browsers subscribe with', async () => {
    const { client, pushes } = await userWithDevice();
    expect((await client.call(testPush)).status).toBe(200);
    const { publicKey } = (await client.call(getPushKey)).body;
    const header = pushes()[0]?.headers.authorization ?? '';
    const [, payload = '', signature = '', key] =
      /^vapid t=([^,]+)\.([^.,]+), k=(.+)$/.exec(header) ?? [];
    expect(key).toBe(publicKey);
    const claims = JSON.parse(Buffer.from(payload.split('.')[1] ?? '', 'base64url').toString());
    expect(claims).toMatchObject({ aud: service.url, sub: 'mailto:forecourt@localhost' });
    expect(claims.exp).toBeLessThan(Date.now() / 1000 + 24 * 60 * 60);
    const point = Buffer.from(publicKey, 'base64url');
    const jwk = {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    };
    const signer = {
      key: createPublicKey({ key: jwk, format: 'jwk' }),
      dsaEncoding: 'ieee-p1363',
    } as const;
    expect(
      verify('sha256', Buffer.from(payload), signer, Buffer.from(signature, 'base64url')),
    ).toBe(true);
  });

  test('is not sent if read, withdrawn or seen, or if no push was requested', async () => {
    const [reader, withdrawn, viewer, quiet, waiting] = await Promise.all(
      Array.from({ length: 5 }, () => userWithDevice()),
    );
    if (!reader || !withdrawn || !viewer || !quiet || !waiting) throw new Error('No users created');
    for (const { id } of [reader, withdrawn, viewer, waiting]) {
      await notifyUsers(forecourt, pushNotice(id, { key: `key:${id}` }));
    }
    await notifyUsers(forecourt, notice([quiet.id]));
    await reader.client.call(readAllNotifications, { body: {} });
    await withdraw(forecourt.platform.db, { keys: [`key:${withdrawn.id}`] });
    const socket = await viewer.client.socket();
    socket.send('attention', { focused: true });
    socket.send('ping');
    await socket.next('pong');
    for (const { id } of [reader, withdrawn, viewer, quiet, waiting]) await age(forecourt, id, 31);
    await vi.waitFor(() => expect(waiting.pushes()).toHaveLength(1), longTimeout);
    await waitForRounds();
    expect(service.received).toHaveLength(1);
    socket.close();
    await socket.closed;
    await notifyUsers(forecourt, pushNotice(viewer.id));
    await age(forecourt, viewer.id, 31);
    await vi.waitFor(() => expect(viewer.pushes()).toHaveLength(1), longTimeout);
  });

  test('is retried when the service is unavailable', async () => {
    const { id, pushes } = await userWithDevice();
    service.status = 503;
    await notifyUsers(forecourt, pushNotice(id));
    await age(forecourt, id, 31);
    await vi.waitFor(() => expect(pushes()).toHaveLength(1), longTimeout);
    service.status = 201;
    await forecourt.platform.db
      .updateTable('push_deliveries')
      .set({ due_at: new Date(0) })
      .execute();
    await vi.waitFor(() => expect(pushes()).toHaveLength(2), longTimeout);
    const left = () => forecourt.platform.db.selectFrom('push_deliveries').selectAll().execute();
    await vi.waitFor(async () => expect(await left()).toEqual([]), longTimeout);
  });
});

describe('a device', () => {
  test.each([404, 410])('that is gone (%i) is deleted', async (status) => {
    const { id, pushes, path } = await userWithDevice();
    service.status = status;
    await notifyUsers(forecourt, pushNotice(id));
    await age(forecourt, id, 31);
    await vi.waitFor(() => expect(pushes()).toHaveLength(1), longTimeout);
    const removedEndpoint = { endpoint: service.url + path };
    await vi.waitFor(
      async () => expect(await subscriptions()).not.toContainEqual(removedEndpoint),
      longTimeout,
    );
  });

  test('is deleted when its session ends; other devices are not', async () => {
    const one = await userWithDevice();
    const other = await userWithDevice({
      ...one,
      client: await forecourt.signIn(one.username, 'a long enough password'),
    });
    await one.client.call(logout);
    const endpointOf = ({ path }: { path: string }) => ({ endpoint: service.url + path });
    await vi.waitFor(
      async () => expect(await subscriptions()).not.toContainEqual(endpointOf(one)),
      longTimeout,
    );
    expect(await subscriptions()).toContainEqual(endpointOf(other));
  });

  test('gets nothing and is deleted if the end of its session was missed', async () => {
    const [signedOut, waiting] = [await userWithDevice(), await userWithDevice()];
    await endSessions(forecourt.platform.db, signedOut.id);
    await notifyUsers(forecourt, pushNotice(signedOut.id), pushNotice(waiting.id));
    await age(forecourt, signedOut.id, 31);
    await age(forecourt, waiting.id, 31);
    await vi.waitFor(() => expect(waiting.pushes()).toHaveLength(1), longTimeout);
    await vi.waitFor(
      async () =>
        expect(await subscriptions()).not.toContainEqual({
          endpoint: service.url + signedOut.path,
        }),
      longTimeout,
    );
    expect(signedOut.pushes()).toEqual([]);
  });

  test('belongs to the last user who signed in on it', async () => {
    const [one, next] = [await userWithDevice(), await addUser(forecourt)];
    const body = { endpoint: service.url + one.path, keys: createReceiver().keys };
    await next.client.call(subscribeDevice, { body });
    expect((await one.client.call(testPush)).status).toBe(409);
    expect((await next.client.call(testPush)).status).toBe(200);
  });

  test('can be tested and turned off only from itself', async () => {
    const one = await userWithDevice();
    const other = await addUser(forecourt);
    expect((await other.client.call(testPush)).status).toBe(409);
    await other.client.call(unsubscribeDevice);
    const { status, body } = await one.client.call(testPush);
    expect([status, body.message]).toEqual([200, 'Sent to this device.']);
    const [{ body: bytes } = { body: Buffer.of() }] = one.pushes();
    expect(JSON.parse(one.receiver.decrypt(bytes))).toMatchObject({ title: 'Forecourt', url: '/' });
    for (const code of [403, 302, 500]) {
      service.status = code;
      expect((await one.client.call(testPush)).status).toBe(409);
    }
    await one.client.call(unsubscribeDevice);
    expect((await one.client.call(testPush)).body).toMatchObject({ code: 'conflict' });
  });

  test('is refused with invalid keys', async () => {
    const { client } = await addUser(forecourt);
    const keys = createReceiver().keys;
    const wrong = [
      { ...keys, p256dh: keys.p256dh.slice(1) },
      { ...keys, p256dh: `B${'A'.repeat(86)}` },
      { ...keys, auth: 'short' },
    ];
    for (const one of wrong) {
      const body = { endpoint: `${service.url}/x`, keys: one };
      expect((await client.call(subscribeDevice, { body })).status).toBe(400);
    }
  });
});

test('the test receiver decrypts the example of RFC 8291', () => {
  const own = createECDH('prime256v1');
  own.setPrivateKey(Buffer.from('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94', 'base64url'));
  const receiver = receiverOf(own, Buffer.from('BTBZMqHH6r4Tts7J_aSIgg', 'base64url'));
  const body =
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN';
  expect(receiver.decrypt(Buffer.from(body, 'base64url'))).toBe(
    'When I grow up, I want to be a watermelon',
  );
});
