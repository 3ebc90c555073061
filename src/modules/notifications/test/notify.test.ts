import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { type RedisServer, startRedis } from '../../../platform/server/bus/test/redisServer.ts';
import { readNotification, removeNotification } from '../contract.ts';
import { notify, publishNotifications, withdraw } from '../server/public.ts';
import { addUser, listOf, notice, notifyUsers, titlesOf } from './stage.ts';

let forecourt: TestForecourt;
beforeAll(async () => {
  forecourt = await startForecourt();
});
afterAll(() => forecourt.stop());

const inTransaction: TestForecourt['platform']['db']['transaction'] = () =>
  forecourt.platform.db.transaction();

describe('a notification', () => {
  test('reaches every device of its recipients, and no one else', async () => {
    const [one, other, stranger] = [
      await addUser(forecourt),
      await addUser(forecourt),
      await addUser(forecourt),
    ];
    const sockets = await Promise.all(
      [one, one, other, stranger].map(({ client }) => client.socket()),
    );
    await notifyUsers(forecourt, notice([one.id, other.id], { actionUrl: '/?channel=sales' }));
    const frames = await Promise.all(sockets.slice(0, 3).map((s) => s.next('notification')));
    const [kept] = (await listOf(one.client)).notifications;
    const { read: _, ...shown } = kept ?? { read: false };
    expect(frames[0]).toEqual(shown);
    expect(frames[1]).toEqual(shown);
    expect(frames[2]).toMatchObject({ title: 'Ann Sales', actionUrl: '/?channel=sales' });
    expect(await sockets[0]?.next('notifications_changed')).toMatchObject({ unread: 1 });
    sockets[3]?.send('ping');
    await sockets[3]?.next('pong');
    expect(sockets[3]?.frames.filter(({ type }) => type.startsWith('notification'))).toEqual([]);
    for (const socket of sockets) socket.close();
  });

  test('is published only after COMMIT, and a rollback leaves none', async () => {
    const { id, client } = await addUser(forecourt);
    const socket = await client.socket();
    const stored = await inTransaction().execute(async (tx) => {
      const added = await notify(tx, notice([id]));
      await sleep(100);
      expect((await listOf(client)).notifications).toEqual([]);
      return added;
    });
    expect(socket.frames.some(({ type }) => type === 'notification')).toBe(false);
    await publishNotifications(forecourt.platform, stored);
    await socket.next('notification');
    const failed = inTransaction().execute(async (tx) => {
      await notify(tx, notice([id], { title: 'never' }));
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(await titlesOf(client)).toEqual(['Ann Sales']);
    socket.close();
  });

  test('with the same key is sent once per person, even after it was removed', async () => {
    const [one, other] = [await addUser(forecourt), await addUser(forecourt)];
    const noticeTo = (userIds: number[]) => notice(userIds, { key: `once:${one.id}` });
    expect(await notifyUsers(forecourt, noticeTo([one.id]))).toBe(1);
    expect(await notifyUsers(forecourt, noticeTo([one.id, other.id]))).toBe(1);
    const [kept] = (await listOf(one.client)).notifications;
    await one.client.call(removeNotification, { params: { id: kept?.id ?? '' } });
    expect(await notifyUsers(forecourt, noticeTo([one.id]))).toBe(0);
    expect(await notifyUsers(forecourt, notice([one.id]), notice([one.id]))).toBe(2);
  });

  test('created concurrently with the same key is sent once', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => addUser(forecourt)));
    const ids = people.map(({ id }) => id);
    const counts = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        notifyUsers(forecourt, notice(n % 2 ? ids : ids.toReversed(), { key: 'many' })),
      ),
    );
    expect(counts.reduce((sum, count) => sum + count)).toBe(4);
  });

  test('only links to this application', async () => {
    const { id } = await addUser(forecourt);
    for (const actionUrl of ['https://evil.example/', '//evil.example', '/\\evil.example', 'x']) {
      await expect(notifyUsers(forecourt, notice([id], { actionUrl }))).rejects.toThrow('path');
    }
  });

  test('is stored even with very long or odd text', async () => {
    const { id, client } = await addUser(forecourt);
    const title = `\0\ud800${'🚗'.repeat(300)}`;
    await notifyUsers(forecourt, notice([id], { title, message: 'x'.repeat(5_000) }));
    const [kept] = (await listOf(client)).notifications;
    expect(kept?.message).toHaveLength(1_000);
    expect([...(kept?.title ?? '')]).toHaveLength(200);
  });
});

