import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import type { TestSocket } from '../../../../test/support/socket.ts';
import {
  addMembers,
  createChannel,
  listChannels,
  listMembers,
  removeMember,
} from '../contract/channels.ts';
import { listChanges, syncChannels } from '../contract.ts';
import { caughtUp, change, idOf, newId, newMessagesOn, postText, read } from './chatCalls.ts';

let forecourt: TestForecourt;
let admin: Client;
let gm: Client;
let manager: Client;
let tyler: Client;
let tylerId: number;

beforeAll(async () => {
  forecourt = await startForecourt();
  admin = await forecourt.signIn('admin');
  gm = await forecourt.signIn('gm');
  manager = await forecourt.signIn('manager');
  tyler = await forecourt.signIn('tyler.boone');
  tylerId = await idOf(forecourt, 'tyler.boone');
});
afterAll(() => forecourt.stop());

interface Team {
  store?: 'ford' | 'hyundai' | 'chevrolet';
  department?: 'sales' | 'service';
  minRole?: 'employee' | 'manager' | 'general_manager';
}
const create = (client: Client, team: Team, more = {}) =>
  client.call(createChannel, { body: { name: `Team ${newId()}`, type: 'team', ...team, ...more } });
const peopleOf = async (client: Client, channelId: string) =>
  (await client.call(listMembers, { params: { channelId } })).body.map(({ userId }) => userId);
const idsOf = async (client: Client) => (await client.call(listChannels)).body.map(({ id }) => id);

async function receives(socket: TestSocket, writer: Client, channelId: string): Promise<boolean> {
  const { body } = await postText(writer, channelId, `Hear me ${newId()}`);
  await caughtUp(socket);
  return newMessagesOn(socket, channelId).some(({ id }) => id === body.id);
}

async function expectNotFound(client: Client, channelId: string): Promise<void> {
  await expect(read(client, channelId)).rejects.toThrow('404');
  const since = { params: { channelId }, query: { since: 0 } };
  expect((await client.call(listChanges, since)).status).toBe(404);
  expect((await postText(client, channelId, 'Psst')).status).toBe(404);
  const { channels } = (await client.call(syncChannels, { body: { channels: {} } })).body;
  expect(channels.map((found) => found.channelId)).not.toContain(channelId);
  expect(await idsOf(client)).not.toContain(channelId);
}

describe('a team’s channel', () => {
  test('has exactly the people its rule matches', async () => {
    const { status, body } = await create(manager, { store: 'ford', department: 'sales' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      type: 'team',
      store: 'ford',
      department: 'sales',
      minRole: null,
      joined: true,
      can: { manage: true, invite: false, removePeople: false, leave: false, moderate: true },
    });
    const names = ['employee', 'manager', 'tyler.boone', 'priya.raman'];
    const ids = await Promise.all(names.map((name) => idOf(forecourt, name)));
    expect(await peopleOf(manager, body.id)).toEqual(expect.arrayContaining(ids));
    for (const name of names) {
      const client = await forecourt.signIn(name);
      expect(await idsOf(client)).toContain(body.id);
      expect((await postText(client, body.id, 'Here')).status).toBe(201);
    }
    for (const name of ['admin', 'executive', 'gm', 'omar.benali', 'maria.lopez']) {
      await expectNotFound(await forecourt.signIn(name), body.id);
      expect(await peopleOf(manager, body.id)).not.toContain(await idOf(forecourt, name));
    }
  });

  test('requires the role, if it names one', async () => {
    const { body } = await create(gm, { store: 'ford', minRole: 'manager' });
    expect(await idsOf(manager)).toContain(body.id);
    expect(await idsOf(admin)).toContain(body.id);
    await expectNotFound(tyler, body.id);
    await expectNotFound(await forecourt.signIn('linda.tran'), body.id);
  });

  test('must have a rule, and allows no manual members', async () => {
    const withoutRule = await create(manager, {});
    expect(withoutRule.status).toBe(400);
    const manual = await create(manager, { store: 'ford' }, { userIds: [tylerId] });
    expect(manual.status).toBe(400);
    const { body } = await create(manager, { store: 'ford' });
    const params = { channelId: body.id };
    const invite = { params, body: { userIds: [tylerId] } };
    expect((await manager.call(addMembers, invite)).status).toBe(403);
    const leave = { params: { ...params, userId: tylerId } };
    expect((await tyler.call(removeMember, leave)).status).toBe(403);
    expect((await manager.call(removeMember, leave)).status).toBe(403);
  });

  test('may be created for another team, and is then not the creator’s own', async () => {
    const { status, body } = await create(manager, { store: 'hyundai' });
    expect(status).toBe(201);
    expect(body).toMatchObject({ joined: false, can: { manage: false, moderate: false } });
    await expectNotFound(manager, body.id);
  });

  test('is received by connected people as soon as it exists', async () => {
    const socket = await tyler.socket();
    const { body } = await create(manager, { department: 'sales' });
    expect(await socket.next('channel_changed')).toEqual({ channelId: body.id });
    expect(await receives(socket, manager, body.id)).toBe(true);
    socket.close();
  });
});

describe('a transfer', () => {
  test('moves the person between the teams’ channels, on open sockets too', async () => {
    const [hyundai, service] = [
      await forecourt.signIn('omar.benali'),
      await forecourt.signIn('maria.lopez'),
    ];
    const ford = (await create(manager, { store: 'ford', department: 'sales' })).body.id;
    const other = (await create(manager, { store: 'hyundai', department: 'sales' })).body.id;
    const serviceTeam = (await create(manager, { department: 'service' })).body.id;
    const socket = await tyler.socket();
    expect(await receives(socket, manager, ford)).toBe(true);
    expect(await receives(socket, hyundai, other)).toBe(false);

    const patch = (body: object) => admin.raw('PATCH', `/api/users/${tylerId}`, { body });
    expect((await patch({ storeAccess: ['hyundai'] })).status).toBe(200);
    await expectNotFound(tyler, ford);
    expect((await read(tyler, other)).length).toBeGreaterThan(0);
    const opened = () =>
      socket.frames.flatMap(({ type, data }) => (type === 'channel_changed' ? data.channelId : []));
    await eventually(async () => [ford, other].every((id) => opened().includes(id)));
    expect(await receives(socket, manager, ford)).toBe(false);
    expect(await receives(socket, hyundai, other)).toBe(true);

    expect((await patch({ department: 'service' })).status).toBe(200);
    await expectNotFound(tyler, other);
    await eventually(() => receives(socket, service, serviceTeam));
    expect(await receives(socket, hyundai, other)).toBe(false);
    expect(await peopleOf(service, serviceTeam)).toContain(tylerId);

    expect((await patch({ storeAccess: ['ford'], department: 'sales' })).status).toBe(200);
    await eventually(() => receives(socket, manager, ford));
    await expectNotFound(tyler, serviceTeam);
    socket.close();
  });

  test('without an event is detected within seconds', async () => {
    const { body } = await create(manager, { store: 'ford', department: 'sales' });
    const socket = await tyler.socket();
    const setStores = (store_access: string[]) =>
      forecourt.platform.db
        .updateTable('users')
        .set({ store_access })
        .where('id', '=', tylerId)
        .execute();
    await setStores(['chevrolet']);
    expect((await socket.next('channel_changed')).channelId).toBeDefined();
    expect(await receives(socket, manager, body.id)).toBe(false);
    await change(forecourt, tylerId, { store_access: ['ford'] });
    await eventually(() => receives(socket, manager, body.id));
    socket.close();
  });
});
