import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { filterMessages } from '../contract/personal.ts';
import type { ChatMessage } from '../contract.ts';
import { idOf, postText } from './chatCalls.ts';
import { privateChannel, readTo, removeMessage, star } from './personalCalls.ts';

let forecourt: TestForecourt;
let employee: Client;
let manager: Client;
let employeeId: number;
let managerId: number;
let channel: string;
const sent: ChatMessage[] = [];

beforeAll(async () => {
  forecourt = await startForecourt();
  employee = await forecourt.signIn('employee');
  manager = await forecourt.signIn('manager');
  employeeId = await idOf(forecourt, 'employee');
  managerId = await idOf(forecourt, 'manager');
  channel = await privateChannel(manager, [employeeId]);
  for (let turn = 0; turn < 12; turn += 1) {
    const sender = turn % 3 === 0 ? employee : manager;
    const content = turn === 4 ? 'Yours, @employee' : turn === 8 ? '@channel look' : `Turn ${turn}`;
    sent.push((await postText(sender, channel, content)).body);
  }
  const { db } = forecourt.platform;
  const updateMessage = (turn: number, fields: object) =>
    db.updateTable('chat_messages').set(fields).where('id', '=', sent[turn]?.id).execute();
  await updateMessage(2, { attachments: JSON.stringify([file]) });
  await updateMessage(6, { message_type: 'poll' });
  for (let turn = 0; turn < 12; turn += 1) {
    await updateMessage(turn, { created_at: new Date(Date.UTC(2026, 0, 1 + turn, 12)) });
  }
});
afterAll(() => forecourt.stop());

const file = {
  id: '0198c0de-0000-7000-8000-000000000001',
  type: 'file',
  name: 'a.pdf',
  size: 9,
  mimeType: 'application/pdf',
  width: null,
  height: null,
  durationMs: null,
  hasThumbnail: false,
};

async function indexesOf(query: object, client = employee): Promise<number[]> {
  const { body } = await client.call(filterMessages, { params: { channelId: channel }, query });
  return body.map(({ id }) => sent.findIndex((message) => message.id === id));
}

test('each filter narrows the result, oldest first', async () => {
  expect(await indexesOf({})).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  expect(await indexesOf({ fromUser: employeeId })).toEqual([0, 3, 6, 9]);
  expect(await indexesOf({ hasAttachments: true })).toEqual([2]);
  expect(await indexesOf({ messageType: 'poll' })).toEqual([6]);
  expect(await indexesOf({ messageType: 'system' })).toEqual([]);
  expect(await indexesOf({ mentionsMe: true })).toEqual([4, 8]);
  expect(await indexesOf({ mentionsMe: true }, manager)).toEqual([]);
  expect(await indexesOf({ hasAttachments: false })).toHaveLength(12);
});

test('dates are from and to, both inclusive', async () => {
  const [from, to] = ['2026-01-03T12:00:00Z', '2026-01-05T12:00:00Z'];
  expect(await indexesOf({ from, to })).toEqual([2, 3, 4]);
  expect(await indexesOf({ from: '2026-01-11T00:00:00.000Z' })).toEqual([10, 11]);
  expect(await indexesOf({ to: '1900-01-01T00:00:00Z' })).toEqual([]);
  const response = await employee.raw('GET', `/api/chat/filter/${channel}?from=yesterday`);
  expect(response.status).toBe(400);
});

test('unread and starred are the user’s own', async () => {
  await readTo(employee, channel, 9);
  expect(await indexesOf({ unreadOnly: true })).toEqual([10, 11]);
  expect(await indexesOf({ unreadOnly: true }, manager)).not.toContain(10);
  await star(employee, channel, sent[5]?.id ?? '');
  expect(await indexesOf({ starredOnly: true })).toEqual([5]);
  expect(await indexesOf({ starredOnly: true }, manager)).toEqual([]);
  const { body } = await employee.call(filterMessages, {
    params: { channelId: channel },
    query: { fromUser: managerId },
  });
  expect(body.filter(({ isStarred }) => isStarred).map(({ id }) => id)).toEqual([sent[5]?.id]);
});

test('filters combine, and work across pages', async () => {
  expect(
    await indexesOf({ fromUser: managerId, mentionsMe: true, to: '2026-01-06T00:00:00Z' }),
  ).toEqual([4]);
  expect(await indexesOf({ fromUser: managerId, limit: 3 })).toEqual([8, 10, 11]);
  const before = sent[8]?.seq;
  expect(await indexesOf({ fromUser: managerId, limit: 3, before })).toEqual([4, 5, 7]);
});

test('deleted messages are not found', async () => {
  const { body } = await postText(manager, channel, 'Oops, @employee');
  await removeMessage(manager, channel, body.id);
  const { body: found } = await employee.call(filterMessages, { params: { channelId: channel } });
  expect(found.map(({ id }) => id)).not.toContain(body.id);
});

test('an unreadable conversation is not filtered', async () => {
  const omar = await forecourt.signIn('omar.benali');
  const params = { channelId: channel };
  expect((await omar.call(filterMessages, { params })).status).toBe(404);
  expect((await employee.call(filterMessages, { params })).status).toBe(200);
});
