import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import {
  addMembers,
  archiveChannel,
  type Channel,
  createChannel,
  getChannel,
  listChannels,
  listMembers,
  listOpenChannels,
  updateChannel,
} from '../contract/channels.ts';
import { listChanges } from '../contract.ts';
import { caughtUp, dm, idOf, newId, postText, read } from './chatCalls.ts';

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

type Fields = Partial<{ name: string; description: string; userIds: number[]; store: string }>;
const create = (client: Client, type: Channel['type'], fields: Fields = {}) =>
  client.raw('POST', '/api/chat/channels', {
    body: { name: `${type} ${newId()}`, type, ...fields },
  });
const list = async (client: Client) => (await client.call(listChannels)).body;
const idsOf = async (client: Client) => (await list(client)).map(({ id }) => id);
async function activityOf(id: string): Promise<{ action: string }[]> {
  const { db } = forecourt.platform;
  const entries = db.selectFrom('activity_log').selectAll().where('subject_id', '=', id);
  return (await entries.orderBy('id').execute()) as { action: string }[];
}
const actionsOf = async (id: string) => (await activityOf(id)).map(({ action }) => action);

describe('a public channel', () => {
  test('may have a name containing half a surrogate pair, and is logged with it', async () => {
    const half = `Lot \ud83d ${newId()}`;
    const { status, body } = await create(manager, 'public', { name: half });
    expect([status, body.name]).toEqual([201, half.toWellFormed()]);
    const changes = { name: `${half} again`, description: half };
    const params = { channelId: body.id };
    expect((await manager.call(updateChannel, { params, body: changes })).status).toBe(200);
    expect(await actionsOf(body.id)).toEqual(['channel.created', 'channel.updated']);
  });

  test('is created by a manager, and found by everyone', async () => {
    const { status, body } = await create(manager, 'public', {
      name: '  Lot\nwalk ',
      description: 'Every Monday',
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      id: expect.stringMatching(/^c-[0-9a-f]{32}$/),
      type: 'public',
      name: 'Lot walk',
      description: 'Every Monday',
      joined: true,
      archivedAt: null,
      createdBy: managerId,
      can: { manage: true, invite: true, removePeople: true, leave: true, moderate: true },
    });
    const open = (await employee.call(listOpenChannels)).body.find(({ id }) => id === body.id);
    expect(open).toMatchObject({ joined: false, memberCount: 1 });
    expect(open?.can).toEqual({
      manage: false,
      invite: true,
      removePeople: false,
      leave: false,
      moderate: false,
    });
    expect(await idsOf(employee)).not.toContain(body.id);
    expect(await idsOf(manager)).toContain(body.id);
    expect(await read(employee, body.id)).toEqual([]);
    expect(await activityOf(body.id)).toMatchObject([
      { action: 'channel.created', actor_id: managerId, subject_name: 'Lot walk' },
    ]);
  });

  test('is not created by an employee', async () => {
    for (const type of ['public', 'team'] as const) {
      const { status, body } = await create(employee, type, { store: 'ford' });
      expect([status, body.code]).toEqual([403, 'forbidden']);
    }
  });

  test('has a unique name, ignoring case, while it is open', async () => {
    const name = `Dealer trades ${newId()}`;
    const { body } = await create(manager, 'public', { name });
    const again = await create(manager, 'public', { name: name.toUpperCase() });
    expect(again.status).toBe(409);
    expect(again.body).toMatchObject({
      error: 'There is already a channel with this name.',
      fields: { name: 'There is already a channel with this name.' },
    });
    const fixed = await create(manager, 'public', { name: 'SALES' });
    expect(fixed.status).toBe(409);
    const other = (await create(manager, 'public')).body;
    const params = { channelId: other.id };
    expect((await manager.call(updateChannel, { params, body: { name } })).status).toBe(409);

    const archived = { params: { channelId: body.id }, body: { archived: true } };
    await manager.call(archiveChannel, archived);
    expect((await manager.call(updateChannel, { params, body: { name } })).status).toBe(200);
    const reopened = await manager.call(archiveChannel, { ...archived, body: { archived: false } });
    expect(reopened.status).toBe(409);
  });
});

