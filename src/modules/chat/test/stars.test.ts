import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { removeMember } from '../contract/channels.ts';
import { listStarred } from '../contract/personal.ts';
import { caughtUp, dm, idOf, newId, postText, read } from './chatCalls.ts';
import { allUnread, privateChannel, removeMessage, star } from './personalCalls.ts';

let forecourt: TestForecourt;
let employee: Client;
let manager: Client;
let employeeId: number;

beforeAll(async () => {
  forecourt = await startForecourt();
  employee = await forecourt.signIn('employee');
  manager = await forecourt.signIn('manager');
  employeeId = await idOf(forecourt, 'employee');
});
afterAll(() => forecourt.stop());

const starred = async (client: Client, offset = 0) =>
  (await client.call(listStarred, { query: { offset } })).body;
const idsOf = async (client: Client) => (await starred(client)).map(({ id }) => id);

test('a star is the user’s own, in every page and on every device', async () => {
  const phone = await forecourt.signIn('employee');
  const [tab, theirs] = [await phone.socket(), await manager.socket()];
  const { body: message } = await postText(manager, 'sales', 'Key code for the lot: ask me');
  const { status, body } = await star(employee, 'sales', message.id);
  expect(status).toBe(200);
  expect(body).toEqual({ ...message, isStarred: true });
  expect(await tab.next('message_starred')).toEqual({
    channelId: 'sales',
    messageId: message.id,
    starred: true,
    count: (await allUnread(employee)).starred,
  });
  const inPage = async (client: Client, query = {}) =>
    (await read(client, 'sales', query)).find(({ id }) => id === message.id)?.isStarred;
  expect(await inPage(employee)).toBe(true);
  expect(await inPage(manager)).toBe(false);
  expect(await inPage(phone, { limit: 5 })).toBe(true);
  await caughtUp(theirs);
  expect(theirs.frames.some(({ type }) => type === 'message_starred')).toBe(false);
  for (const socket of [tab, theirs]) socket.close();
});

test('the list begins with the latest star, and repeating one changes nothing', async () => {
  const [first, second] = [
    (await postText(manager, 'sales', 'First')).body,
    (await postText(manager, 'general', 'Second')).body,
  ];
  const socket = await employee.socket();
  await star(employee, 'general', second.id);
  await star(employee, 'sales', first.id);
  await star(employee, 'sales', first.id);
  expect((await idsOf(employee)).slice(0, 2)).toEqual([first.id, second.id]);
  expect((await starred(employee)).every(({ isStarred }) => isStarred)).toBe(true);
  expect((await starred(employee, 1))[0]?.id).toBe(second.id);
  await caughtUp(socket);
  expect(socket.frames.filter(({ type }) => type === 'message_starred')).toHaveLength(2);
  const before = (await allUnread(employee)).starred;
  await star(employee, 'sales', first.id, false);
  expect((await star(employee, 'sales', first.id, false)).body.isStarred).toBe(false);
  expect(await idsOf(employee)).not.toContain(first.id);
  expect((await allUnread(employee)).starred).toBe(before - 1);
  socket.close();
});

test('deleted messages are removed from the list, and cannot be starred', async () => {
  const { body } = await postText(manager, 'sales', 'Wrong channel');
  await star(employee, 'sales', body.id);
  await removeMessage(manager, 'sales', body.id);
  expect(await idsOf(employee)).not.toContain(body.id);
  expect((await star(employee, 'sales', body.id)).status).toBe(409);
  expect((await star(employee, 'sales', body.id, false)).status).toBe(200);
});

test('a starred message of a left channel is hidden, and returns with it', async () => {
  const channelId = await privateChannel(manager, [employeeId]);
  const { body } = await postText(manager, channelId, 'Between us');
  await star(employee, channelId, body.id);
  expect(await idsOf(employee)).toContain(body.id);
  const count = (await allUnread(employee)).starred;
  await employee.call(removeMember, { params: { channelId, userId: employeeId } });
  expect(await idsOf(employee)).not.toContain(body.id);
  expect((await allUnread(employee)).starred).toBe(count - 1);
  expect((await star(employee, channelId, body.id, false)).status).toBe(404);
});

test('unreadable messages, or ones of another channel, cannot be starred', async () => {
  const { body: secret } = await postText(manager, 'management', 'Not for everybody');
  expect((await star(employee, 'management', secret.id)).status).toBe(404);
  expect((await star(employee, 'sales', secret.id)).status).toBe(404);
  expect((await star(manager, 'management', secret.id)).status).toBe(200);
  expect((await star(employee, 'sales', newId())).status).toBe(404);
  const theirs = dm(await idOf(forecourt, 'manager'), await idOf(forecourt, 'gm'));
  expect((await star(employee, theirs, secret.id)).status).toBe(404);
});
