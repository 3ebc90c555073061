import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { importMessages } from '../server/public.ts';
import { idOf, newId, postText, read } from './chatCalls.ts';
import { star } from './personalCalls.ts';

let forecourt: TestForecourt;
let employee: Client;
const channelId = 'integrations';
let last: number;

beforeAll(async () => {
  forecourt = await startForecourt();
  employee = await forecourt.signIn('employee');
  const senderId = await idOf(forecourt, 'tomasz.zielinski');
  await importMessages(
    forecourt.platform.db,
    Array.from({ length: 300 }, (_, index) => ({
      clientMsgId: newId(),
      senderId,
      content: `Event ${index}`,
      createdAt: new Date(Date.now() - (300 - index) * 1_000),
      channel: channelId,
    })),
  );
  last = (await read(employee, channelId)).at(-1)?.seq ?? 0;
});
afterAll(() => forecourt.stop());

const seqs = async (query: object) =>
  (await read(employee, channelId, query)).map(({ seq }) => seq);
const from = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => first + index);

test('the pages after a message continue from it, oldest first', async () => {
  expect(await seqs({ after: last - 120, limit: 30 })).toEqual(from(last - 119, 30));
  expect(await seqs({ after: last - 5 })).toEqual(from(last - 4, 5));
  expect(await seqs({ after: last })).toEqual([]);
  expect(await seqs({ after: 0, limit: 3 })).toEqual([1, 2, 3]);
});

test('pages backward and forward meet without gap or overlap', async () => {
  const before = await seqs({ before: last - 100, limit: 40 });
  const after = await seqs({ after: last - 101, limit: 40 });
  expect([...before, ...after]).toEqual(from(last - 140, 80));
});

test('a window around a message is centered on it, and full at the ends too', async () => {
  expect(await seqs({ around: last - 100, limit: 21 })).toEqual(from(last - 110, 21));
  expect(await seqs({ around: 2, limit: 21 })).toEqual(from(1, 21));
  expect(await seqs({ around: last, limit: 21 })).toEqual(from(last - 20, 21));
  expect(await seqs({ around: last + 500, limit: 5 })).toEqual(from(last - 4, 5));
  expect(await seqs({ around: last - 50 })).toHaveLength(50);
  expect(await read(employee, 'general', { around: 1, limit: 1 })).toMatchObject([{ seq: 1 }]);
});

test('only one position can be requested at a time', async () => {
  for (const query of ['before=5&after=2', 'before=5&around=2', 'after=5&around=2']) {
    const response = await employee.raw('GET', `/api/chat/messages/${channelId}?${query}`);
    expect(response.status).toBe(400);
  }
  for (const query of ['after=-1', 'around=x', 'before=1.5']) {
    const response = await employee.raw('GET', `/api/chat/messages/${channelId}?${query}`);
    expect(response.status).toBe(400);
  }
});

test('replies only in their thread are not in the timeline', async () => {
  const { body: root } = await postText(employee, channelId, 'Webhook is slow');
  const body = { content: 'Looking', clientMsgId: newId(), threadId: root.id };
  const reply = await employee.raw('POST', `/api/chat/messages/${channelId}`, { body });
  expect(reply.status).toBe(201);
  const newest = await read(employee, channelId);
  expect(newest.at(-1)).toMatchObject({ id: root.id, thread: { replyCount: 1 } });
  expect(
    (await read(employee, channelId, { after: (root.seq ?? 0) - 1 })).map((m) => m.id),
  ).toEqual([root.id]);
});

test('the shared page has each reader’s own stars', async () => {
  const other = await forecourt.signIn('omar.benali');
  const [first] = await read(employee, channelId);
  if (!first) throw new Error('No message to star');
  await star(employee, channelId, first.id);
  for (const [client, starred] of [
    [employee, true],
    [other, false],
    [employee, true],
  ] as const) {
    expect((await read(client, channelId))[0]).toMatchObject({ id: first.id, isStarred: starred });
  }
});

test('an unreadable channel has no pages', async () => {
  const response = await employee.raw('GET', '/api/chat/messages/management?around=3');
  expect(response.status).toBe(404);
});
