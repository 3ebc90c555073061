import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import type { TestSocket } from '../../../../test/support/socket.ts';
import { admit, choose, freshMetrics, heard, hears, hire, rowOf } from './stage.ts';

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
const back = { status: 'online', statusMessage: null, statusUntil: null };

async function runOut(ids: number[]): Promise<void> {
  const { db } = forecourt.platform;
  const status_until = new Date(Date.now() - 1_000);
  await db.updateTable('users').set({ status_until }).where('id', 'in', ids).execute();
}

async function somebodyAway() {
  const id = await hire(forecourt);
  const client = await admit(forecourt, id);
  const socket = await client.socket();
  await hears(listener, id, ['online']);
  await choose(client, id, 'on-vacation', { statusMessage: 'Fishing', statusUntil: inAnHour() });
  return { id, client, socket };
}

test('a status that has run out reads as online at once, everywhere', async () => {
  const { id, client, socket } = await somebodyAway();
  const before = await freshMetrics(colleague);
  await runOut([id]);
  expect(await rowOf(colleague, id)).toMatchObject(back);
  expect((await client.raw('GET', '/api/user')).body).toMatchObject(back);
  const after = await freshMetrics(colleague);
  expect([after.onVacation, after.online]).toEqual([before.onVacation - 1, before.online + 1]);
  socket.close();
});

test('its end is told once, to those who saw it, and written down', async () => {
  const { id, client, socket } = await somebodyAway();
  const hidden = await somebodyAway();
  const gone = await hire(forecourt);
  await choose(hidden.client, hidden.id, 'invisible', { statusUntil: inAnHour() });
  await runOut([id, hidden.id, gone]);
  const { db, jobs } = forecourt.platform;
  for (let times = 0; times < 2; times += 1) await jobs.add(db, 'presence.expire', {});
  await hears(listener, id, ['online', 'on-vacation', 'online']);
  await hears(listener, hidden.id, ['online', 'on-vacation', 'offline', 'online']);
  expect(await heard(listener, gone)).toEqual([]);
  const rows = await db
    .selectFrom('users')
    .select(['status', 'status_message', 'status_until'])
    .where('id', 'in', [id, hidden.id, gone])
    .execute();
  const online = { status: 'online', status_message: null, status_until: null };
  expect(rows).toEqual([online, online, online]);
  expect((await choose(client, id, 'away')).body.status).toBe('away');
  socket.close();
  hidden.socket.close();
});