describe('a private channel', () => {
  test('is created by anyone, with the people they choose, and is hidden from everyone else', async () => {
    const { status, body } = await create(employee, 'private', { userIds: [tylerId, tylerId] });
    expect(status).toBe(201);
    expect(await idsOf(tyler)).toContain(body.id);
    const members = await tyler.call(listMembers, { params: { channelId: body.id } });
    expect(members.body.map(({ userId }) => userId).toSorted()).toEqual(
      [employeeId, tylerId].toSorted(),
    );
    const admin = await forecourt.signIn('admin');
    const params = { channelId: body.id };
    for (const outsider of [manager, admin]) {
      expect((await outsider.call(getChannel, { params })).status).toBe(404);
      expect((await outsider.call(listMembers, { params })).status).toBe(404);
      expect((await outsider.call(updateChannel, { params, body: {} })).status).toBe(404);
      const close = { params, body: { archived: true } };
      expect((await outsider.call(archiveChannel, close)).status).toBe(404);
      const join = { params, body: { userIds: [managerId] } };
      expect((await outsider.call(addMembers, join)).status).toBe(404);
      expect((await postText(outsider, body.id, 'Psst')).status).toBe(404);
      expect(await idsOf(outsider)).not.toContain(body.id);
    }
    const open = (await admin.call(listOpenChannels, { query: { archived: true } })).body;
    expect(open.map(({ id }) => id)).not.toContain(body.id);
  });

  test('may share its name with another, and the log does not reveal its name', async () => {
    const name = `Surprise ${newId()}`;
    expect((await create(employee, 'private', { name })).status).toBe(201);
    const { status, body } = await create(employee, 'private', { name, userIds: [tylerId] });
    expect(status).toBe(201);
    await employee.call(updateChannel, {
      params: { channelId: body.id },
      body: { name: `${name}!` },
    });
    const entries = await activityOf(body.id);
    expect(await actionsOf(body.id)).toEqual(['channel.created', 'channel.updated']);
    expect(JSON.stringify(entries)).not.toContain('Surprise');
  });
});

describe('creating', () => {
  test('refuses people who cannot be in a channel, naming the field', async () => {
    const deletedUser = await idOf(forecourt, 'ruth.amsel');
    const { db } = forecourt.platform;
    await db
      .updateTable('users')
      .set({ deleted_at: new Date() })
      .where('id', '=', deletedUser)
      .execute();
    const pendingUser = await idOf(forecourt, 'isabel.ferreira');
    const bot = await idOf(forecourt, 'system_bot');
    for (const userId of [deletedUser, pendingUser, bot, 999_999]) {
      const { status, body } = await create(employee, 'private', { userIds: [tylerId, userId] });
      expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['userIds']]);
    }
  });

  test('refuses a team’s rule on other types, and blank names', async () => {
    const bound = await create(manager, 'public', { store: 'ford' });
    expect([bound.status, Object.keys(bound.body.fields)]).toEqual([400, ['store']]);
    expect((await create(manager, 'public', { name: ' \n ' })).status).toBe(400);
    expect((await create(manager, 'private', { name: 'x'.repeat(81) })).status).toBe(400);
    expect((await create(manager, 'direct')).status).toBe(400);
  });
});

describe('changing', () => {
  test('is allowed for the creator and managers in the channel, and is published to its members', async () => {
    const { body } = await create(employee, 'private', { userIds: [tylerId, managerId] });
    const params = { channelId: body.id };
    const socket = await tyler.socket();
    const rename = (client: Client, name: string) =>
      client.call(updateChannel, { params, body: { name } });
    expect((await rename(tyler, 'Mine')).status).toBe(403);
    expect((await rename(employee, 'Ours')).body.name).toBe('Ours');
    expect(await socket.next('channel_changed')).toEqual({ channelId: body.id });
    expect((await rename(manager, 'Yours')).body.name).toBe('Yours');
    await socket.next('channel_changed');
    expect((await rename(manager, 'Yours')).status).toBe(200);
    await caughtUp(socket);
    const changeFrames = socket.frames.filter(({ type }) => type === 'channel_changed');
    expect(changeFrames).toHaveLength(2);
    socket.close();
  });

  test('is refused for a manager who has not joined', async () => {
    const { body } = await create(manager, 'public');
    const gm = await forecourt.signIn('gm');
    const gmId = await idOf(forecourt, 'gm');
    const change = { params: { channelId: body.id }, body: { description: 'New' } };
    expect((await gm.call(updateChannel, change)).status).toBe(403);
    await gm.call(addMembers, { params: change.params, body: { userIds: [gmId] } });
    expect((await gm.call(updateChannel, change)).body.description).toBe('New');
  });

  test('is refused for fixed and direct channels', async () => {
    for (const channelId of ['general', 'management', dm(employeeId, managerId)]) {
      const params = { channelId };
      const rename = { params, body: { name: 'Mine' } };
      expect((await manager.call(updateChannel, rename)).status).toBe(403);
      const archive = { params, body: { archived: true } };
      expect((await manager.call(archiveChannel, archive)).status).toBe(403);
      const invite = { params, body: { userIds: [tylerId] } };
      expect((await manager.call(addMembers, invite)).status).toBe(403);
    }
  });
});

