import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client, ClientResponse } from '../../../../test/support/client.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { deleteMessage } from '../contract/changes.ts';
import { archiveChannel, listMembers, removeMember, updateChannel } from '../contract/channels.ts';
import { endMembership } from './channelRows.ts';
import { idOf, post, postText, read } from './chatCalls.ts';
import { privateChannel } from './personalCalls.ts';

let forecourt: TestForecourt;
let employee: Client;
let manager: Client;
let employeeId: number;
let tylerId: number;

beforeAll(async () => {
  forecourt = await startForecourt();
  employee = await forecourt.signIn('employee');
  manager = await forecourt.signIn('manager');
  employeeId = await idOf(forecourt, 'employee');
  tylerId = await idOf(forecourt, 'tyler.boone');
});
afterAll(() => forecourt.stop());

/** Removes the employee while their request waits for the channel. */
const removeDuring = (channel: string, request: () => Promise<ClientResponse<unknown>>) =>
  duringRequest(channel, request, () => endMembership(forecourt, channel, 'employee'));

async function duringRequest(
  channel: string,
  request: () => Promise<ClientResponse<unknown>>,
  change: () => Promise<unknown>,
) {
  const { db } = forecourt.platform;
  return db.transaction().execute(async (tx) => {
    await sql`select from chat_channels where id = ${channel} for update`.execute(tx);
    const response = request();
    await eventually(async () => {
      const { rows } = await sql`select from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`.execute(db);
      return rows.length > 0;
    });
    await change();
    return { response };
  });
}

describe('someone removed from a private channel during a request', () => {
  test('deletes nothing in it', async () => {
    const channel = await privateChannel(manager, [employeeId]);
    const { id } = await post(employee, channel, { content: 'Evidence' });
    const { response } = await removeDuring(channel, () =>
      employee.call(deleteMessage, { params: { channelId: channel, messageId: id } }),
    );
    expect((await response).status).toBe(404);
    expect((await read(manager, channel)).at(-1)?.content).toBe('Evidence');
  });

  test('changes nothing about it, and removes no one', async () => {
    const managerId = await idOf(forecourt, 'manager');
    const requests = (channelId: string) => [
      () => employee.call(updateChannel, { params: { channelId }, body: { name: 'Mine' } }),
      () => employee.call(archiveChannel, { params: { channelId }, body: { archived: true } }),
      () => employee.call(removeMember, { params: { channelId, userId: tylerId } }),
    ];
    for (const index of [0, 1, 2]) {
      const channel = await privateChannel(employee, [managerId, tylerId]);
      const request = requests(channel)[index];
      if (!request) throw new Error('Unknown request');
      const { response } = await removeDuring(channel, request);
      expect((await response).status).toBe(404);
      const params = { channelId: channel };
      const people = (await manager.call(listMembers, { params })).body;
      expect(people.map(({ userId }) => userId).sort()).toEqual([managerId, tylerId].sort());
      await post(manager, channel, { content: 'Still open' });
    }
  });
});

test('a demoted manager cannot post among the managers, not even a moment later', async () => {
  const userId = await idOf(forecourt, 'manager');
  const setRole = (role: string) =>
    forecourt.platform.db.updateTable('users').set({ role }).where('id', '=', userId).execute();
  const { response } = await duringRequest(
    'management',
    () => postText(manager, 'management', 'Still one of you'),
    () => setRole('employee'),
  );
  expect((await response).status).toBe(404);
  await setRole('manager');
  const contents = (await read(manager, 'management')).map(({ content }) => content);
  expect(contents).not.toContain('Still one of you');
});
