import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { announceCreated, findPersonById, type NewUser } from '../../people/server/public.ts';
import { getStatusMetrics } from '../contract.ts';
import { addUser, age, freshMetrics, signInUser } from './stage.ts';

let forecourt: TestForecourt;
let admin: Client;
let employee: Client;
let pendingUser: Client;

/** All of them were seen just now. */
const connected: Partial<NewUser>[] = [
  { status: 'online' },
  { status: 'online' },
  { status: 'online', role: 'admin' },
  { status: 'in-meeting' },
  { status: 'in-meeting', role: 'manager' },
  { status: 'away' },
  { status: 'on-vacation' },
  { status: 'on-vacation' },
  { status: 'on-vacation' },
  { status: 'unavailable' },
  { status: 'unavailable', role: 'executive' },
  { status: 'invisible' },
  { status: 'invisible', role: 'admin' },
];
const connectedButExcluded: Partial<NewUser>[] = [
  { status: 'online', isActive: false },
  { status: 'online', pending: true },
  { status: 'online', protection: 'system_bot' },
];
const offline: Partial<NewUser>[] = [
  { status: 'online' },
  { status: 'away' },
  { protection: 'system_bot' },
  { protection: 'system_bot', role: 'admin' },
  { pending: true },
  { isActive: false, role: 'admin' },
];

const asSeenByManagers = {
  totalUsers: 4 + 13 + 3 + 6,
  online: 5,
  away: 4,
  unavailable: 2,
  invisible: 2,
  // The three clients and the first administrator, the excluded ones except the bot, the offline ones
  // except the bots.
  offline: 4 + 2 + 4,
  adminUsers: 2 + 2 + 1,
  botUsers: 3,
  standardUsers: 2 + 11 + 2 + 3,
  inMeeting: 2,
  onVacation: 3,
  lunchBreak: 0,
};

beforeAll(async () => {
  forecourt = await startForecourt({ database: 'empty' });
  admin = await signInUser(forecourt, await addUser(forecourt, { role: 'admin' }));
  employee = await signInUser(forecourt, await addUser(forecourt));
  pendingUser = await signInUser(forecourt, await addUser(forecourt, { pending: true }));
  const seen = [];
  for (const person of [...connected, ...connectedButExcluded])
    seen.push(await addUser(forecourt, person));
  for (const person of offline) await addUser(forecourt, person);
  const { db } = forecourt.platform;
  const rows = seen.map((user_id) => ({ user_id }));
  await db.insertInto('presence_sightings').values(rows).execute();
  // Last seen long ago: no longer connected.
  const deletedUser = await addUser(forecourt);
  await db.insertInto('presence_sightings').values({ user_id: deletedUser }).execute();
  await age(forecourt, [deletedUser]);
  await db
    .updateTable('users')
    .set({ deleted_at: new Date() })
    .where('id', '=', deletedUser)
    .execute();
});
afterAll(() => forecourt.stop());

describe('the status metrics', () => {
  test('are for approved signed-in users', async () => {
    expect((await forecourt.client().call(getStatusMetrics)).status).toBe(401);
    expect((await pendingUser.call(getStatusMetrics)).status).toBe(403);
  });

  test('count every account once, and everyone who is not a bot in one bucket', async () => {
    const metrics = await freshMetrics(admin);
    expect(metrics).toEqual(asSeenByManagers);
    const { adminUsers, standardUsers, botUsers, totalUsers } = metrics;
    expect(adminUsers + standardUsers + botUsers).toBe(totalUsers);
    const { online, away, unavailable, invisible, offline } = metrics;
    expect(online + away + unavailable + invisible + offline).toBe(totalUsers - botUsers);
  });

  test('show the invisible as offline without user management', async () => {
    const metrics = await freshMetrics(employee);
    expect(metrics).toEqual({
      ...asSeenByManagers,
      invisible: 0,
      offline: asSeenByManagers.offline + 2,
    });
  });

  test('accept and ignore the refresh parameter', async () => {
    const query = { refresh: String(Date.now()) };
    expect((await admin.call(getStatusMetrics, { query })).status).toBe(200);
  });

  test('include a new account once it was announced', async () => {
    const before = await freshMetrics(admin);
    const row = await findPersonById(forecourt.platform.db, await addUser(forecourt));
    if (!row) throw new Error('User not found');
    announceCreated(forecourt.platform, row);
    const after = await freshMetrics(admin);
    expect([after.totalUsers, after.standardUsers, after.offline]).toEqual([
      before.totalUsers + 1,
      before.standardUsers + 1,
      before.offline + 1,
    ]);
  });
});

test('a new administrator is counted immediately', async () => {
  const before = await freshMetrics(admin);
  const id = await addUser(forecourt, { role: 'admin' });
  const person = await findPersonById(forecourt.platform.db, id);
  if (!person) throw new Error('User not found');
  announceCreated(forecourt.platform, person);
  const { body } = await admin.call(getStatusMetrics);
  expect(body.adminUsers).toBe(before.adminUsers + 1);
});
