import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import type { TestSocket } from '../../../../test/support/socket.ts';
import { type Status, statuses } from '../../people/contract.ts';
import { userStatusChange } from '../contract.ts';
import { choose, heard, hears, idOf, rowOf } from './stage.ts';

let forecourt: TestForecourt;
let employee: Client;
let manager: Client;
let employeeId: number;
let managerId: number;
let here: TestSocket;

beforeAll(async () => {
  forecourt = await startForecourt();
  employee = await forecourt.signIn('employee');
  manager = await forecourt.signIn('manager');
  [employeeId, managerId] = [await idOf(employee), await idOf(manager)];
  here = await employee.socket();
  await hears(here, employeeId, ['online']);
});
afterAll(async () => {
  here.close();
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

const last = async (socket: TestSocket) => (await heard(socket, employeeId)).at(-1);

describe('a person’s own status', () => {
  test('is stored, answered, and told to everybody, from any status to any other', async () => {
    const there = await manager.socket();
    for (const status of statuses.filter((each) => each !== 'invisible').toReversed()) {
      const answer = await choose(employee, employeeId, status);
      expect([answer.status, answer.body.status]).toEqual([200, status]);
      expect(answer.body).not.toHaveProperty('pagePermissions');
      await expect.poll(() => last(there)).toBe(status);
      expect(there.frames.findLast(({ data }) => data.userId === employeeId)?.data).toEqual({
        userId: employeeId,
        status,
        firstName: 'Caleb',
        lastName: 'Nguyen',
        statusMessage: null,
        statusUntil: null,
      });
      expect(await stored(employeeId)).toBe(status);
    }
    there.close();
  });

  test('chosen again is no news', async () => {
    const there = await manager.socket();
    await choose(employee, employeeId, 'away');
    await choose(employee, employeeId, 'away');
    await choose(employee, employeeId, 'online');
    expect(await heard(there, employeeId)).toEqual(['away', 'online']);
    there.close();
  });

  test('stands on one’s own socket whatever else is said in the same moment', async () => {
    const { realtime } = forecourt.platform;
    const before = (await heard(here, employeeId)).length;
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
    const said = (await heard(here, employeeId)).slice(before);
    expect(said).toEqual(['away', 'offline', 'invisible', 'online']);
  });
});

describe('a message and an end', () => {
  const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

  test('are stored with the status, answered, listed and told', async () => {
    const there = await manager.socket();
    const statusUntil = inAnHour();
    const more = { statusMessage: ' In the service lane ', statusUntil };
    const { body } = await choose(employee, employeeId, 'in-meeting', more);
    const shown = { status: 'in-meeting', statusMessage: 'In the service lane', statusUntil };
    expect(body).toMatchObject(shown);
    expect(await rowOf(manager, employeeId)).toMatchObject(shown);
    expect(await there.next('user_status_change')).toMatchObject(shown);
    expect((await employee.raw('GET', '/api/user')).body).toMatchObject(shown);
    there.close();
  });

  test('go with the next status that comes without them', async () => {
    await choose(employee, employeeId, 'away', { statusMessage: 'x', statusUntil: inAnHour() });
    const { body } = await choose(employee, employeeId, 'away');
    expect(body).toMatchObject({ statusMessage: null, statusUntil: null });
    const cleared = { statusMessage: '  ', statusUntil: null };
    expect((await choose(employee, employeeId, 'away', cleared)).body.statusMessage).toBeNull();
  });

  test('are refused when too long, or in the past', async () => {
    const long = await choose(employee, employeeId, 'away', { statusMessage: 'x'.repeat(101) });
    expect([long.status, Object.keys(fieldsOf(long))]).toEqual([400, ['statusMessage']]);
    const past = { statusUntil: new Date(Date.now() - 1000).toISOString() };
    const late = await choose(employee, employeeId, 'away', past);
    expect([late.status, fieldsOf(late)]).toEqual([400, { statusUntil: 'Must be in the future' }]);
    const notATime = { statusUntil: 'tomorrow' };
    expect((await choose(employee, employeeId, 'away', notATime)).status).toBe(400);
  });
});

const fieldsOf = (answer: { body: unknown }) =>
  (answer.body as { fields: Record<string, string> }).fields;

describe('somebody else’s status', () => {
  test('cannot be set by anybody, administrators included, and nothing is told', async () => {
    const before = await stored(managerId);
    const there = await manager.socket();
    await hears(there, managerId, []);
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
    expect(await heard(there, managerId)).toEqual([]);
    there.close();
  });

  test('cannot be set by who is not signed in, or not approved', async () => {
    expect((await choose(forecourt.client(), employeeId, 'away')).status).toBe(401);
    const waiting = await forecourt.signIn('isabel.ferreira');
    expect((await choose(waiting, await idOf(waiting), 'away')).status).toBe(403);
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
  const answer = await choose(admin, await idOf(admin), 'in-meeting');
  expect([answer.status, answer.body.status]).toEqual([200, 'in-meeting']);
});
