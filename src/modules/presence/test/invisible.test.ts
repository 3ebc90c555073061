import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import type { TestSocket } from '../../../../test/support/socket.ts';
import { listUsers } from '../../people/contract.ts';
import { announceUpdated, findPersonById } from '../../people/server/public.ts';
import {
  addUser,
  age,
  choose,
  disconnect,
  freshMetrics,
  rowOf,
  shownStatus,
  signInUser,
  statusEvents,
  waitForRound,
  waitForStatuses,
} from './stage.ts';

let forecourt: TestForecourt;
let admin: Client;
let employee: Client;
let adminSocket: TestSocket;
let employeeSocket: TestSocket;
let client: Client;
let id: number;

beforeAll(async () => {
  forecourt = await startForecourt();
  admin = await forecourt.signIn('admin');
  employee = await forecourt.signIn('employee');
  [adminSocket, employeeSocket] = [await admin.socket(), await employee.socket()];
});
afterAll(async () => {
  adminSocket.close();
  employeeSocket.close();
  await forecourt.stop();
});
beforeEach(async () => {
  id = await addUser(forecourt);
  client = await signInUser(forecourt, id);
});

const secret = { statusMessage: 'Writing the review' };

describe('an invisible user', () => {
  test('looks offline to an employee, and invisible with user management', async () => {
    const socket = await client.socket();
    await waitForStatuses(employeeSocket, id, ['online']);
    await choose(client, id, 'invisible', secret);
    await waitForStatuses(adminSocket, id, ['online', 'invisible']);
    expect(await statusEvents(employeeSocket, id)).toEqual(['online', 'offline']);
    expect(await rowOf(employee, id)).toMatchObject({ status: 'offline', statusMessage: null });
    expect(await rowOf(admin, id)).toMatchObject({ status: 'invisible', ...secret });
    socket.close();
  });

  test('is listed for an employee exactly like someone who is really offline', async () => {
    await choose(client, id, 'invisible', secret);
    const offline = await rowOf(employee, id);
    const socket = await client.socket();
    expect(await rowOf(employee, id)).toEqual(offline);
    const { body } = await employee.call(listUsers, { query: { search: 'invisible' } });
    expect(body.users).toEqual([]);
    socket.close();
  });

  test('sees their own status on every socket and in the list', async () => {
    const sockets = [await client.socket(), await client.socket()];
    await choose(client, id, 'invisible');
    for (const socket of sockets) expect((await statusEvents(socket, id)).at(-1)).toBe('invisible');
    expect(await shownStatus(client, id)).toBe('invisible');
    expect((await client.raw('GET', '/api/user')).body.status).toBe('invisible');
    for (const socket of sockets) socket.close();
  });

  test('connects and disconnects without an event for others', async () => {
    await choose(client, id, 'invisible');
    const socket = await client.socket();
    await waitForStatuses(adminSocket, id, ['invisible']);
    await disconnect(forecourt, id, socket);
    await age(forecourt, [id]);
    await waitForStatuses(adminSocket, id, ['invisible', 'offline']);
    await waitForRound(forecourt, employeeSocket);
    expect(await statusEvents(employeeSocket, id)).toEqual([]);
    for (const listener of [employeeSocket, adminSocket]) {
      expect(await statusEvents(listener, id, 'user_joined')).toEqual([]);
    }
  });

  test('changes their message without an event for others', async () => {
    const socket = await client.socket();
    await waitForStatuses(employeeSocket, id, ['online']);
    await choose(client, id, 'invisible');
    await choose(client, id, 'invisible', secret);
    await waitForStatuses(adminSocket, id, ['online', 'invisible', 'invisible']);
    expect(await statusEvents(employeeSocket, id)).toEqual(['online', 'offline']);
    socket.close();
  });

  test('stays invisible when their record changes', async () => {
    await choose(client, id, 'invisible', secret);
    const socket = await client.socket();
    const row = await findPersonById(forecourt.platform.db, id);
    if (!row) throw new Error('User not found');
    await announceUpdated(forecourt.platform, row);
    const seen = async (listener: TestSocket) => (await listener.next('user_updated')).user;
    expect(await seen(employeeSocket)).toMatchObject({ status: 'offline', statusMessage: null });
    expect(await seen(adminSocket)).toMatchObject({ status: 'invisible', ...secret });
    socket.close();
  });

  test('counts as offline, except for people with user management', async () => {
    const [seen, all] = [await freshMetrics(employee), await freshMetrics(admin)];
    await choose(client, id, 'invisible');
    const socket = await client.socket();
    expect(await freshMetrics(employee)).toEqual(seen);
    expect(await freshMetrics(admin)).toEqual({
      ...all,
      invisible: all.invisible + 1,
      offline: all.offline - 1,
    });
    expect(seen.invisible).toBe(0);
    socket.close();
  });
});
