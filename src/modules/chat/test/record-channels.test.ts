import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { carSource, fillCars, kona, moveCar, truck } from '../../records/test/cars.ts';
import {
  addMembers,
  archiveChannel,
  listChannels,
  listMembers,
  listOpenChannels,
  removeMember,
  updateChannel,
} from '../contract/channels.ts';
import { listRecordMentions, openRecordChannel } from '../contract/records.ts';
import { listChanges } from '../contract.ts';
import { caughtUp, change, idOf, newId, newMessagesOn, postText, read } from './chatCalls.ts';
import { followChannel } from './expectSync.ts';

let forecourt: TestForecourt;
let tyler: Client;
let tylerId: number;
let manager: Client;
let managerId: number;

const rights = {
  store_access: ['ford'],
  page_permissions: ['fleet_operations'],
  feature_permissions: ['view_data'],
};
const channelId = 'rec-vehicle-1';
const params = { kind: 'vehicle' as const, id: truck.id };

beforeAll(async () => {
  forecourt = await startForecourt({ records: carSource });
  fillCars();
  tyler = await forecourt.signIn('tyler.boone');
  manager = await forecourt.signIn('manager');
  [tylerId, managerId] = (await Promise.all(
    ['tyler.boone', 'manager'].map((name) => idOf(forecourt, name)),
  )) as [number, number];
});
beforeEach(async () => {
  for (const id of [tylerId, managerId]) await change(forecourt, id, rights);
});
afterAll(() => forecourt.stop());

const open = (client: Client, id = truck.id) =>
  client.call(openRecordChannel, { params: { kind: 'vehicle', id } });
const listed = async (client: Client) => (await client.call(listChannels)).body.map(({ id }) => id);

async function expectNotFound(client: Client, id = channelId): Promise<void> {
  const ref = { kind: 'vehicle' as const, id: id.slice('rec-vehicle-'.length) };
  expect((await client.call(openRecordChannel, { params: ref })).status).toBe(404);
  expect((await client.call(listRecordMentions, { params: ref, query: {} })).status).toBe(404);
  await expect(read(client, id)).rejects.toThrow('404');
  const since = { params: { channelId: id }, query: { since: 0 } };
  expect((await client.call(listChanges, since)).status).toBe(404);
  expect((await client.call(listMembers, { params: { channelId: id } })).status).toBe(404);
  expect((await postText(client, id, 'Psst')).status).toBe(404);
  expect(await listed(client)).not.toContain(id);
}

