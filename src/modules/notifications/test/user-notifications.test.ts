import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import {
  clearChatNotifications,
  readAllNotifications,
  readNotification,
  removeAllNotifications,
  removeNotification,
} from '../contract.ts';
import { addUser, listOf, notice, notifyUsers, runJob, type TestUser, titlesOf } from './stage.ts';

let forecourt: TestForecourt;
beforeAll(async () => {
  forecourt = await startForecourt();
});
afterAll(() => forecourt.stop());

/** A user with notifications of these titles, oldest first. */
async function userWith(...titles: string[]): Promise<TestUser & { ids: string[] }> {
  const person = await addUser(forecourt);
  for (const title of titles) await notifyUsers(forecourt, notice([person.id], { title }));
  const { notifications } = await listOf(person.client);
  return { ...person, ids: notifications.map(({ id }) => id) };
}

describe('notifications of a user', () => {
  test('are listed newest first, in pages, with the unread count', async () => {
    const { client } = await userWith('one', 'two', 'three');
    const first = await listOf(client, { limit: 2 });
    expect(first.notifications.map(({ title }) => title)).toEqual(['three', 'two']);
    expect(first).toMatchObject({ unread: 3, nextBefore: first.notifications[1]?.id });
    const rest = await listOf(client, { limit: 2, before: first.nextBefore });
    expect(rest.notifications.map(({ title }) => title)).toEqual(['one']);
    expect(rest.nextBefore).toBeNull();
  });

  test('have the fields they were created with', async () => {
    const { id, client } = await addUser(forecourt);
    const fields = { actionUrl: '/?channel=sales', actionLabel: 'Open', type: 'warning' } as const;
    await notifyUsers(forecourt, notice([id], { ...fields, urgent: true }));
    const { notifications } = await listOf(client);
    expect(notifications).toMatchObject([
      { ...fields, title: 'Ann Sales', message: 'The blue one is sold', urgent: true, read: false },
    ]);
    expect(Date.parse(notifications[0]?.timestamp ?? '')).toBeGreaterThan(Date.now() - 60_000);
  });

  test('cannot be seen, read or removed by anyone else', async () => {
    const { ids, client } = await userWith('mine');
    const params = { id: ids[0] ?? '' };
    const other = await addUser(forecourt);
    expect((await listOf(other.client)).notifications).toEqual([]);
    for (const endpoint of [readNotification, removeNotification]) {
      expect((await other.client.call(endpoint, { params })).status).toBe(404);
    }
    await other.client.call(readAllNotifications, { body: {} });
    await other.client.call(removeAllNotifications);
    await other.client.call(clearChatNotifications, { body: {} });
    expect(await listOf(client)).toMatchObject({ unread: 1, notifications: [{ read: false }] });
    expect((await client.call(readNotification, { params })).body.unread).toBe(0);
    expect((await client.call(removeNotification, { params })).status).toBe(200);
    expect(await titlesOf(client)).toEqual([]);
  });

  test('can be read and removed twice', async () => {
    const { ids, client } = await userWith('one', 'two');
    const params = { id: ids[0] ?? '' };
    for (const endpoint of [readNotification, readNotification, removeNotification]) {
      expect(await client.call(endpoint, { params })).toMatchObject({
        status: 200,
        body: { unread: 1 },
      });
    }
    expect((await client.call(removeNotification, { params })).status).toBe(200);
    expect((await client.call(readNotification, { params: { id: '999999999' } })).status).toBe(404);
    expect((await client.raw('PUT', '/api/notifications/0x1/read')).status).toBe(400);
  });

  test('are read and removed up to the newest one that was seen', async () => {
    const { ids, client } = await userWith('one', 'two', 'three');
    const upTo = ids[1] ?? '';
    const { body } = await client.call(readAllNotifications, { body: { upTo } });
    expect(body.unread).toBe(1);
    await client.call(removeAllNotifications, { query: { upTo } });
    expect(await titlesOf(client)).toEqual(['three']);
    await client.call(removeAllNotifications);
    expect(await listOf(client)).toMatchObject({ notifications: [], unread: 0 });
  });

  test('that arrive while all are marked as read are counted correctly', async () => {
    const { id, client } = await userWith(...Array.from({ length: 10 }, (_, n) => `early ${n}`));
    await Promise.all([
      client.call(readAllNotifications, { body: {} }),
      ...Array.from({ length: 20 }, (_, n) =>
        notifyUsers(forecourt, notice([id], { title: `${n}` })),
      ),
      client.call(readAllNotifications, { body: {} }),
      client.call(removeAllNotifications),
    ]);
    const { unread, notifications } = await listOf(client);
    expect(unread).toBe(notifications.filter(({ read }) => !read).length);
  });

  test('that link to conversations are cleared, all or those of one', async () => {
    const { id, client } = await userWith('plain');
    const linkedTo = (channel: string) =>
      notice([id], { title: channel, actionUrl: `/?x=1&channel=${channel}` });
    await notifyUsers(forecourt, linkedTo('sales'), linkedTo('service'), linkedTo('general'));
    const other = notice([id], { title: 'elsewhere', actionUrl: '/fleet?subchannel=1' });
    await notifyUsers(forecourt, other);
    await client.call(clearChatNotifications, { body: { channelId: 'sales' } });
    expect((await titlesOf(client)).sort()).toEqual(['elsewhere', 'general', 'plain', 'service']);
    await client.call(clearChatNotifications, { body: {} });
    expect(await titlesOf(client)).toEqual(['elsewhere', 'plain']);
  });
});

describe('the sweep', () => {
  test('keeps the newest 500, and none older than 90 days', async () => {
    const { id, client } = await addUser(forecourt);
    const old = await addUser(forecourt);
    await sql`insert into notifications (user_id, title, message, type)
      select ${id}, n::text, '', 'info' from generate_series(1, 503) n`.execute(
      forecourt.platform.db,
    );
    await sql`insert into notifications (user_id, title, message, type, created_at)
      select ${old.id}, n || ' days', '', 'info', now() - make_interval(days => n)
      from unnest(array[91, 89]) n`.execute(forecourt.platform.db);
    const socket = await client.socket();
    await runJob(forecourt, 'notifications.sweep');
    expect(await socket.next('notifications_changed')).toMatchObject({ unread: 500 });
    const rest = await listOf(client, { limit: 200 });
    expect(rest.unread).toBe(500);
    expect(rest.notifications[0]?.title).toBe('503');
    expect(await titlesOf(client, { before: rest.nextBefore, limit: 200 })).toHaveLength(200);
    expect(await titlesOf(old.client)).toEqual(['89 days']);
    socket.close();
  });
});