describe('a withdrawal', () => {
  const keys = (id: number) => ['01', '02', '03'].map((n) => `chat_${id}%:${n}`);

  async function notifyAll(...ids: number[]) {
    const [first = 0] = ids;
    await notifyUsers(forecourt, ...keys(first).map((key) => notice(ids, { key, title: key })));
    await notifyUsers(forecourt, notice(ids, { key: `chatX${first}Y:04`, title: 'other' }));
  }
  async function withdrawAndPublish(withdrawal: Parameters<typeof withdraw>[1]) {
    const withdrawn = await inTransaction().execute((tx) => withdraw(tx, withdrawal));
    await publishNotifications(forecourt.platform, withdrawn);
    return withdrawn.removed.length;
  }

  test('removes by key, for some or for everyone, and publishes it', async () => {
    const [one, other] = [await addUser(forecourt), await addUser(forecourt)];
    await notifyAll(one.id, other.id);
    const [first = '', second = '', third = ''] = keys(one.id);
    const socket = await one.client.socket();
    expect(await withdrawAndPublish({ keys: [first], userIds: [one.id] })).toBe(1);
    const changed = await socket.next('notifications_changed');
    expect(changed).toMatchObject({ unread: 3, removed: [expect.any(String)] });
    expect(await titlesOf(one.client)).toEqual(['other', third, second]);
    expect(await titlesOf(other.client)).toHaveLength(4);
    expect(await withdrawAndPublish({ keys: [first, second] })).toBe(3);
    expect(await titlesOf(other.client)).toEqual(['other', third]);
    socket.close();
  });

  test('removes by literal key prefix, and up to a key', async () => {
    const [one, other] = [await addUser(forecourt), await addUser(forecourt)];
    await notifyAll(one.id, other.id);
    const [, second = '', third = ''] = keys(one.id);
    const keyPrefix = `chat_${one.id}%:`;
    expect(await withdrawAndPublish({ keyPrefix, keyUpTo: second, userIds: [one.id] })).toBe(2);
    expect(await titlesOf(one.client)).toEqual(['other', third]);
    expect(await withdrawAndPublish({ keyPrefix })).toBe(4);
    expect(await titlesOf(other.client)).toEqual(['other']);
  });

  test('removes by several literal key prefixes at once', async () => {
    const [one, other] = [await addUser(forecourt), await addUser(forecourt)];
    await notifyAll(one.id, other.id);
    const keyPrefixes = [`chat_${one.id}%:01`, `chat_${one.id}%:03`, `chat_${one.id}_:`];
    expect(await withdrawAndPublish({ keyPrefixes, userIds: [one.id] })).toBe(2);
    expect(await titlesOf(one.client)).toEqual(['other', keys(one.id)[1]]);
    expect(await withdrawAndPublish({ keyPrefixes: [] })).toBe(0);
    expect(await titlesOf(other.client)).toHaveLength(4);
  });

  test('erases the text, and is not undone by notifying again', async () => {
    const { id, client } = await addUser(forecourt);
    const secret = notice([id], { key: `s:${id}`, message: 'secret', actionUrl: '/?channel=a' });
    await notifyUsers(forecourt, secret);
    await withdrawAndPublish({ keys: [`s:${id}`] });
    expect(await notifyUsers(forecourt, secret)).toBe(0);
    expect(await titlesOf(client)).toEqual([]);
    const row = await forecourt.platform.db
      .selectFrom('notifications')
      .selectAll()
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ title: '', message: '', action_url: null, channel_id: null });
  });
});

describe('two instances', () => {
  let redis: RedisServer;
  let serverA: TestForecourt;
  let serverB: TestForecourt;
  beforeAll(async () => {
    redis = await startRedis();
    serverA = await startForecourt({ env: { REDIS_URL: redis.url } });
    const env = { DATABASE_URL: serverA.platform.config.databaseUrl ?? '', REDIS_URL: redis.url };
    serverB = await startForecourt({ database: 'empty', env });
  });
  afterAll(async () => {
    await serverB.stop();
    await serverA.stop();
    await redis.close();
  });

  test('show a user the same', async () => {
    const { id, client } = await addUser(serverA);
    const onServerB = createClient(serverB.url);
    onServerB.cookie = client.cookie;
    const sockets = [await client.socket(), await onServerB.socket()];
    await notifyUsers(serverB, notice([id]));
    const [first, second] = await Promise.all(sockets.map((one) => one.next('notification')));
    expect(first).toEqual(second);
    await Promise.all(sockets.map((one) => one.next('notifications_changed')));
    await client.call(readNotification, { params: { id: first.id } });
    for (const socket of sockets) {
      const changed = await socket.next('notifications_changed');
      expect(changed).toMatchObject({ unread: 0, read: [first.id] });
      socket.close();
    }
  });
});
