import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { editMessage, reactToMessage } from '../contract/changes.ts';
import { addMembers, createChannel, removeMember } from '../contract/channels.ts';
import { caughtUp, idOf, newId, post, read } from './chatCalls.ts';

let forecourt: TestForecourt;
let employee: Client;
let manager: Client;

beforeAll(async () => {
  forecourt = await startForecourt();
  employee = await forecourt.signIn('employee');
  manager = await forecourt.signIn('manager');
});
afterAll(() => forecourt.stop());

const times = 70;
const edit = (client: Client, messageId: string, content: string) =>
  client.call(editMessage, { params: { channelId: 'sales', messageId }, body: { content } });
const react = (client: Client, messageId: string, action: 'add' | 'remove' = 'add') =>
  client.call(reactToMessage, {
    params: { channelId: 'sales', messageId },
    body: { emoji: '👍', action },
  });

test('repeated changes are never refused, and do not count', async () => {
  const { id } = await post(manager, 'sales', { content: 'Once' });
  const responses = await Promise.all(Array.from({ length: 3 * times }, () => react(manager, id)));
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await react(manager, id, 'remove')).status).toBe(200);
});

test('a user can make at most 60 changes in ten seconds, by any means', async () => {
  const { id } = await post(employee, 'sales', { content: 'Version 0' });
  const responses = await Promise.all(
    Array.from({ length: times }, (_, turn) => edit(employee, id, `Version ${turn + 1}`)),
  );
  const statuses = responses.map(({ status }) => status).toSorted();
  expect(statuses).toEqual(Array.from({ length: times }, (_, nth) => (nth < 60 ? 200 : 429)));
  const refused = await react(employee, id);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, expect.any(String)]);
  const socket = await employee.socket();
  socket.send('message_reaction', {
    channelId: 'sales',
    messageId: id,
    emoji: '👍',
    action: 'add',
  });
  expect(await socket.next('error')).toMatchObject({ code: 'rate_limited', retryable: true });
  await caughtUp(socket);
  socket.close();
  // The name is already this one; a repeat is acknowledged.
  const { content = '' } = (await read(manager, 'sales')).at(-1) ?? {};
  expect(content).toMatch(/^Version [1-9]\d*$/);
  expect((await edit(employee, id, content)).status).toBe(200);
  expect((await react(manager, id)).status).toBe(200);
});

test('a user can make at most 120 channel changes a minute', async () => {
  const statuses = await Promise.all(
    Array.from({ length: 130 }, async () => {
      const body = { name: `Channel ${newId()}`, type: 'private' as const };
      return (await employee.call(createChannel, { body })).status;
    }),
  );
  expect(statuses.filter((status) => status === 201)).toHaveLength(120);
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
});

test('a user can add and remove at most 600 people a minute', async () => {
  const body = { name: `Channel ${newId()}`, type: 'private' as const };
  const { id: channelId } = (await manager.call(createChannel, { body })).body;
  const userId = await idOf(forecourt, 'employee');
  const add = (params: { channelId: string }) =>
    manager.call(addMembers, { params, body: { userIds: [userId] } });
  const remove = () => manager.call(removeMember, { params: { channelId, userId } });
  // In a channel that does not exist they are counted, too, and take less of the minute.
  const unknown = { channelId: `channel-${newId()}` };
  const missed = await Promise.all(Array.from({ length: 598 }, () => add(unknown)));
  expect(new Set(missed.map(({ status }) => status))).toEqual(new Set([404]));
  expect([(await add({ channelId })).status, (await remove()).status]).toEqual([200, 200]);
  expect([(await add({ channelId })).status, (await remove()).status]).toEqual([429, 429]);
});
