import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import type { TestSocket } from '../../../../test/support/socket.ts';
import { personChanged } from '../../../platform/server/realtime/watch.ts';
import type { NewUser } from '../../people/server/public.ts';
import { statusesChanged } from '../contract.ts';
import { announceJoined, announceLeft } from '../server/changes.ts';
import { takeLost } from '../server/sightings.ts';
import { inWindows } from '../server/statuses.ts';
import {
  addUser,
  age,
  batchedSocket,
  choose,
  entriesOf,
  rowOf,
  signInUser,
  statusEvents,
  waitForDelivery,
  waitForLast,
} from './stage.ts';

let forecourt: TestForecourt;
let employee: Client;
let employeeSocket: TestSocket;
let managerSocket: TestSocket;

beforeAll(async () => {
  forecourt = await startForecourt();
  employee = await forecourt.signIn('employee');
  employeeSocket = await batchedSocket(employee);
  managerSocket = await batchedSocket(await forecourt.signIn('admin'));
});
afterAll(async () => {
  employeeSocket.close();
  managerSocket.close();
  await forecourt.stop();
});

async function addSeen(overrides: Partial<NewUser> = {}): Promise<number> {
  const id = await addUser(forecourt, overrides);
  await forecourt.platform.db.insertInto('presence_sightings').values({ user_id: id }).execute();
  return id;
}

const deliveries = ({ frames }: TestSocket, id: number) =>
  frames.filter(
    ({ type, data }) =>
      type === statusesChanged.type && entriesOf({ frames: [{ type, data }] } as TestSocket, id)[0],
  );

describe('a client that takes statuses in batches', () => {
  test('gets 300 arrivals of one turn in one event, and others two events for each', async () => {
    const single = await employee.socket();
    const ids: number[] = [];
    for (let at = 0; at < 300; at += 1) {
      ids.push(await addSeen({ status: at % 3 === 0 ? 'away' : 'online' }));
    }
    await announceJoined(forecourt.platform, ids);
    const expected = ids.map((userId, at) => ({ userId, status: at % 3 ? 'online' : 'away' }));
    for (const socket of [employeeSocket, managerSocket]) {
      await waitForDelivery(forecourt, socket);
      expect(entriesOf(socket, ...ids).toSorted((a, b) => a.userId - b.userId)).toEqual(expected);
      expect(deliveries(socket, ids[0] as number)).toHaveLength(1);
      const others = socket.frames.filter(({ type }) => /^user_(joined|status_)/.test(type));
      expect(others).toEqual([]);
    }
    for (const type of ['user_status_change', 'user_joined']) {
      expect(await statusEvents(single, ids[0] as number, type)).toEqual(['away']);
      const received = single.frames.filter((frame) => frame.type === type);
      expect(received.filter(({ data }) => ids.includes(data.userId))).toHaveLength(300);
    }
    expect(single.frames.filter(({ type }) => type === statusesChanged.type)).toEqual([]);
    single.close();
  });

  test('ends with the right status of someone who comes, goes and comes again at once', async () => {
    const { platform } = forecourt;
    const [gone, back] = [await addSeen(), await addSeen()];
    await announceJoined(platform, [gone, back]);
    await age(forecourt, [gone, back]);
    await announceLeft(platform, await takeLost(platform.db));
    await platform.db.insertInto('presence_sightings').values({ user_id: back }).execute();
    await announceJoined(platform, [back]);
    await waitForDelivery(forecourt, employeeSocket);
    expect(entriesOf(employeeSocket, gone).at(-1)?.status).toBe('offline');
    expect(entriesOf(employeeSocket, back).at(-1)?.status).toBe('online');
  });

  test('ends with the stored status of someone who changes it several times at once', async () => {
    const id = await addUser(forecourt);
    const client = await signInUser(forecourt, id);
    const socket = await batchedSocket(client);
    for (let round = 0; round < 5; round += 1) {
      await Promise.all(
        (['away', 'unavailable', 'in-meeting', 'on-vacation', 'online'] as const).map((status) =>
          choose(client, id, status),
        ),
      );
      await waitForDelivery(forecourt, employeeSocket, socket);
      const stored = (await rowOf(employee, id))?.status;
      expect(entriesOf(employeeSocket, id).at(-1)?.status).toBe(stored);
      expect(entriesOf(socket, id).at(-1)?.status).toBe(stored);
    }
    socket.close();
  });

  test('gets the message and the end of a status, and nothing once they are cleared', async () => {
    const id = await addSeen();
    const client = await signInUser(forecourt, id);
    const more = {
      statusMessage: 'In the service lane',
      statusUntil: new Date(Date.now() + 3_600_000).toISOString(),
    };
    await choose(client, id, 'away', more);
    await waitForLast([employeeSocket], id, 'away');
    expect(entriesOf(employeeSocket, id)).toEqual([{ userId: id, status: 'away', ...more }]);
    await choose(client, id, 'unavailable');
    await waitForLast([employeeSocket], id, 'unavailable');
    expect(entriesOf(employeeSocket, id).at(-1)).toEqual({ userId: id, status: 'unavailable' });
  });
});

