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
import { age, hire, notice, type Somebody, tell } from './stage.ts';

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

/** Somebody with a device that may be told. */
async function reachable(person?: Somebody) {
  const somebody = person ?? (await hire(forecourt));
  const receiver = createReceiver();
  const path = `/device-${++devices}`;
  const body = { endpoint: service.url + path, keys: receiver.keys };
  expect((await somebody.client.call(subscribeDevice, { body })).status).toBe(200);
  const pushes = () => service.received.filter((pushed) => pushed.path === path);
  return { ...somebody, receiver, path, pushes };
}

const pushed = (userId: number, given: Partial<Notice> = {}) =>
  notice([userId], { deliver: { push: true, digest: false }, ...given });

const someRounds = () => sleep(4_500);
const soon = { timeout: 60_000 };
const kept = () =>
  forecourt.platform.db.selectFrom('push_subscriptions').select('endpoint').execute();

describe('a push', () => {
  test('reaches each device after 30 s, and only it can read the push', async () => {
    const one = await reachable();
    const phone = await reachable({
      ...one,
      client: await forecourt.signIn(one.username, 'a long enough password'),
    });
    const message = 'The customer with the blue truck is back and asks for you';
    await tell(forecourt, pushed(one.id, { message, actionUrl: '/?channel=sales' }));
    await someRounds();
    expect(service.received).toEqual([]);
    await age(forecourt, one.id, 31);
    await vi.waitFor(
      () => expect([one.pushes(), phone.pushes()]).toMatchObject([[{}], [{}]]),
      soon,
    );
    for (const device of [one, phone]) {
      const [{ body, headers } = { body: Buffer.of(), headers: {} }] = device.pushes();
      const told = JSON.parse(device.receiver.decrypt(body));
      expect(told).toEqual({
        tag: expect.stringMatching(/^\d+$/),
        title: 'Ann Sales',
        body: `${message.slice(0, 50)}…`,
        url: '/?channel=sales',
      });
      expect(body.toString('latin1')).not.toContain('Ann');
      expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', topic: told.tag });
      expect(headers).toMatchObject({ ttl: expect.stringMatching(/^[1-9]\d*$/) });
    }
    await someRounds();
    expect(service.received).toHaveLength(2);
  });

  test('says that it is urgent, to the person and to the service', async () => {
    const { id, receiver, pushes } = await reachable();
    await tell(forecourt, pushed(id, { urgent: true }));
    await age(forecourt, id, 31);
    await vi.waitFor(() => expect(pushes()).toHaveLength(1), soon);
    const [{ body, headers } = { body: Buffer.of(), headers: {} }] = pushes();
    expect(JSON.parse(receiver.decrypt(body))).toMatchObject({ title: 'Urgent: Ann Sales' });
    expect(headers).toMatchObject({ urgency: 'high' });
  });

  test('is signed with the key that browsers are given', async () => {
    const { client, pushes } = await reachable();
    expect((await client.call(testPush)).status).toBe(200);
    const { publicKey } = (await client.call(getPushKey)).body;
    const header = pushes()[0]?.headers.authorization ?? '';
    const [, words = '', signature = '', key] =
      /^vapid t=([^,]+)\.([^.,]+), k=(.+)$/.exec(header) ?? [];
    expect(key).toBe(publicKey);
    const claims = JSON.parse(Buffer.from(words.split('.')[1] ?? '', 'base64url').toString());
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
    expect(verify('sha256', Buffer.from(words), signer, Buffer.from(signature, 'base64url'))).toBe(
      true,
    );
  });

  test('is not sent for what was read, withdrawn or seen, nor where no push was asked for', async () => {
    const [reader, withdrawn, looking, quiet, waiting] = await Promise.all(
      Array.from({ length: 5 }, () => reachable()),
    );
    if (!reader || !withdrawn || !looking || !quiet || !waiting) throw new Error('Nobody came');
    for (const { id } of [reader, withdrawn, looking, waiting]) {
      await tell(forecourt, pushed(id, { key: `key:${id}` }));
    }
    await tell(forecourt, notice([quiet.id]));
    await reader.client.call(readAllNotifications, { body: {} });
    await withdraw(forecourt.platform.db, { keys: [`key:${withdrawn.id}`] });
    const socket = await looking.client.socket();
    socket.send('attention', { focused: true });
    socket.send('ping');
    await socket.next('pong');
    for (const { id } of [reader, withdrawn, looking, quiet, waiting]) await age(forecourt, id, 31);
    await vi.waitFor(() => expect(waiting.pushes()).toHaveLength(1), soon);
    await someRounds();
    expect(service.received).toHaveLength(1);
    socket.close();
    await socket.closed;
    await tell(forecourt, pushed(looking.id));
    await age(forecourt, looking.id, 31);
    await vi.waitFor(() => expect(looking.pushes()).toHaveLength(1), soon);
  });

  test('that a service cannot take now is tried again', async () => {
    const { id, pushes } = await reachable();
    service.status = 503;
    await tell(forecourt, pushed(id));
    await age(forecourt, id, 31);
    await vi.waitFor(() => expect(pushes()).toHaveLength(1), soon);
    service.status = 201;
    await forecourt.platform.db
      .updateTable('push_deliveries')
      .set({ due_at: new Date(0) })
      .execute();
    await vi.waitFor(() => expect(pushes()).toHaveLength(2), soon);
    const left = () => forecourt.platform.db.selectFrom('push_deliveries').selectAll().execute();
    await vi.waitFor(async () => expect(await left()).toEqual([]), soon);
  });
});

