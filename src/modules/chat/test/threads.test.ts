import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { deleteMessage, editMessage } from '../contract/changes.ts';
import { getUnread } from '../contract/personal.ts';
import { followThread, getThread, listThreads, readThread } from '../contract/threads.ts';
import { listMessages } from '../contract.ts';
import { endMembership, insertChannel } from './channelRows.ts';
import { caughtUp, idOf, newId, post, read } from './chatCalls.ts';
import { followChannel } from './expectSync.ts';

let forecourt: TestForecourt;
let employee: Client;
let manager: Client;
let omar: Client;
let employeeId: number;
let managerId: number;

beforeAll(async () => {
  forecourt = await startForecourt();
  employee = await forecourt.signIn('employee');
  manager = await forecourt.signIn('manager');
  omar = await forecourt.signIn('omar.benali');
  employeeId = await idOf(forecourt, 'employee');
  managerId = await idOf(forecourt, 'manager');
});
afterAll(() => forecourt.stop());

const reply = (client: Client, channelId: string, threadId: string, fields: object = {}) =>
  post(client, channelId, { content: 'Me, too', threadId, ...fields });
const threadOf = async (client: Client, messageId: string, query = {}) =>
  (await client.call(getThread, { params: { messageId }, query })).body;
/** In one channel: the demo group has its own threads. */
const inbox = async (client: Client, channelId: string, query = {}) =>
  (await client.call(listThreads, { query })).body.filter(
    ({ root }) => root.channelId === channelId,
  );
const unreadThreads = async (client: Client) => (await client.call(getUnread)).body.threads;

describe('a reply', () => {
  test('belongs to its message and stays out of the timeline', async () => {
    const reader = await followChannel(omar, 'sales');
    const root = await post(employee, 'sales', { content: 'Trade-in value?' });
    const first = await reply(manager, 'sales', root.id);
    expect(first).toMatchObject({ threadId: root.id, threadSeq: 1, seq: null, rev: root.rev + 1 });
    const second = await reply(employee, 'sales', root.id);
    expect(second).toMatchObject({ threadSeq: 2, seq: null });
    const { root: updatedRoot, replies } = await threadOf(omar, root.id);
    expect(replies).toEqual([first, second]);
    expect(updatedRoot.thread).toEqual({
      replyCount: 2,
      lastSeq: 2,
      lastReplyAt: second.createdAt,
      replierIds: [employeeId, managerId],
    });
    expect((await read(omar, 'sales')).at(-1)).toEqual(updatedRoot);
    await reader.expectSync();
    reader.close();
  });

  test('may be in the timeline too', async () => {
    const reader = await followChannel(omar, 'sales');
    const root = await post(employee, 'sales', { content: 'Who is in?' });
    const also = await reply(manager, 'sales', root.id, { alsoToChannel: true });
    expect(also).toMatchObject({ threadId: root.id, threadSeq: 1, seq: (root.seq ?? 0) + 1 });
    const next = await post(employee, 'sales', { content: 'Next' });
    expect(next.seq).toBe((also.seq ?? 0) + 1);
    expect((await read(omar, 'sales')).map(({ id }) => id)).toContain(also.id);
    await reader.expectSync();
    reader.close();
  });

  test('to a reply is one to its thread', async () => {
    const root = await post(employee, 'sales', { content: 'Root' });
    const first = await reply(manager, 'sales', root.id);
    expect(await reply(omar, 'sales', first.id)).toMatchObject({ threadId: root.id, threadSeq: 2 });
    expect((await threadOf(omar, first.id)).root.id).toBe(root.id);
  });

  test('sent twice is one, and counts once', async () => {
    const root = await post(employee, 'sales', { content: 'Once' });
    const clientMsgId = newId();
    const fields = { clientMsgId, content: 'Yes' };
    const sends = Array.from({ length: 20 }, () => reply(manager, 'sales', root.id, fields));
    expect(new Set((await Promise.all(sends)).map(({ id }) => id)).size).toBe(1);
    expect((await threadOf(employee, root.id)).root.thread?.replyCount).toBe(1);
  });

  test('of many at once leaves no gap', async () => {
    const root = await post(employee, 'sales', { content: 'All of you' });
    const writers = [employee, manager, omar];
    await Promise.all(
      Array.from({ length: 30 }, (_, turn) =>
        reply(writers[turn % 3] ?? employee, 'sales', root.id, { alsoToChannel: turn % 5 === 0 }),
      ),
    );
    const { root: updatedRoot, replies } = await threadOf(employee, root.id, { limit: 200 });
    expect(replies.map(({ threadSeq }) => threadSeq)).toEqual(replies.map((_, index) => index + 1));
    expect(updatedRoot.thread).toMatchObject({ replyCount: 30, lastSeq: 30 });
    const page = await threadOf(employee, root.id, { before: 11, limit: 5 });
    expect(page.replies.map(({ threadSeq }) => threadSeq)).toEqual([6, 7, 8, 9, 10]);
  });

  test('deleted keeps its place and no longer counts', async () => {
    const reader = await followChannel(omar, 'sales');
    const root = await post(employee, 'sales', { content: 'Count' });
    const first = await reply(manager, 'sales', root.id);
    const second = await reply(omar, 'sales', root.id);
    const params = { channelId: 'sales', messageId: second.id };
    await omar.call(deleteMessage, { params });
    await omar.call(deleteMessage, { params });
    const { root: updatedRoot, replies } = await threadOf(employee, root.id);
    expect(replies.map(({ deletedAt }) => deletedAt !== null)).toEqual([false, true]);
    expect(updatedRoot.thread).toMatchObject({
      replyCount: 1,
      lastSeq: 2,
      lastReplyAt: first.createdAt,
      replierIds: [managerId],
    });
    await reader.expectSync();
    await manager.call(deleteMessage, { params: { channelId: 'sales', messageId: first.id } });
    expect((await threadOf(employee, root.id)).root.thread).toBe(null);
    expect(await reply(manager, 'sales', root.id)).toMatchObject({ threadSeq: 3 });
    await reader.expectSync();
    reader.close();
  });

  test('to a message of another channel, or a missing one, is refused', async () => {
    const elsewhere = await post(employee, 'service', { content: 'Elsewhere' });
    for (const threadId of [elsewhere.id, newId()]) {
      const response = await employee.raw('POST', '/api/chat/messages/sales', {
        body: { content: 'Here', clientMsgId: newId(), threadId },
      });
      expect([response.status, Object.keys(response.body.fields)]).toEqual([400, ['threadId']]);
    }
  });
});

