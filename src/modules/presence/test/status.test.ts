import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import type { TestSocket } from '../../../../test/support/socket.ts';
import { type Status, statuses } from '../../people/contract.ts';
import { userStatusChange } from '../contract.ts';
import { choose, idOf, rowOf, statusEvents, waitForStatuses } from './stage.ts';

let forecourt: TestForecourt;
let employee: Client;
let manager: Client;
let employeeId: number;
let managerId: number;
let ownSocket: TestSocket;

beforeAll(async () => {
  forecourt = await startForecourt();
  employee = await forecourt.signIn('employee');
  manager = await forecourt.signIn('manager');
  [employeeId, managerId] = [await idOf(employee), await idOf(manager)];
  ownSocket = await employee.socket();
  await waitForStatuses(ownSocket, employeeId, ['online']);
});
afterAll(async () => {
  ownSocket.close();
  await forecourt.stop();
});

async function stored(id: number): Promise<string> {
  const row = await forecourt.platform.db
    .selectFrom('users')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row.status;
}

const last = async (socket: TestSocket) => (await statusEvents(socket, employeeId)).at(-1);

describe('a user’s own status', () => {
  test('is stored, returned, and published to everyone, from any status to any other', async () => {
    const managerSocket = await manager.socket();
    for (const status of statuses.filter((each) => each !== 'invisible').toReversed()) {
      const response = await choose(employee, employeeId, status);
      expect([response.status, response.body.status]).toEqual([200, status]);
      expect(response.body).not.toHaveProperty('pagePermissions');
      await expect.poll(() => last(managerSocket)).toBe(status);
      expect(managerSocket.frames.findLast(({ data }) => data.userId === employeeId)?.data).toEqual(
        {
          userId: employeeId,
          status,
          firstName: 'Caleb',
          lastName: 'Nguyen',
          statusMessage: null,
          statusUntil: null,
        },
      );
      expect(await stored(employeeId)).toBe(status);
    }
    managerSocket.close();
  });

  test('publishes nothing when it is chosen again', async () => {
    const managerSocket = await manager.socket();
    await choose(employee, employeeId, 'away');
    await choose(employee, employeeId, 'away');
    await choose(employee, employeeId, 'online');
    expect(await statusEvents(managerSocket, employeeId)).toEqual(['away', 'online']);
    managerSocket.close();
  });

  test('arrives on the user’s own sockets in order with public events', async () => {
    const { realtime } = forecourt.platform;
    const before = (await statusEvents(ownSocket, employeeId)).length;
    const frame = (status: Status | 'offline') => ({
      userId: employeeId,
      status,
      firstName: '',
      lastName: '',
    });
    realtime.publish(`user:${employeeId}`, userStatusChange, frame('away'));
    realtime.publish('everyone:', userStatusChange, frame('offline'));
    realtime.publish(`user:${employeeId}`, userStatusChange, frame('invisible'));
    realtime.publish('everyone:', userStatusChange, frame('online'));
    const received = (await statusEvents(ownSocket, employeeId)).slice(before);
    expect(received).toEqual(['away', 'offline', 'invisible', 'online']);
  });
});

describe('a status message and end time', () => {
  const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

  test('are stored with the status, returned, listed and published', async () => {
    const managerSocket = await manager.socket();
    const statusUntil = inAnHour();
    const more = { statusMessage: ' In the service lane ', statusUntil };
    const { body } = await choose(employee, employeeId, 'in-meeting', more);
    const shown = { status: 'in-meeting', statusMessage: 'In the service lane', statusUntil };
    expect(body).toMatchObject(shown);
    expect(await rowOf(manager, employeeId)).toMatchObject(shown);
    expect(await managerSocket.next('user_status_change')).toMatchObject(shown);
    expect((await employee.raw('GET', '/api/user')).body).toMatchObject(shown);
    managerSocket.close();
  });

  test('are cleared by the next status without them', async () => {
    await choose(employee, employeeId, 'away', { statusMessage: 'x', statusUntil: inAnHour() });
    const { body } = await choose(employee, employeeId, 'away');
    expect(body).toMatchObject({ statusMessage: null, statusUntil: null });
    const cleared = { statusMessage: '  ', statusUntil: null };
    expect((await choose(employee, employeeId, 'away', cleared)).body.statusMessage).toBeNull();
  });

  test('are rejected when too long, or in the past', async () => {
    const long = await choose(employee, employeeId, 'away', { statusMessage: 'x'.repeat(101) });
    expect([long.status, Object.keys(fieldsOf(long))]).toEqual([400, ['statusMessage']]);
    const past = { statusUntil: new Date(Date.now() - 1000).toISOString() };
    const pastEnd = await choose(employee, employeeId, 'away', past);
    expect([pastEnd.status, fieldsOf(pastEnd)]).toEqual([
      400,
      { statusUntil: 'Must be in the future' },
    ]);
    const notATime = { statusUntil: 'tomorrow' };
    expect((await choose(employee, employeeId, 'away', notATime)).status).toBe(400);
  });
});

const fieldsOf = (response: { body: unknown }) =>
  (response.body as { fields: Record<string, string> }).fields;

describe('someone else’s status', () => {
  test('cannot be set by anyone, administrators included, and nothing is published', async () => {
    const before = await stored(managerId);
    const managerSocket = await manager.socket();
    await waitForStatuses(managerSocket, managerId, []);
    for (const name of ['employee', 'gm', 'executive', 'admin']) {
      const client = await forecourt.signIn(name);
      for (const id of [managerId, 999_999]) {
        const { status, body } = await choose(client, id, 'away');
        expect(status).toBe(403);
        expect(body).toMatchObject({
          code: 'forbidden',
          error: 'You can only set your own status.',
        });
      }
    }
    expect(await stored(managerId)).toBe(before);
    expect(await statusEvents(managerSocket, managerId)).toEqual([]);
    managerSocket.close();
  });

  test('cannot be set without signing in or before approval', async () => {
    expect((await choose(forecourt.client(), employeeId, 'away')).status).toBe(401);
    const pendingUser = await forecourt.signIn('isabel.ferreira');
    expect((await choose(pendingUser, await idOf(pendingUser), 'away')).status).toBe(403);
  });
});

test('an unknown status is rejected', async () => {
  for (const status of ['offline', 'ONLINE', '', null, 3]) {
    const path = `/api/users/${employeeId}/status`;
    expect((await employee.raw('PATCH', path, { body: { status } })).status).toBe(400);
  }
  const extra = { status: 'away', note: 'x' };
  const response = await employee.raw('PATCH', `/api/users/${employeeId}/status`, { body: extra });
  expect(response.status).toBe(400);
});

test('the protected administrator can set a status like everyone else', async () => {
  const admin = await forecourt.signIn('admin');
  const response = await choose(admin, await idOf(admin), 'in-meeting');
  expect([response.status, response.body.status]).toEqual([200, 'in-meeting']);
});
