import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import {
  addMembers,
  archiveChannel,
  listChannels,
  listMembers,
  openGroup,
  removeMember,
  updateChannel,
} from '../contract/channels.ts';
import { syncChannels } from '../contract.ts';
import { dm, idOf, postText, read } from './chatCalls.ts';

let forecourt: TestForecourt;
let employee: Client;
let manager: Client;
let tyler: Client;
let [employeeId, managerId, tylerId] = [0, 0, 0];

beforeAll(async () => {
  forecourt = await startForecourt();
  employee = await forecourt.signIn('employee');
  manager = await forecourt.signIn('manager');
  tyler = await forecourt.signIn('tyler.boone');
  employeeId = await idOf(forecourt, 'employee');
  managerId = await idOf(forecourt, 'manager');
  tylerId = await idOf(forecourt, 'tyler.boone');
});
afterAll(() => forecourt.stop());

const open = (client: Client, ...userIds: number[]) =>
  client.call(openGroup, { body: { userIds } });

describe('a group message', () => {
  test('is the same for the same people, no matter who opens it, also concurrently', async () => {
    const responses = await Promise.all([
      open(employee, managerId, tylerId),
      open(manager, tylerId, employeeId, managerId, tylerId),
      open(tyler, employeeId, managerId),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    const [id] = new Set(responses.map(({ body }) => body.id));
    expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1);
    expect(responses[0]?.body).toMatchObject({
      type: 'group',
      name: 'Natalie Brandt, Tyler Boone',
      joined: true,
      can: { manage: false, invite: false, removePeople: false, leave: false, moderate: false },
    });
    expect(responses[1]?.body.name).toBe('Caleb Nguyen, Tyler Boone');
    expect(responses[1]?.body.userIds.toSorted()).toEqual(
      [employeeId, managerId, tylerId].toSorted(),
    );
    const listed = (await tyler.call(listChannels)).body.find((channel) => channel.id === id);
    expect(listed).toEqual(responses[2]?.body);
  });

  test('is received by its people at once, and by no one else', async () => {
    const hannahId = await idOf(forecourt, 'hannah.schultz');
    const [tylerSocket, managerSocket] = [await tyler.socket(), await manager.socket()];
    const { body } = await open(employee, tylerId, hannahId);
    expect(await tylerSocket.next('channel_changed')).toEqual({ channelId: body.id });
    await postText(employee, body.id, 'Lunch?');
    expect((await tylerSocket.next('new_message')).content).toBe('Lunch?');
    expect(managerSocket.frames.filter(({ data }) => data.channelId === body.id)).toEqual([]);
    for (const outsider of [manager, await forecourt.signIn('admin')]) {
      expect((await postText(outsider, body.id, 'Psst')).status).toBe(404);
      await expect(read(outsider, body.id)).rejects.toThrow('404');
      const { channels } = (await outsider.call(syncChannels, { body: { channels: {} } })).body;
      expect(channels.map(({ channelId }) => channelId)).not.toContain(body.id);
    }
    const { channels } = (await tyler.call(syncChannels, { body: { channels: {} } })).body;
    expect(channels.map(({ channelId }) => channelId)).toContain(body.id);
    for (const socket of [tylerSocket, managerSocket]) socket.close();
  });

  test('keeps its people and has no name', async () => {
    const { body } = await open(manager, tylerId, employeeId);
    const params = { channelId: body.id };
    const invite = { params, body: { userIds: [managerId] } };
    expect((await manager.call(addMembers, invite)).status).toBe(403);
    for (const userId of [managerId, tylerId]) {
      const remove = { params: { ...params, userId } };
      expect((await manager.call(removeMember, remove)).status).toBe(403);
    }
    expect((await manager.call(updateChannel, { params, body: { name: 'X' } })).status).toBe(403);
    const archive = { params, body: { archived: true } };
    expect((await manager.call(archiveChannel, archive)).status).toBe(403);
    expect((await manager.call(listMembers, { params })).body).toHaveLength(3);
  });

  test('with one other person is the direct channel', async () => {
    const omar = await idOf(forecourt, 'omar.benali');
    expect((await open(tyler, omar, tylerId)).body).toMatchObject({
      id: dm(tylerId, omar),
      type: 'direct',
      name: 'Omar Benali',
      lastSeq: 0,
    });
  });

  test('has two to nine people with accounts', async () => {
    const bot = await idOf(forecourt, 'system_bot');
    const pendingUser = await idOf(forecourt, 'isabel.ferreira');
    const ids = (
      await forecourt.platform.db
        .selectFrom('users')
        .select('id')
        .where('is_active', '=', true)
        .where('pending', '=', false)
        .where('protection', 'is', null)
        .where('id', '<>', tylerId)
        .limit(9)
        .execute()
    ).map(({ id }: { id: number }) => id);
    const wrong = [[], [tylerId], ids, [bot, managerId], [pendingUser, managerId], [999_999, bot]];
    for (const userIds of wrong) {
      const { status, body } = await tyler.raw('POST', '/api/chat/groups', { body: { userIds } });
      expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['userIds']]);
    }
    expect((await open(tyler, ...ids.slice(0, 8))).body.userIds).toHaveLength(9);
  });
});
