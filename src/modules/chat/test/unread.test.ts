import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { addMembers, removeMember } from '../contract/channels.ts';
import { caughtUp, dm, idOf, postText } from './chatCalls.ts';
import {
  allUnread,
  privateChannel,
  readTo,
  removeMessage,
  unreadFrom,
  unreadIn,
} from './personalCalls.ts';

let forecourt: TestForecourt;
let employee: Client;
let manager: Client;
let employeeId: number;
let managerId: number;
let direct: string;

beforeAll(async () => {
  forecourt = await startForecourt();
  employee = await forecourt.signIn('employee');
  manager = await forecourt.signIn('manager');
  employeeId = await idOf(forecourt, 'employee');
  managerId = await idOf(forecourt, 'manager');
  direct = dm(employeeId, managerId);
});
afterAll(() => forecourt.stop());

const lastSeq = async (client: Client, channelId: string) =>
  (await unreadIn(client, channelId)).lastSeq;
const readAll = async (client: Client, channelId: string) => {
  const { lastSeq: seq, version } = await unreadIn(client, channelId);
  return readTo(client, channelId, seq, version);
};

describe('a user’s unread count', () => {
  test('is the number of others’ messages after their pointer', async () => {
    await readAll(employee, 'sales');
    for (const content of ['One', 'Two']) await postText(manager, 'sales', content);
    expect(await unreadIn(employee, 'sales')).toMatchObject({ unread: 2, mentions: 0 });
    await postText(employee, 'sales', 'Mine is not news to me');
    expect(await unreadIn(employee, 'sales')).toMatchObject({ unread: 2 });
  });

  test('includes the messages that mention them or everyone', async () => {
    await readAll(employee, 'sales');
    await postText(manager, 'sales', 'Ask @employee, not @gm');
    await postText(manager, 'sales', '@channel keys on the board please');
    await postText(manager, 'sales', 'Nobody in particular, @gm perhaps');
    expect(await unreadIn(employee, 'sales')).toMatchObject({ unread: 3, mentions: 2 });
  });

  test('is corrected when an unread mention is deleted', async () => {
    await readAll(employee, 'sales');
    const { body } = await postText(manager, 'sales', '@employee, one second');
    expect(await unreadIn(employee, 'sales')).toMatchObject({ unread: 1, mentions: 1 });
    await removeMessage(manager, 'sales', body.id);
    expect(await unreadIn(employee, 'sales')).toMatchObject({ unread: 0, mentions: 0 });
  });

  test('excludes their own and deleted messages, wherever the pointer is', async () => {
    const channelId = await privateChannel(manager, [employeeId]);
    const counts: boolean[] = [];
    for (const turn of [1, 1, 0, 1, 0, 0, 1, 1, 0, 1]) {
      const author = turn === 1 ? manager : employee;
      const { body } = await postText(author, channelId, `Turn ${counts.length}`);
      const isDeleted = counts.length % 3 === 1;
      if (isDeleted) await removeMessage(author, channelId, body.id);
      counts.push(turn === 1 && !isDeleted);
    }
    const last = await lastSeq(employee, channelId);
    const first = last - counts.length + 1;
    for (let at = 0; at < counts.length; at++) {
      await unreadFrom(employee, channelId, first + at);
      const expected = counts.slice(at).filter(Boolean).length;
      expect([at, (await unreadIn(employee, channelId)).unread]).toEqual([at, expected]);
    }
  });

  test('stops at a hundred', async () => {
    const omar = await forecourt.signIn('omar.benali');
    await unreadIn(omar, 'integrations');
    const { db } = forecourt.platform;
    await db
      .updateTable('chat_reads')
      .set({ last_read_seq: 0 })
      .where('user_id', '=', await idOf(forecourt, 'omar.benali'))
      .where('channel_id', '=', 'service')
      .execute();
    const { unread, lastSeq: last } = await unreadIn(omar, 'service');
    expect(last).toBeGreaterThan(100);
    expect(unread).toBe(100);
  });

  test('includes everything in a direct channel that someone else started', async () => {
    const omarId = await idOf(forecourt, 'omar.benali');
    const channelId = dm(employeeId, omarId);
    const omar = await forecourt.signIn('omar.benali');
    await postText(employee, channelId, 'First words');
    expect(await unreadIn(omar, channelId)).toMatchObject({ lastReadSeq: 0, unread: 1 });
    expect(await unreadIn(employee, channelId)).toMatchObject({ unread: 0 });
  });

  test('is zero for a new user, and then counts later messages', async () => {
    const channelId = await privateChannel(manager, []);
    await postText(manager, channelId, 'Before your time');
    await manager.call(addMembers, { params: { channelId }, body: { userIds: [employeeId] } });
    expect(await unreadIn(employee, channelId)).toMatchObject({ unread: 0, lastReadSeq: 1 });
    await postText(manager, channelId, 'Welcome!');
    expect(await unreadIn(employee, channelId)).toMatchObject({ unread: 1 });
  });

  test('counts all since they were added, however long they were away', async () => {
    const channelId = await privateChannel(manager, [employeeId]);
    for (const content of ['One', 'Two']) await postText(manager, channelId, content);
    expect(await unreadIn(employee, channelId)).toMatchObject({ unread: 2, lastReadSeq: 0 });
  });

  test('covers only the channels they are in', async () => {
    const channelId = await privateChannel(manager, [employeeId]);
    await postText(manager, channelId, 'Between us');
    await unreadIn(employee, channelId);
    await employee.call(removeMember, { params: { channelId, userId: employeeId } });
    const ids = (await allUnread(employee)).channels.map((state) => state.channelId);
    expect(ids).not.toContain(channelId);
    expect(ids).not.toContain('management');
    expect(ids).not.toContain(dm(managerId, await idOf(forecourt, 'gm')));
  });
});

