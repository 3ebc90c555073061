import { afterAll, beforeAll, expect, test } from 'vitest';
import { listChannels } from '../../../src/modules/chat/contract/channels.ts';
import { getUnread } from '../../../src/modules/chat/contract/personal.ts';
import { listThreads } from '../../../src/modules/chat/contract/threads.ts';
import type { Client } from '../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../test/support/forecourt.ts';

let forecourt: TestForecourt;
beforeAll(async () => {
  forecourt = await startForecourt();
});
afterAll(() => forecourt.stop());

const channelsOf = async (client: Client) => (await client.call(listChannels)).body;

test('the administrator has exactly the planned unread messages and threads', async () => {
  const admin = await forecourt.signIn('admin');
  const { channels, threads, starred } = (await admin.call(getUnread)).body;
  const waiting = channels.filter(({ unread }) => unread > 0);
  expect(Object.fromEntries(waiting.map(({ channelId, unread }) => [channelId, unread]))).toEqual({
    sales: 3,
    management: 5,
    integrations: 8,
  });
  expect(channels.length).toBeGreaterThan(8);
  expect({ threads, starred }).toEqual({ threads: 2, starred: 0 });
  expect((await admin.call(getUnread)).body).toEqual({ channels, threads, starred });
  const { body: unread } = await admin.call(listThreads, { query: { unreadOnly: true } });
  expect(unread).toHaveLength(2);
});

test('everyone sees the channels they are a member of, and no others', async () => {
  const named = async (username: string) =>
    (await channelsOf(await forecourt.signIn(username))).map(({ name }) => name);
  expect(await named('gm')).toEqual(expect.arrayContaining(['Trade desk', 'GM office']));
  expect(await named('admin')).not.toContain('GM office');
  expect(await named('maria.lopez')).toContain('Ford service');
  expect(await named('aisha.coleman')).not.toContain('Ford service');
  const groups = (await channelsOf(await forecourt.signIn('employee'))).filter(
    ({ type }) => type === 'group',
  );
  expect(groups.map(({ userIds }) => userIds.length)).toEqual([4]);
});

test('most accounts have read most channels', async () => {
  for (const username of ['manager', 'employee', 'gm', 'executive']) {
    const client = await forecourt.signIn(username);
    const { channels } = (await client.call(getUnread)).body;
    for (const { unread } of channels) expect(unread).toBeLessThanOrEqual(6);
    expect(channels.filter(({ unread }) => unread === 0).length).toBeGreaterThan(
      channels.length / 2,
    );
  }
});