describe('following', () => {
  test('begins for the author, repliers and mentioned people; not for @channel', async () => {
    const root = await post(employee, 'sales', { content: 'Follow me' });
    const employeeSocket = await employee.socket();
    const priya = await forecourt.signIn('priya.raman');
    await reply(manager, 'sales', root.id, { content: 'Ask @priya.raman, @channel' });
    expect(await employeeSocket.next('thread_state')).toMatchObject({
      threadId: root.id,
      channelId: 'sales',
      following: true,
      lastReadSeq: 0,
      lastSeq: 1,
      unread: 1,
    });
    const states = await Promise.all(
      [employee, manager, priya, omar].map((one) => threadOf(one, root.id)),
    );
    expect(states.map(({ state }) => [state.following, state.unread])).toEqual([
      [true, 1],
      [true, 0],
      [true, 1],
      [false, 1],
    ]);
    await reply(manager, 'sales', root.id, { content: 'And @omar.benali' });
    expect((await threadOf(omar, root.id)).state).toMatchObject({ following: true, unread: 1 });
    employeeSocket.close();
  });

  test('begins for people mentioned in the first message or an edit', async () => {
    const root = await post(employee, 'sales', { content: 'For @omar.benali, @here' });
    expect((await threadOf(omar, root.id)).state.following).toBe(false);
    const { id: messageId } = await reply(manager, 'sales', root.id);
    expect((await threadOf(omar, root.id)).state).toMatchObject({ following: true, unread: 1 });
    const kayla = await forecourt.signIn('kayla.moss');
    const params = { channelId: 'sales', messageId };
    await manager.call(editMessage, { params, body: { content: 'Ask @kayla.moss' } });
    expect((await threadOf(kayla, root.id)).state).toMatchObject({ following: true, unread: 1 });
  });

  test('ends and begins on request; earlier replies are not unread', async () => {
    const root = await post(manager, 'sales', { content: 'Maybe' });
    await reply(manager, 'sales', root.id);
    const setFollowing = async (following: boolean) =>
      (await omar.call(followThread, { params: { messageId: root.id }, body: { following } })).body;
    expect(await setFollowing(true)).toMatchObject({ following: true, unread: 0, lastReadSeq: 1 });
    expect(await setFollowing(false)).toMatchObject({ following: false });
    await reply(manager, 'sales', root.id);
    expect((await inbox(omar, 'sales')).map((one) => one.root.id)).not.toContain(root.id);
    expect(await setFollowing(true)).toMatchObject({ following: true, unread: 0, lastReadSeq: 2 });
  });

  test('reading only moves forward, and is published to the user’s own sockets', async () => {
    const root = await post(omar, 'sales', { content: 'Read me' });
    for (let turn = 0; turn < 3; turn += 1) await reply(manager, 'sales', root.id);
    const [mine, other] = [await omar.socket(), await employee.socket()];
    const readTo = async (seq: number) =>
      (
        await omar.call(readThread, {
          params: { messageId: root.id },
          body: { seq, version: 0 },
        })
      ).body;
    expect(await readTo(2)).toMatchObject({ lastReadSeq: 2, unread: 1, lastSeq: 3 });
    expect(await mine.next('thread_state')).toMatchObject({ lastReadSeq: 2, unread: 1 });
    expect(await readTo(1)).toMatchObject({ lastReadSeq: 2 });
    expect(await readTo(99)).toMatchObject({ lastReadSeq: 3, unread: 0 });
    expect(other.frames.filter(({ type }) => type === 'thread_state')).toEqual([]);
    for (const socket of [mine, other]) socket.close();
  });
});

