import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import type { TestSocket } from '../../../../test/support/socket.ts';
import {
  addMembers,
  createChannel,
  getChannel,
  listChannels,
  listMembers,
  removeMember,
} from '../contract/channels.ts';
import { getUnread } from '../contract/personal.ts';
import { listChanges, syncChannels } from '../contract.ts';
import { caughtUp, idOf, newId, newMessagesOn, postText, read } from './chatCalls.ts';

let forecourt: TestForecourt;
let employee: Client;
let manager: Client;
let tyler: Client;
let hannah: Client;
let [employeeId, managerId, tylerId, hannahId] = [0, 0, 0, 0];

beforeAll(async () => {
  forecourt = await startForecourt();
  employee = await forecourt.signIn('employee');
  manager = await forecourt.signIn('manager');
  tyler = await forecourt.signIn('tyler.boone');
  hannah = await forecourt.signIn('hannah.schultz');
  employeeId = await idOf(forecourt, 'employee');
  managerId = await idOf(forecourt, 'manager');
  tylerId = await idOf(forecourt, 'tyler.boone');
  hannahId = await idOf(forecourt, 'hannah.schultz');
});
afterAll(() => forecourt.stop());

async function create(client: Client, type: 'public' | 'private', ...userIds: number[]) {
  const body = { name: `Channel ${newId()}`, type, userIds };
  return (await client.call(createChannel, { body })).body.id;
}
const add = (client: Client, channelId: string, ...userIds: number[]) =>
  client.call(addMembers, { params: { channelId }, body: { userIds } });
const remove = (client: Client, channelId: string, userId: number) =>
  client.call(removeMember, { params: { channelId, userId } });
const peopleOf = async (client: Client, channelId: string) =>
  (await client.call(listMembers, { params: { channelId } })).body.map(({ userId }) => userId);
const idsOf = async (client: Client) => (await client.call(listChannels)).body.map(({ id }) => id);
const synced = async (client: Client) =>
  (await client.call(syncChannels, { body: { channels: {} } })).body.channels.map(
    ({ channelId }) => channelId,
  );

async function receives(socket: TestSocket, writer: Client, channelId: string): Promise<boolean> {
  const { body } = await postText(writer, channelId, `Hear me ${newId()}`);
  await caughtUp(socket);
  return newMessagesOn(socket, channelId).some(({ id }) => id === body.id);
}

describe('a public channel', () => {
  test('is joined and left by anyone, repeatedly', async () => {
    const id = await create(manager, 'public');
    const socket = await employee.socket();
    expect(await receives(socket, manager, id)).toBe(false);
    for (let turn = 0; turn < 2; turn += 1) {
      expect((await add(employee, id, employeeId)).body).toMatchObject({ joined: true });
      expect(await socket.next('channel_changed')).toEqual({ channelId: id });
      expect(await receives(socket, manager, id)).toBe(true);
      expect(await idsOf(employee)).toContain(id);
      expect(await synced(employee)).toContain(id);
      expect((await add(employee, id, employeeId)).status).toBe(200);

      expect((await remove(employee, id, employeeId)).status).toBe(200);
      expect(await socket.next('channel_changed')).toEqual({ channelId: id });
      expect(await receives(socket, manager, id)).toBe(false);
      expect((await remove(employee, id, employeeId)).status).toBe(200);
      expect(await idsOf(employee)).not.toContain(id);
      expect(await synced(employee)).not.toContain(id);
    }
    await caughtUp(socket);
    expect(socket.frames.filter(({ type }) => type === 'channel_changed')).toHaveLength(4);
    // Everyone can still read it.
    expect((await read(employee, id)).length).toBeGreaterThan(0);
    socket.close();
  });

  test('is joined by posting in it', async () => {
    const id = await create(manager, 'public');
    const [tylerSocket, managerSocket] = [await tyler.socket(), await manager.socket()];
    expect((await postText(tyler, id, 'May I?')).status).toBe(201);
    expect((await managerSocket.next('new_message')).content).toBe('May I?');
    expect(await peopleOf(manager, id)).toContain(tylerId);
    await eventually(() => receives(tylerSocket, manager, id));
    for (const socket of [tylerSocket, managerSocket]) socket.close();
  });

  test('has nothing unread from before joining', async () => {
    const id = await create(manager, 'public');
    for (const text of ['One', 'Two', 'Three']) await postText(manager, id, text);
    await add(hannah, id, hannahId);
    const unread = async () =>
      (await hannah.call(getUnread)).body.channels.find(({ channelId }) => channelId === id);
    expect(await unread()).toMatchObject({ lastReadSeq: 3, unread: 0 });
    await postText(manager, id, 'Four');
    expect(await unread()).toMatchObject({ lastReadSeq: 3, unread: 1 });
  });

  test('can be recommended by anyone', async () => {
    const id = await create(manager, 'public');
    const socket = await hannah.socket();
    expect((await add(employee, id, hannahId)).status).toBe(200);
    expect(await socket.next('channel_changed')).toEqual({ channelId: id });
    expect(await receives(socket, manager, id)).toBe(true);
    socket.close();
  });
});