describe('in batches, an invisible user', () => {
  test('looks offline to an employee, invisible to people with user management and to themselves', async () => {
    const id = await addUser(forecourt);
    const client = await signInUser(forecourt, id);
    const own = await batchedSocket(client);
    await waitForLast([employeeSocket, managerSocket, own], id, 'online');
    await choose(client, id, 'invisible');
    await waitForLast([managerSocket, own], id, 'invisible');
    await waitForLast([employeeSocket], id, 'offline');
    const statusMessage = 'Writing the review';
    await choose(client, id, 'invisible', { statusMessage });
    await waitForDelivery(forecourt, employeeSocket, managerSocket, own);
    expect(entriesOf(employeeSocket, id).map(({ status }) => status)).toEqual([
      'online',
      'offline',
    ]);
    const shown = { userId: id, status: 'invisible', statusMessage };
    for (const socket of [managerSocket, own]) expect(entriesOf(socket, id).at(-1)).toEqual(shown);
    own.close();
  });

  test('connects and disconnects without an event for employees', async () => {
    const id = await addSeen({ status: 'invisible' });
    await announceJoined(forecourt.platform, [id]);
    await waitForLast([managerSocket], id, 'invisible');
    await age(forecourt, [id]);
    await waitForLast([managerSocket], id, 'offline');
    await waitForDelivery(forecourt, employeeSocket);
    expect(entriesOf(employeeSocket, id)).toEqual([]);
  });

  test('is shown to someone while they have user management, and no longer', async () => {
    const { db, bus } = forecourt.platform;
    const reader = await addUser(forecourt);
    const socket = await batchedSocket(await signInUser(forecourt, reader));
    const setPages = async (page_permissions: string[]) => {
      await db.updateTable('users').set({ page_permissions }).where('id', '=', reader).execute();
      bus.publish(personChanged, { userId: reader });
      await socket.next('ready');
    };
    const join = async () => {
      const id = await addSeen({ status: 'invisible' });
      await announceJoined(forecourt.platform, [id]);
      await waitForDelivery(forecourt, socket);
      return entriesOf(socket, id).map(({ status }) => status);
    };
    expect(await join()).toEqual([]);
    await setPages(['user_management']);
    expect(await join()).toEqual(['invisible']);
    await setPages([]);
    expect(await join()).toEqual([]);
    socket.close();
  });
});

test('changes during a delivery go into the next, and those of a failed one are delivered again', async () => {
  const delivered: [number, boolean][][] = [];
  const errors: unknown[] = [];
  const collect = inWindows(
    async (changed) => {
      delivered.push([...changed]);
      if (delivered.length > 1) return;
      collect([{ userId: 2, isPublic: false }]);
      throw new Error('no database');
    },
    (error) => errors.push(error),
  );
  collect([{ userId: 1, isPublic: true }]);
  collect([
    { userId: 1, isPublic: false },
    { userId: 3, isPublic: false },
  ]);
  await expect.poll(() => delivered.length, { timeout: 60_000 }).toBe(2);
  expect(delivered[0]).toEqual([
    [1, true],
    [3, false],
  ]);
  expect(new Map(delivered[1])).toEqual(
    new Map([
      [1, true],
      [2, false],
      [3, false],
    ]),
  );
  expect(errors).toHaveLength(1);
});