test('a reply is announced to those who follow its thread, and to no one else', async () => {
  const root = await post(employee, 'sales', { content: 'Who follows?' });
  await reply(manager, 'sales', root.id);
  const clients = [employee, manager, omar];
  const sockets = await Promise.all(clients.map((one) => one.socket()));
  const eventsOf = async () => {
    await Promise.all(sockets.map(caughtUp));
    return sockets.map(({ frames }) =>
      frames
        .splice(0)
        .filter(({ type }) => type.startsWith('thread_'))
        .map(({ type }) => type),
    );
  };
  await eventsOf();
  await reply(manager, 'sales', root.id, { alsoToChannel: true });
  expect(await eventsOf()).toEqual([['thread_replied'], ['thread_state'], []]);
  await omar.call(followThread, { params: { messageId: root.id }, body: { following: true } });
  await eventsOf();
  const before = await unreadThreads(omar);
  await reply(employee, 'sales', root.id);
  expect(await eventsOf()).toEqual([['thread_state'], ['thread_replied'], ['thread_replied']]);
  expect(await unreadThreads(omar)).toBe(before + 1);
  await omar.call(followThread, { params: { messageId: root.id }, body: { following: false } });
  await eventsOf();
  await reply(employee, 'sales', root.id);
  expect((await eventsOf())[2]).toEqual([]);
  for (const socket of sockets) socket.close();
});

describe('the inbox', () => {
  test('has the followed threads, unread first, with the last three replies', async () => {
    const kayla = await forecourt.signIn('kayla.moss');
    const channel = await insertChannel(forecourt, 'private', ['manager', 'kayla.moss']);
    const before = await unreadThreads(kayla);
    const read1 = await post(kayla, channel, { content: 'Read already' });
    const open = await post(kayla, channel, { content: 'Still open' });
    for (let turn = 0; turn < 5; turn += 1) await reply(manager, channel, open.id);
    await reply(manager, channel, read1.id);
    expect(await unreadThreads(kayla)).toBe(before + 2);
    const params = { messageId: read1.id };
    await kayla.call(readThread, { params, body: { seq: 1, version: 0 } });
    expect(await unreadThreads(kayla)).toBe(before + 1);
    const listed = await inbox(kayla, channel);
    expect(listed.map(({ root, state }) => [root.id, state.unread])).toEqual([
      [open.id, 5],
      [read1.id, 0],
    ]);
    expect(listed[0]?.replies.map(({ threadSeq }) => threadSeq)).toEqual([3, 4, 5]);
    const ids = async (query: object) =>
      (await inbox(kayla, channel, query)).map(({ root }) => root.id);
    expect(await ids({ unreadOnly: true })).toEqual([open.id]);
    expect(await ids({ offset: before + 1 })).toEqual([read1.id]);
  });

  test('and the thread itself are hidden without access to the channel', async () => {
    const channel = await insertChannel(forecourt, 'private', ['employee', 'maria.lopez']);
    const maria = await forecourt.signIn('maria.lopez');
    const root = await post(maria, channel, { content: 'Here' });
    const before = await unreadThreads(maria);
    await reply(employee, channel, root.id);
    expect((await inbox(maria, channel)).map((one) => one.root.id)).toEqual([root.id]);
    expect(await unreadThreads(maria)).toBe(before + 1);
    await endMembership(forecourt, channel, 'maria.lopez');
    expect([await inbox(maria, channel), await unreadThreads(maria)]).toEqual([[], before]);
    const params = { messageId: root.id };
    const responses = [
      await maria.call(getThread, { params }),
      await maria.call(readThread, { params, body: { seq: 1, version: 0 } }),
      await maria.call(followThread, { params, body: { following: true } }),
      await maria.call(getThread, { params: { messageId: newId() } }),
      await maria.call(listMessages, { params: { channelId: channel } }),
    ];
    expect(responses.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect((await inbox(employee, channel)).map((one) => one.root.id)).toContain(root.id);
  });
});
