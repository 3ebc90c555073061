import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { listPins, listReaders, pinMessage } from '../contract/changes.ts';
import { insertChannel } from './channelRows.ts';
import { idOf, newId, post } from './chatCalls.ts';
import { followChannel } from './expectSync.ts';

let forecourt: TestForecourt;
let employee: Client;
let manager: Client;

beforeAll(async () => {
  forecourt = await startForecourt();
  employee = await forecourt.signIn('employee');
  manager = await forecourt.signIn('manager');
});
afterAll(() => forecourt.stop());

const pin = (client: Client, channelId: string, messageId: string, pinned = true) =>
  client.call(pinMessage, { params: { channelId, messageId }, body: { pinned } });
const pinsOf = async (client: Client, channelId: string) =>
  (await client.call(listPins, { params: { channelId } })).body;

test('anyone in a channel pins and unpins, latest pin first', async () => {
  const channel = await insertChannel(forecourt, 'private', ['employee', 'manager']);
  const reader = await followChannel(manager, channel);
  const first = await post(employee, channel, { content: 'Price list' });
  const second = await post(manager, channel, { content: 'Gate code' });
  expect((await pin(manager, channel, first.id)).body.isPinned).toBe(true);
  const { body } = await pin(employee, channel, second.id);
  expect((await pinsOf(employee, channel)).map(({ id }) => id)).toEqual([second.id, first.id]);
  expect((await pin(manager, channel, second.id)).body).toEqual(body);
  expect((await pin(employee, channel, first.id, false)).body.isPinned).toBe(false);
  expect(await pinsOf(manager, channel)).toEqual([body]);
  await reader.expectSync();
  reader.close();
});

test('only people in a channel pin and see its pins', async () => {
  const { id } = await post(manager, 'management', { content: 'Targets' });
  await pin(manager, 'management', id);
  expect((await pin(employee, 'management', id, false)).status).toBe(404);
  const { status } = await employee.call(listPins, { params: { channelId: 'management' } });
  expect(status).toBe(404);
  expect((await pin(manager, 'sales', id)).status).toBe(404);
  expect((await pin(manager, 'management', newId())).status).toBe(404);
  expect((await pinsOf(manager, 'management')).map((one) => one.id)).toContain(id);
});

test('readers are those whose pointer has passed the message and who can still read it', async () => {
  const channel = await insertChannel(forecourt, 'private', ['employee', 'manager', 'gm']);
  const { id, seq } = await post(employee, channel, { content: 'Read me' });
  const readersOf = async () =>
    (await employee.call(listReaders, { params: { channelId: channel, messageId: id } })).body;
  expect(await readersOf()).toEqual([]);
  const { db } = forecourt.platform;
  const ids = await Promise.all(['manager', 'gm', 'executive'].map((n) => idOf(forecourt, n)));
  for (const [index, user_id] of ids.entries()) {
    const last_read_seq = (seq ?? 0) - (index === 1 ? 1 : 0);
    await db
      .insertInto('chat_reads')
      .values({ user_id, channel_id: channel, last_read_seq })
      .execute();
  }
  expect(await readersOf()).toEqual([{ userId: ids[0] }]);
  const outsider = await forecourt.signIn('executive');
  const refused = await outsider.call(listReaders, {
    params: { channelId: channel, messageId: id },
  });
  expect(refused.status).toBe(404);
});
