import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client, ClientResponse } from '../../../../test/support/client.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { listChannels } from '../contract/channels.ts';
import { listChanges, listMessages, postMessage, syncChannels } from '../contract.ts';
import { caughtUp, change, dm, idOf, newId, newMessagesOn, postText, read } from './chatCalls.ts';

let forecourt: TestForecourt;
let employee: Client;
let manager: Client;
let employeeId: number;
let managerId: number;

beforeAll(async () => {
  forecourt = await startForecourt();
  employee = await forecourt.signIn('employee');
  manager = await forecourt.signIn('manager');
  employeeId = await idOf(forecourt, 'employee');
  managerId = await idOf(forecourt, 'manager');
});
afterAll(() => forecourt.stop());

/** Every way into a channel. */
async function attempts(client: Client, channelId: string): Promise<ClientResponse<unknown>[]> {
  const params = { channelId };
  return [
    await client.call(listMessages, { params }),
    await client.call(listMessages, { params, query: { before: 1 } }),
    await client.call(listChanges, { params, query: { since: 0 } }),
    await client.call(postMessage, { params, body: { content: 'Psst', clientMsgId: newId() } }),
  ];
}

const bodyOf = ({ body }: ClientResponse<unknown>) => ({ ...(body as object), requestId: '' });

async function expectNotFound(client: Client, channelId: string): Promise<void> {
  const [unknown] = await attempts(client, 'no-such-channel');
  for (const response of await attempts(client, channelId)) {
    expect(response.status).toBe(404);
    expect(bodyOf(response)).toEqual(unknown && bodyOf(unknown));
  }
  for (const onlyKnown of [false, true]) {
    const request = { channels: { [channelId]: 0 }, onlyKnown };
    const { body } = await client.call(syncChannels, { body: request });
    expect(body.channels.map((found) => found.channelId)).not.toContain(channelId);
  }
  const listed = (await client.call(listChannels)).body.map(({ id }) => id);
  expect(listed).not.toContain(channelId);
  const socket = await client.socket();
  const ref = newId();
  socket.send('chat_message', { channelId, content: 'Psst', clientMsgId: ref });
  expect(await socket.next('error')).toMatchObject({ ref, code: 'not_found', retryable: false });
  socket.close();
}

describe('a direct channel', () => {
  test('is open to its two people', async () => {
    const channelId = dm(employeeId, managerId);
    const [employeeSocket, managerSocket] = [await employee.socket(), await manager.socket()];
    const { body } = await postText(employee, channelId, 'Between us');
    expect((await employeeSocket.next('new_message')).id).toBe(body.id);
    expect((await managerSocket.next('new_message')).id).toBe(body.id);
    expect((await read(manager, channelId)).at(-1)).toEqual(body);
    employeeSocket.close();
    managerSocket.close();
  });

  test('is hidden from everyone else, administrators included', async () => {
    const channelId = dm(employeeId, managerId);
    for (const name of ['admin', 'executive', 'omar.benali']) {
      const outsider = await forecourt.signIn(name);
      const socket = await outsider.socket();
      await expectNotFound(outsider, channelId);
      await postText(employee, channelId, 'Still between us');
      await caughtUp(socket);
      expect(newMessagesOn(socket)).toEqual([]);
      socket.close();
    }
    const messages = await read(employee, channelId);
    expect(messages.map(({ content }) => content)).not.toContain('Psst');
  });

  test('with an unknown person, or in the wrong order, does not exist', async () => {
    const pendingUser = await idOf(forecourt, 'isabel.ferreira');
    const deletedUser = await idOf(forecourt, 'ruth.amsel');
    await change(forecourt, deletedUser, { deleted_at: new Date(), is_active: false });
    const wrong = [
      dm(employeeId, 999_999),
      dm(employeeId, pendingUser),
      dm(employeeId, deletedUser),
      `dm-${managerId}-${employeeId}`.replace(dm(employeeId, managerId), `dm-0-${employeeId}`),
      `dm-${Math.max(employeeId, managerId)}-${Math.min(employeeId, managerId)}`,
      `dm-0${Math.min(employeeId, managerId)}-${Math.max(employeeId, managerId)}`,
      `dm-${employeeId}-99999999999`,
      `dm-${employeeId}`,
    ];
    for (const channelId of wrong) await expectNotFound(employee, channelId);
  });
});