describe('reading', () => {
  test('on one device applies to the others, also to offline ones', async () => {
    await postText(manager, direct, 'Seen this?');
    const phone = await forecourt.signIn('employee');
    const [tab, other] = [await employee.socket(), await phone.socket()];
    const stranger = await manager.socket();
    const seq = await lastSeq(employee, direct);
    const { body } = await readTo(phone, direct, seq);
    expect(body).toMatchObject({ channelId: direct, lastReadSeq: seq, unread: 0 });
    expect(await tab.next('read_state')).toEqual(body);
    expect(await other.next('read_state')).toEqual(body);
    await caughtUp(stranger);
    expect(stranger.frames.some(({ type }) => type === 'read_state')).toBe(false);
    for (const socket of [tab, other, stranger]) socket.close();
    expect(await unreadIn(employee, direct)).toEqual(body);
  });

  test('cannot be moved back by a late read of another tab', async () => {
    for (const content of ['A', 'B', 'C']) await postText(manager, direct, content);
    const seq = await lastSeq(employee, direct);
    const socket = await employee.socket();
    const { body } = await readTo(employee, direct, seq);
    await socket.next('read_state');
    expect((await readTo(employee, direct, seq - 2)).body).toEqual(body);
    expect((await readTo(employee, direct, seq)).body).toEqual(body);
    await caughtUp(socket);
    expect(socket.frames.filter(({ type }) => type === 'read_state')).toHaveLength(1);
    socket.close();
  });

  test('goes no further than the last message', async () => {
    const seq = await lastSeq(employee, direct);
    expect((await readTo(employee, direct, seq + 1_000)).body).toMatchObject({ lastReadSeq: seq });
    await postText(manager, direct, 'And this?');
    expect(await unreadIn(employee, direct)).toMatchObject({ unread: 1 });
  });

  test('of a channel without a pointer does not make old messages unread', async () => {
    const hannah = await forecourt.signIn('hannah.schultz');
    const id = await idOf(forecourt, 'hannah.schultz');
    const { db } = forecourt.platform;
    await db.deleteFrom('chat_reads').where('user_id', '=', id).execute();
    const { body } = await readTo(hannah, 'general', 3);
    expect(body).toMatchObject({ lastReadSeq: body.lastSeq, unread: 0 });
  });

  test('of a direct channel that has not begun returns nothing to read', async () => {
    const channelId = dm(employeeId, await idOf(forecourt, 'ben.hollis'));
    expect((await readTo(employee, channelId, 7)).body).toEqual({
      channelId,
      lastReadSeq: 0,
      version: 0,
      lastSeq: 0,
      unread: 0,
      mentions: 0,
    });
  });

  test('is refused in an unreadable channel', async () => {
    const theirs = dm(managerId, await idOf(forecourt, 'gm'));
    for (const channelId of ['management', theirs, 'no-such']) {
      expect((await readTo(employee, channelId, 1)).status).toBe(404);
    }
    expect((await readTo(manager, 'management', 1)).status).toBe(200);
    expect((await readTo(employee, 'sales', -1)).status).toBe(400);
    expect((await forecourt.client().raw('GET', '/api/chat/unread')).status).toBe(401);
  });
});