describe('an archived channel', () => {
  test('can be read but not written to, and can be restored', async () => {
    const { body } = await create(manager, 'public');
    const channelId = body.id;
    const message = (await postText(manager, channelId, 'Before')).body;
    const archive = (archived: boolean) =>
      manager.call(archiveChannel, { params: { channelId }, body: { archived } });
    const first = await archive(true);
    expect(first.body.archivedAt).not.toBeNull();
    expect((await archive(true)).body).toEqual(first.body);
    for (const client of [manager, employee]) {
      const refused = await postText(client, channelId, 'After');
      expect(refused.status).toBe(409);
      expect(refused.body).toMatchObject({ error: 'This channel is archived.' });
    }
    const join = { params: { channelId }, body: { userIds: [employeeId] } };
    expect((await employee.call(addMembers, join)).status).toBe(409);
    const rename = { params: { channelId }, body: { name: 'Old' } };
    expect((await manager.call(updateChannel, rename)).status).toBe(409);
    expect((await read(employee, channelId)).map(({ id }) => id)).toEqual([message.id]);
    const since = { params: { channelId }, query: { since: 0 } };
    expect((await manager.call(listChanges, since)).status).toBe(200);

    const open = async (archived: boolean) =>
      (await employee.call(listOpenChannels, { query: { archived } })).body.map(({ id }) => id);
    expect(await open(false)).not.toContain(channelId);
    expect(await open(true)).toContain(channelId);
    expect((await archive(false)).body.archivedAt).toBeNull();
    expect((await postText(manager, channelId, 'Again')).status).toBe(201);
    expect(await actionsOf(channelId)).toEqual([
      'channel.created',
      'channel.archived',
      'channel.reopened',
    ]);
  });
});

describe('the list of channels', () => {
  test('shows fixed ones, then the user’s own by name, then conversations, latest first', async () => {
    const hannah = await forecourt.signIn('hannah.schultz');
    const hannahId = await idOf(forecourt, 'hannah.schultz');
    const b = (await create(hannah, 'private', { name: 'b' })).body.id;
    const a = (await create(manager, 'public', { name: 'A walk', userIds: [hannahId] })).body.id;
    await postText(hannah, dm(hannahId, tylerId), 'One');
    const group = await hannah.raw('POST', '/api/chat/groups', {
      body: { userIds: [tylerId, employeeId] },
    });
    await postText(hannah, dm(hannahId, employeeId), 'Two');
    const ids = await idsOf(hannah);
    expect(ids.slice(0, 4)).toEqual(['general', 'sales', 'service', 'integrations']);
    const rest = ids.filter((id) => [a, b, group.body.id].includes(id) || /^dm/.test(id));
    expect(rest.slice(0, 2)).toEqual([a, b]);
    expect(rest.indexOf(dm(hannahId, employeeId))).toBeLessThan(rest.indexOf(group.body.id));
    expect(rest.indexOf(group.body.id)).toBeLessThan(rest.indexOf(dm(hannahId, tylerId)));
  });

  test('agrees with the single channel endpoint', async () => {
    for (const channel of await list(manager)) {
      const params = { channelId: channel.id };
      expect((await manager.call(getChannel, { params })).body).toEqual(channel);
    }
    const unknown = { params: { channelId: 'c-none' } };
    expect((await manager.call(getChannel, unknown)).status).toBe(404);
  });

  test('includes a direct channel that can be opened before it begins', async () => {
    const curtis = await idOf(forecourt, 'curtis.yoder');
    const params = { channelId: dm(tylerId, curtis) };
    expect((await tyler.call(getChannel, { params })).body).toMatchObject({
      type: 'direct',
      name: 'Curtis Yoder',
      userId: curtis,
      lastSeq: 0,
      joined: true,
    });
    const members = (await tyler.call(listMembers, { params })).body;
    expect(members.map(({ userId }) => userId).toSorted()).toEqual([tylerId, curtis].toSorted());
  });

  test('the people of fixed channels are those who can read them', async () => {
    const of = async (channelId: string) =>
      (await manager.call(listMembers, { params: { channelId } })).body.map(({ userId }) => userId);
    const general = await of('general');
    expect(general).toEqual(expect.arrayContaining([employeeId, managerId]));
    for (const name of ['system_bot', 'isabel.ferreira', 'derek.sloan']) {
      expect(general).not.toContain(await idOf(forecourt, name));
    }
    const management = await of('management');
    expect(management).toContain(managerId);
    expect(management).not.toContain(employeeId);
  });
});

test('creating the same name twice at once leaves one channel', async () => {
  const name = `Race ${newId()}`;
  const responses = await Promise.all(
    [manager, manager, manager].map((client) =>
      client.call(createChannel, { body: { name, type: 'public' } }),
    ),
  );
  expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
});

test('a repeated request creates one channel, also concurrently; another user’s creates another', async () => {
  const body = { name: `Once ${newId()}`, type: 'private' as const, clientId: newId() };
  const create = (client: typeof manager) => client.call(createChannel, { body });
  const responses = await Promise.all([manager, manager, manager].map(create));
  const again = await create(manager);
  expect([...responses, again].map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  expect(new Set([...responses, again].map((response) => response.body.id)).size).toBe(1);
  const theirs = await create(employee);
  expect([theirs.status, theirs.body.id === again.body.id]).toEqual([201, false]);
});