describe('the managers’ channel', () => {
  test('is open to managers and above', async () => {
    for (const name of ['manager', 'gm', 'executive', 'admin']) {
      const client = await forecourt.signIn(name);
      expect((await postText(client, 'management', `${name} here`)).status).toBe(201);
      expect((await read(client, 'management')).at(-1)?.content).toBe(`${name} here`);
    }
  });

  test('is hidden from an employee', async () => {
    const socket = await employee.socket();
    await expectNotFound(employee, 'management');
    await postText(manager, 'management', 'Not for everybody');
    await caughtUp(socket);
    expect(newMessagesOn(socket)).toEqual([]);
    expect((await read(manager, 'management')).map(({ content }) => content)).not.toContain('Psst');
    socket.close();
  });

  test('is received from a promotion on, and no longer after a demotion', async () => {
    const tyler = await forecourt.signIn('tyler.boone');
    const tylerId = await idOf(forecourt, 'tyler.boone');
    const socket = await tyler.socket();
    const receives = async (content: string) => {
      await postText(manager, 'management', content);
      await caughtUp(socket);
      return newMessagesOn(socket, 'management').at(-1)?.content === content;
    };
    expect(await receives('Before')).toBe(false);
    await change(forecourt, tylerId, { role: 'manager' });
    let turn = 0;
    await eventually(() => receives(`Promoted ${turn++}`));
    const found = (await tyler.call(syncChannels, { body: { channels: {} } })).body.channels;
    expect(found.map(({ channelId }) => channelId)).toContain('management');

    await change(forecourt, tylerId, { role: 'employee' });
    await eventually(async () => !(await receives(`Demoted ${turn++}`)));
    const before = newMessagesOn(socket, 'management').length;
    expect(await receives('After')).toBe(false);
    expect(newMessagesOn(socket, 'management')).toHaveLength(before);
    await expectNotFound(tyler, 'management');
    expect((await postText(manager, 'sales', 'Still here')).status).toBe(201);
    await caughtUp(socket);
    expect(newMessagesOn(socket, 'sales').at(-1)?.content).toBe('Still here');
    socket.close();
  });
});

describe('someone else’s name', () => {
  test('is refused on the socket and over HTTP, and nothing is stored', async () => {
    const reader = await manager.socket();
    const socket = await employee.socket();
    const ref = newId();
    const spoofed = { content: 'I resign', clientMsgId: ref, senderId: managerId };
    socket.send('chat_message', { channelId: 'general', ...spoofed });
    expect(await socket.next('error')).toMatchObject({ ref, code: 'forbidden' });
    const response = await employee.raw('POST', '/api/chat/messages/general', { body: spoofed });
    expect([response.status, response.body.code]).toEqual([403, 'forbidden']);
    await caughtUp(reader);
    expect(newMessagesOn(reader)).toEqual([]);
    expect((await read(manager, 'general')).map(({ clientMsgId }) => clientMsgId)).not.toContain(
      ref,
    );
    const genuine = { ...spoofed, senderId: employeeId, content: 'I stay' };
    socket.send('chat_message', { channelId: 'general', ...genuine });
    expect(await socket.next('new_message')).toMatchObject({ senderId: employeeId });
    for (const each of [reader, socket]) each.close();
  });

  test('at sign-on closes the socket', async () => {
    const socket = await employee.socket({ auth: false });
    socket.send('auth', { userId: managerId });
    expect((await socket.next('error')).code).toBe('forbidden');
    expect((await socket.closed).code).toBe(1008);
  });
});