describe('a device', () => {
  test.each([404, 410])('that is gone (%i) is forgotten', async (status) => {
    const { id, pushes, path } = await reachable();
    service.status = status;
    await tell(forecourt, pushed(id));
    await age(forecourt, id, 31);
    await vi.waitFor(() => expect(pushes()).toHaveLength(1), soon);
    const gone = { endpoint: service.url + path };
    await vi.waitFor(async () => expect(await kept()).not.toContainEqual(gone), soon);
  });

  test('is forgotten when its session ends, the other devices are not', async () => {
    const one = await reachable();
    const other = await reachable({
      ...one,
      client: await forecourt.signIn(one.username, 'a long enough password'),
    });
    await one.client.call(logout);
    const endpointOf = ({ path }: { path: string }) => ({ endpoint: service.url + path });
    await vi.waitFor(async () => expect(await kept()).not.toContainEqual(endpointOf(one)), soon);
    expect(await kept()).toContainEqual(endpointOf(other));
  });

  test('of a session that ended unheard gets nothing, and is forgotten', async () => {
    const [lost, waiting] = [await reachable(), await reachable()];
    await endSessions(forecourt.platform.db, lost.id);
    await tell(forecourt, pushed(lost.id), pushed(waiting.id));
    await age(forecourt, lost.id, 31);
    await age(forecourt, waiting.id, 31);
    await vi.waitFor(() => expect(waiting.pushes()).toHaveLength(1), soon);
    await vi.waitFor(
      async () => expect(await kept()).not.toContainEqual({ endpoint: service.url + lost.path }),
      soon,
    );
    expect(lost.pushes()).toEqual([]);
  });

  test('belongs to whoever signed in on it last', async () => {
    const [one, next] = [await reachable(), await hire(forecourt)];
    const body = { endpoint: service.url + one.path, keys: createReceiver().keys };
    await next.client.call(subscribeDevice, { body });
    expect((await one.client.call(testPush)).status).toBe(409);
    expect((await next.client.call(testPush)).status).toBe(200);
  });

  test('can be tested and turned off, each only from itself', async () => {
    const one = await reachable();
    const other = await hire(forecourt);
    expect((await other.client.call(testPush)).status).toBe(409);
    await other.client.call(unsubscribeDevice);
    const { status, body } = await one.client.call(testPush);
    expect([status, body.message]).toEqual([200, 'Sent to this device.']);
    const [{ body: bytes } = { body: Buffer.of() }] = one.pushes();
    expect(JSON.parse(one.receiver.decrypt(bytes))).toMatchObject({ title: 'Forecourt', url: '/' });
    for (const answer of [403, 302, 500]) {
      service.status = answer;
      expect((await one.client.call(testPush)).status).toBe(409);
    }
    await one.client.call(unsubscribeDevice);
    expect((await one.client.call(testPush)).body).toMatchObject({ code: 'conflict' });
  });

  test('is taken only with keys that are some', async () => {
    const { client } = await hire(forecourt);
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

test('What this test reads pushes with reads the example of RFC 8291', () => {
  const own = createECDH('prime256v1');
  own.setPrivateKey(Buffer.from('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94', 'base64url'));
  const receiver = receiverOf(own, Buffer.from('BTBZMqHH6r4Tts7J_aSIgg', 'base64url'));
  const body =
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN';
  expect(receiver.decrypt(Buffer.from(body, 'base64url'))).toBe(
    'When I grow up, I want to be a watermelon',
  );
});
