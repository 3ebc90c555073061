import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import type { TestSocket } from '../../../../test/support/socket.ts';
import { listUsers, type Status, statuses } from '../../people/contract.ts';
import { setStatus, userStatusChange } from '../contract.ts';

let forecourt: TestForecourt;
let employee: Client;
let manager: Client;
let employeeId: number;
let managerId: number;

beforeAll(async () => {
  forecourt = await startForecourt();
  employee = await forecourt.signIn('employee');
  manager = await forecourt.signIn('manager');
  [employeeId, managerId] = [await idOf('employee'), await idOf('manager')];
});
afterAll(() => forecourt.stop());

async function idOf(username: string): Promise<number> {
  const { body } = await employee.call(listUsers, { query: { search: username, limit: 200 } });
  return body.users.find((user) => user.username === username)?.id ?? 0;
}

const choose = (client: Client, id: number, status: Status) =>
  client.call(setStatus, { params: { id }, body: { status } });

async function stored(id: number): Promise<string> {
  const row = await forecourt.platform.db
    .selectFrom('users')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row.status;
}

async function shown(socket: TestSocket): Promise<string[]> {
  socket.send('ping');
  await socket.next('pong');
  return socket.frames
    .filter(({ type, data }) => type === 'user_status_change' && data.userId === employeeId)
    .map(({ data }) => data.status);
}

describe('a person’s own status', () => {
  test('is stored, answered, and told to everybody, from any status to any other', async () => {
    const there = await manager.socket();
    for (const status of statuses.filter((each) => each !== 'invisible').toReversed()) {
      const answer = await choose(employee, employeeId, status);
      expect([answer.status, answer.body.status]).toEqual([200, status]);
      expect(answer.body).not.toHaveProperty('pagePermissions');
      expect(await there.next('user_status_change')).toEqual({
        userId: employeeId,
        status,
        firstName: 'Caleb',
        lastName: 'Nguyen',
      });
      expect(await stored(employeeId)).toBe(status);
    }
    there.close();
  });

  test('is shown as offline to others when invisible, but not to oneself', async () => {
    const [here, also, there] = [
      await employee.socket(),
      await employee.socket(),
      await manager.socket(),
    ];
    const admin = await (await forecourt.signIn('admin')).socket();
    expect((await choose(employee, employeeId, 'invisible')).body.status).toBe('invisible');
    expect(await shown(there)).toEqual(['offline']);
    expect(await shown(admin)).toEqual(['offline']);
    for (const own of [here, also]) expect((await shown(own)).at(-1)).toBe('invisible');
    const { body } = await manager.call(listUsers, { query: { search: 'Caleb' } });
    expect(body.users.map(({ status }) => status)).toEqual(['offline']);
    await choose(employee, employeeId, 'online');
    expect((await shown(there)).at(-1)).toBe('online');
    expect((await shown(here)).at(-1)).toBe('online');
    for (const socket of [here, also, there, admin]) socket.close();
  });

  test('stands on one’s own socket whatever else is said in the same moment', async () => {
    const here = await employee.socket();
    const { realtime } = forecourt.platform;
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
    expect(await shown(here)).toEqual(['away', 'offline', 'invisible', 'online']);
    here.close();
  });
});

describe('somebody else’s status', () => {
  test('cannot be set by anybody, administrators included, and nothing is told', async () => {
    const before = await stored(managerId);
    const there = await manager.socket();
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
    there.send('ping');
    await there.next('pong');
    expect(there.frames.filter(({ type }) => type === 'user_status_change')).toEqual([]);
    there.close();
  });

  test('cannot be set by who is not signed in, or not approved', async () => {
    expect((await choose(forecourt.client(), employeeId, 'away')).status).toBe(401);
    const waiting = await forecourt.signIn('isabel.ferreira');
    const id = await idOf('isabel.ferreira');
    expect((await choose(waiting, id || 1, 'away')).status).toBe(403);
  });
});

test('a status that does not exist is refused', async () => {
  for (const status of ['offline', 'ONLINE', '', null, 3]) {
    const path = `/api/users/${employeeId}/status`;
    expect((await employee.raw('PATCH', path, { body: { status } })).status).toBe(400);
  }
  const extra = { status: 'away', note: 'x' };
  const answer = await employee.raw('PATCH', `/api/users/${employeeId}/status`, { body: extra });
  expect(answer.status).toBe(400);
});

test('the protected administrator sets a status like anybody', async () => {
  const admin = await forecourt.signIn('admin');
  const answer = await choose(admin, await idOf('admin'), 'in-meeting');
  expect([answer.status, answer.body.status]).toEqual([200, 'in-meeting']);
});