describe('a record’s conversation', () => {
  test('is one, even if opened concurrently', async () => {
    const responses = await Promise.all([tyler, manager, tyler, manager].map((who) => open(who)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    for (const { body } of responses) {
      expect(body).toMatchObject({
        id: channelId,
        type: 'record',
        name: truck.title,
        store: 'ford',
        joined: false,
        can: { manage: false, invite: true, removePeople: false, leave: false },
      });
    }
  });

  test('can be read without following it, and is listed from the first message on', async () => {
    await open(tyler);
    expect(await read(tyler, channelId)).toEqual([]);
    expect(await listed(tyler)).not.toContain(channelId);
    expect((await postText(tyler, channelId, 'Keys are on the board')).status).toBe(201);
    expect(await listed(tyler)).toContain(channelId);
    expect(await listed(manager)).not.toContain(channelId);
    expect(
      (
        await manager.call(addMembers, {
          params: { channelId },
          body: { userIds: [managerId] },
        })
      ).body,
    ).toMatchObject({ joined: true, can: { leave: true, moderate: true } });
    expect(await listed(manager)).toContain(channelId);
    const people = await manager.call(listMembers, { params: { channelId } });
    expect(people.body.map(({ userId }) => userId).sort()).toEqual([tylerId, managerId].sort());
    await manager.call(removeMember, { params: { channelId, userId: managerId } });
    expect(await listed(manager)).not.toContain(channelId);
    expect(await read(manager, channelId)).toHaveLength(1);
  });

  test('can be followed by its frames alone', async () => {
    await postText(tyler, channelId, 'Before');
    const follower = await followChannel(tyler, channelId);
    await postText(manager, channelId, 'PDI done');
    await postText(tyler, channelId, 'Thanks');
    await follower.expectSync();
    expect(newMessagesOn(follower.socket, channelId)).toHaveLength(2);
    follower.close();
  });

  test('belongs to its record: no one renames or archives it', async () => {
    const target = { params: { channelId } };
    const rename = await manager.call(updateChannel, { ...target, body: { name: 'Mine' } });
    const archive = await manager.call(archiveChannel, { ...target, body: { archived: true } });
    expect([rename.status, archive.status]).toEqual([403, 403]);
    const { body } = await tyler.call(listOpenChannels, { query: {} });
    expect(body.map(({ id }) => id)).not.toContain(channelId);
  });
});

describe('without permission', () => {
  test.each([
    ['the store', { store_access: ['hyundai'] }],
    ['every store', { store_access: [] }],
    ['the page', { page_permissions: ['dashboard', 'utilities'] }],
    ['the feature', { feature_permissions: ['create_records'] }],
  ])('%s finds nothing of it, a member or not', async (_, missing) => {
    await open(tyler);
    await postText(tyler, channelId, 'Secret price');
    await change(forecourt, tylerId, { ...rights, ...missing });
    await expectNotFound(tyler);
    await change(forecourt, tylerId, rights);
    expect((await open(tyler)).status).toBe(200);
    expect(await listed(tyler)).toContain(channelId);
  });

  test('an administrator gets no extra access', async () => {
    const admin = await forecourt.signIn('admin');
    const adminId = await idOf(forecourt, 'admin');
    await change(forecourt, adminId, { store_access: ['hyundai'] });
    await expectNotFound(admin);
    await change(forecourt, adminId, { store_access: ['all'] });
    expect((await open(admin)).status).toBe(200);
  });

  test('cannot be added', async () => {
    await change(forecourt, managerId, { ...rights, store_access: ['hyundai'] });
    const invite = { params: { channelId }, body: { userIds: [managerId] } };
    expect((await tyler.call(addMembers, invite)).status).toBe(400);
    await change(forecourt, managerId, rights);
    expect((await tyler.call(addMembers, invite)).status).toBe(200);
  });

  test('a missing record does not exist for anyone', async () => {
    expect((await open(tyler, '99')).status).toBe(404);
    expect((await open(tyler, kona.id)).status).toBe(404);
    const deal = { params: { kind: 'deal' as const, id: '1' } };
    expect((await tyler.call(openRecordChannel, deal)).status).toBe(404);
  });
});

describe('an open connection', () => {
  async function receives(socket: Awaited<ReturnType<Client['socket']>>): Promise<boolean> {
    const { body } = await postText(manager, channelId, `Hear me ${newId()}`);
    await caughtUp(socket);
    return newMessagesOn(socket, channelId).some(({ id }) => id === body.id);
  }

  test('receives nothing after a permission is revoked, and again once it is granted', async () => {
    await postText(tyler, channelId, 'I follow it');
    const socket = await tyler.socket();
    await eventually(() => receives(socket));
    await change(forecourt, tylerId, { ...rights, page_permissions: ['dashboard'] });
    await eventually(async () => !(await receives(socket)));
    await change(forecourt, tylerId, rights);
    await eventually(() => receives(socket));
    socket.close();
  });

  test('receives nothing once the record moved to another store, or is deleted', async () => {
    await postText(tyler, channelId, 'I follow it');
    await change(forecourt, managerId, { ...rights, store_access: ['all'] });
    const socket = await tyler.socket();
    await eventually(() => receives(socket));
    const publishChange = () => forecourt.platform.bus.publish('records.changed', params);
    moveCar(truck.id, 'chevrolet');
    publishChange();
    await eventually(async () => !(await receives(socket)));
    await expectNotFound(tyler);
    moveCar(truck.id, 'ford');
    publishChange();
    await eventually(() => receives(socket));
    moveCar(truck.id, null);
    publishChange();
    await eventually(async () => (await postText(manager, channelId, 'Gone?')).status === 404);
    await expectNotFound(tyler);
    socket.close();
  });
});
