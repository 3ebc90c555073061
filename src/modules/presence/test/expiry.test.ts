import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import type { TestSocket } from '../../../../test/support/socket.ts';
import {
  addUser,
  choose,
  freshMetrics,
  rowOf,
  signInUser,
  statusEvents,
  waitForStatuses,
} from './stage.ts';

let forecourt: TestForecourt;
let colleague: Client;
let listener: TestSocket;

beforeAll(async () => {
  forecourt = await startForecourt();
  colleague = await forecourt.signIn('employee');
  listener = await colleague.socket();
});
afterAll(async () => {
  listener.close();
  await forecourt.stop();
});

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const online = { status: 'online', statusMessage: null, statusUntil: null };

async function expireStatus(ids: number[]): Promise<void> {
  const { db } = forecourt.platform;
  const status_until = new Date(Date.now() - 1_000);
  await db.updateTable('users').set({ status_until }).where('id', 'in', ids).execute();
}

async function userAway() {
  const id = await addUser(forecourt);
  const client = await signInUser(forecourt, id);
  const socket = await client.socket();
  await waitForStatuses(listener, id, ['online']);
  await choose(client, id, 'on-vacation', { statusMessage: 'Fishing', statusUntil: inAnHour() });
  return { id, client, socket };
}

test('an expired status reads as online immediately, everywhere', async () => {
  const { id, client, socket } = await userAway();
  const before = await freshMetrics(colleague);
  await expireStatus([id]);
  expect(await rowOf(colleague, id)).toMatchObject(online);
  expect((await client.raw('GET', '/api/user')).body).toMatchObject(online);
  const after = await freshMetrics(colleague);
  expect([after.onVacation, after.online]).toEqual([before.onVacation - 1, before.online + 1]);
  socket.close();
});

test('the end of a status is stored and published once, to those who saw it', async () => {
  const { id, client, socket } = await userAway();
  const hidden = await userAway();
  const offlineUser = await addUser(forecourt);
  await choose(hidden.client, hidden.id, 'invisible', { statusUntil: inAnHour() });
  await expireStatus([id, hidden.id, offlineUser]);
  const { db, jobs } = forecourt.platform;
  for (let times = 0; times < 2; times += 1) await jobs.add(db, 'presence.expire', {});
  await waitForStatuses(listener, id, ['online', 'on-vacation', 'online']);
  await waitForStatuses(listener, hidden.id, ['online', 'on-vacation', 'offline', 'online']);
  expect(await statusEvents(listener, offlineUser)).toEqual([]);
  const rows = await db
    .selectFrom('users')
    .select(['status', 'status_message', 'status_until'])
    .where('id', 'in', [id, hidden.id, offlineUser])
    .execute();
  const expired = { status: 'online', status_message: null, status_until: null };
  expect(rows).toEqual([expired, expired, expired]);
  expect((await choose(client, id, 'away')).body.status).toBe('away');
  socket.close();
  hidden.socket.close();
});
