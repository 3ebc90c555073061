import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import type { TestSocket } from '../../../../test/support/socket.ts';
import { setStatus } from '../../presence/contract.ts';
import { insertChannel } from './channelRows.ts';
import { change, dm, idOf, post } from './chatCalls.ts';

let forecourt: TestForecourt;
let employee: Client;
let manager: Client;
let omar: Client;
let sockets: TestSocket[];
const ids: Record<string, number> = {};

beforeAll(async () => {
  forecourt = await startForecourt();
  employee = await forecourt.signIn('employee');
  manager = await forecourt.signIn('manager');
  omar = await forecourt.signIn('omar.benali');
  for (const name of ['employee', 'manager', 'omar.benali', 'gm', 'admin']) {
    ids[name] = await idOf(forecourt, name);
  }
  sockets = await Promise.all([employee.socket(), manager.socket(), omar.socket()]);
  await eventually(async () => (await mentionedIn('general', '@here')).length === 2);
});
afterAll(async () => {
  for (const socket of sockets) socket.close();
  await forecourt.stop();
});

const mentionedIn = async (channelId: string, content: string, client = employee) =>
  (await post(client, channelId, { content })).mentionedUserIds.toSorted((a, b) => a - b);
const sorted = (...names: string[]) =>
  names.map((name) => ids[name] ?? 0).toSorted((a, b) => a - b);

describe('@channel', () => {
  test('mentions everyone without listing them', async () => {
    const message = await post(employee, 'general', { content: 'Closing early @channel!' });
    expect(message).toMatchObject({
      mentions: ['channel'],
      mentionedUserIds: [],
      mentionsChannel: true,
    });
    expect((await post(employee, 'general', { content: '@Channel' })).mentionsChannel).toBe(true);
    const address = await post(employee, 'general', { content: 'a@channel' });
    expect(address.mentionsChannel).toBe(false);
  });
});

describe('@here', () => {
  test('mentions the channel’s connected people, except its author', async () => {
    expect(await mentionedIn('general', '@here')).toEqual(sorted('manager', 'omar.benali'));
    const channel = await insertChannel(forecourt, 'private', ['employee', 'omar.benali', 'gm']);
    expect(await mentionedIn(channel, '@here')).toEqual(sorted('omar.benali'));
    expect(await mentionedIn('management', '@here', manager)).toEqual([]);
  });

  test('does not reveal who is invisible', async () => {
    const setStatusTo = (status: 'invisible' | 'online') =>
      omar.call(setStatus, { params: { id: ids['omar.benali'] ?? 0 }, body: { status } });
    await setStatusTo('invisible');
    expect(await mentionedIn('general', '@here and @on-duty')).toEqual(sorted('manager'));
    await setStatusTo('online');
    expect(await mentionedIn('general', '@here')).toEqual(sorted('manager', 'omar.benali'));
  });
});

describe('@on-duty', () => {
  test('mentions who is present and not on vacation or unavailable', async () => {
    const setStatusTo = (status: 'on-vacation' | 'unavailable' | 'in-meeting' | 'online') =>
      omar.call(setStatus, { params: { id: ids['omar.benali'] ?? 0 }, body: { status } });
    for (const status of ['on-vacation', 'unavailable'] as const) {
      await setStatusTo(status);
      expect(await mentionedIn('general', 'Anybody @on-duty?')).toEqual(sorted('manager'));
      expect(await mentionedIn('general', '@here')).toEqual(sorted('manager', 'omar.benali'));
    }
    await setStatusTo('in-meeting');
    expect(await mentionedIn('general', '@on-duty')).toEqual(sorted('manager', 'omar.benali'));
    await setStatusTo('online');
  });

  test('uses the time clock for those who use one, connected or not, without revealing anyone', async () => {
    const maria = await forecourt.signIn('maria.lopez');
    ids['maria.lopez'] = await idOf(forecourt, 'maria.lopez');
    const punch = (client: Client, kind: string) =>
      client.raw('POST', '/api/time-clock/punches', {
        body: { clientId: crypto.randomUUID(), kind },
      });
    await punch(maria, 'clock_in');
    expect(await mentionedIn('general', '@on-duty')).toEqual(
      sorted('manager', 'omar.benali', 'maria.lopez'),
    );
    await punch(maria, 'break_start');
    expect(await mentionedIn('general', '@on-duty')).toContain(ids['maria.lopez']);
    const setStatusTo = (status: 'invisible' | 'online') =>
      maria.call(setStatus, { params: { id: ids['maria.lopez'] ?? 0 }, body: { status } });
    await setStatusTo('invisible');
    expect(await mentionedIn('general', '@on-duty')).not.toContain(ids['maria.lopez']);
    await setStatusTo('online');
    await punch(maria, 'clock_out');
    expect(await mentionedIn('general', '@on-duty')).toEqual(sorted('manager', 'omar.benali'));
    // Present, but clocked out.
    for (const kind of ['clock_in', 'clock_out']) await punch(omar, kind);
    expect(await mentionedIn('general', '@on-duty')).toEqual(sorted('manager'));
    expect(await mentionedIn('general', '@here')).toEqual(sorted('manager', 'omar.benali'));
  });
});

describe('a username', () => {
  test('mentions only people who can read the channel', async () => {
    const channel = await insertChannel(forecourt, 'private', ['employee', 'omar.benali']);
    const content = '@omar.benali @manager @admin';
    expect(await mentionedIn(channel, content)).toEqual(sorted('omar.benali'));
    expect(await mentionedIn('general', content)).toEqual(
      sorted('omar.benali', 'manager', 'admin'),
    );
    expect(await mentionedIn('management', content, manager)).toEqual(sorted('manager', 'admin'));
    const direct = dm(ids.employee ?? 0, ids.manager ?? 0);
    expect(await mentionedIn(direct, content)).toEqual(sorted('manager'));
  });

  test('that equals a group mention does not mention the user: “here”', async () => {
    const id = await idOf(forecourt, 'trevor.mills');
    await change(forecourt, id, { username: 'Here' });
    expect(await mentionedIn('general', '@here')).toEqual(sorted('manager', 'omar.benali'));
    expect(await mentionedIn('general', '@Here')).not.toContain(id);
  });
});