describe('a private channel', () => {
  test('lets any member add others, who get the whole history', async () => {
    const id = await create(employee, 'private', tylerId);
    await postText(employee, id, 'Before');
    const socket = await hannah.socket();
    expect((await add(tyler, id, hannahId, employeeId)).status).toBe(200);
    expect(await socket.next('channel_changed')).toEqual({ channelId: id });
    expect((await read(hannah, id)).map(({ content }) => content)).toEqual(['Before']);
    expect(await receives(socket, employee, id)).toBe(true);
    expect(await synced(hannah)).toContain(id);
    const wrong = [999_999, await idOf(forecourt, 'system_bot')];
    for (const userId of wrong) {
      const { status, body } = await add(tyler, id, userId);
      expect([status, body]).toMatchObject([400, { fields: { userIds: expect.any(String) } }]);
    }
    expect((await add(tyler, id)).status).toBe(400);
    socket.close();
  });

  test('is hidden from a removed person immediately', async () => {
    const id = await create(employee, 'private', tylerId, hannahId);
    const sockets = [await tyler.socket(), await tyler.socket()];
    const hannahSocket = await hannah.socket();
    expect(await receives(hannahSocket, employee, id)).toBe(true);
    expect((await remove(employee, id, tylerId)).status).toBe(200);
    // No need to wait: the response came after the last frame.
    expect(await receives(hannahSocket, employee, id)).toBe(true);
    for (const socket of sockets) {
      await caughtUp(socket);
      expect(newMessagesOn(socket, id)).toHaveLength(1);
      expect(await socket.next('channel_changed')).toEqual({ channelId: id });
    }
    const params = { channelId: id };
    await expect(read(tyler, id)).rejects.toThrow('404');
    expect((await tyler.call(getChannel, { params })).status).toBe(404);
    expect((await tyler.call(listMembers, { params })).status).toBe(404);
    const since = { params, query: { since: 0 } };
    expect((await tyler.call(listChanges, since)).status).toBe(404);
    expect((await postText(tyler, id, 'Psst')).status).toBe(404);
    expect((await add(tyler, id, tylerId)).status).toBe(404);
    expect(await synced(tyler)).not.toContain(id);
    expect(await idsOf(tyler)).not.toContain(id);
    const unread = (await tyler.call(getUnread)).body.channels;
    expect(unread.map(({ channelId }) => channelId)).not.toContain(id);

    expect((await remove(employee, id, tylerId)).status).toBe(200);
    await add(employee, id, tylerId);
    // After a recent removal the database is checked first.
    await eventually(() => receives(sockets[0] ?? hannahSocket, employee, id));
    for (const socket of [...sockets, hannahSocket]) socket.close();
  });

  test('lets its creator and the managers in it remove people', async () => {
    const id = await create(employee, 'private', tylerId, hannahId, managerId);
    expect((await remove(tyler, id, hannahId)).status).toBe(403);
    expect((await remove(manager, id, hannahId)).status).toBe(200);
    expect((await remove(employee, id, managerId)).status).toBe(200);
    expect((await remove(manager, id, tylerId)).status).toBe(404);
    expect((await peopleOf(employee, id)).toSorted()).toEqual([employeeId, tylerId].toSorted());
    const log = await forecourt.platform.db
      .selectFrom('activity_log')
      .select(['action', 'subject_name', 'before'])
      .where('subject_id', '=', id)
      .where('action', '=', 'channel.people_removed')
      .execute();
    expect(log).toEqual([1, 2].map(() => expect.objectContaining({ before: null })));
  });

  test('is left by the last member without a trace, and leaving may be repeated', async () => {
    const id = await create(employee, 'private', tylerId);
    for (const [client, userId] of [
      [employee, employeeId],
      [tyler, tylerId],
    ] as const) {
      expect((await remove(client, id, userId)).status).toBe(200);
      expect((await remove(client, id, userId)).status).toBe(200);
      await expect(read(client, id)).rejects.toThrow('404');
    }
    expect((await remove(hannah, id, hannahId)).status).toBe(404);
  });

  test('a message posted while its author is removed is stored before it or not at all', async () => {
    const id = await create(employee, 'private', tylerId);
    const sent = Array.from({ length: 20 }, (_, turn) => postText(tyler, id, `Now ${turn}`));
    const [out, ...responses] = await Promise.all([remove(employee, id, tylerId), ...sent]);
    expect(out.status).toBe(200);
    for (const { status } of responses) expect([201, 404]).toContain(status);
    const stored = (await read(employee, id)).map(({ createdAt }) => Date.parse(createdAt));
    expect(stored).toHaveLength(responses.filter(({ status }) => status === 201).length);
    const row = await forecourt.platform.db
      .selectFrom('chat_members')
      .select('left_at')
      .where('channel_id', '=', id)
      .where('user_id', '=', tylerId)
      .executeTakeFirstOrThrow();
    for (const at of stored) expect(at).toBeLessThanOrEqual(row.left_at.getTime());
  });
});

test('fixed channels cannot be left', async () => {
  for (const channelId of ['general', 'sales']) {
    expect((await remove(employee, channelId, employeeId)).status).toBe(403);
    expect((await remove(manager, channelId, employeeId)).status).toBe(403);
  }
  expect((await remove(employee, 'management', employeeId)).status).toBe(404);
});
