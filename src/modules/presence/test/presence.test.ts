import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import type { TestSocket } from '../../../../test/support/socket.ts';
import { announceActive, announceDeleted, deleteUser } from '../../people/server/public.ts';
import {
  addUser,
  age,
  choose,
  disconnect,
  shownStatus,
  signInUser,
  statusEvents,
  waitForRound,
  waitForStatuses,
} from './stage.ts';

let forecourt: TestForecourt;
let colleague: Client;
let listener: TestSocket;
let client: Client;
let id: number;

beforeAll(async () => {
  forecourt = await startForecourt();
  colleague = await forecourt.signIn('employee');
  listener = await colleague.socket();
});
afterAll(async () => {
  listener.close();
  await forecourt.stop();
});
beforeEach(async () => {
  id = await addUser(forecourt);
  client = await signInUser(forecourt, id);
});

const countJoins = () => statusEvents(listener, id, 'user_joined');

describe('a user without a connection', () => {
  test('is offline whatever status they choose, and choosing one publishes nothing', async () => {
    expect(await shownStatus(colleague, id)).toBe('offline');
    expect((await choose(client, id, 'away')).body.status).toBe('away');
    expect(await shownStatus(colleague, id)).toBe('offline');
    expect(await statusEvents(listener, id)).toEqual([]);
  });

  test('stays offline with an unauthenticated socket or one that only listens for rights', async () => {
    const anonymous = await client.socket({ auth: false });
    const rights = await client.socket({ path: '/' });
    expect(await shownStatus(colleague, id)).toBe('offline');
    expect(await countJoins()).toEqual([]);
    anonymous.close();
    rights.close();
  });
});

describe('a user who connects', () => {
  test('shows the chosen status after `ready`, published once', async () => {
    await choose(client, id, 'away');
    const socket = await client.socket();
    expect(await shownStatus(colleague, id)).toBe('away');
    await waitForStatuses(listener, id, ['away'], 'user_joined');
    expect(await statusEvents(listener, id)).toEqual(['away']);
    socket.close();
  });

  test('joins once with any number of sockets', async () => {
    const sockets = await Promise.all([client.socket(), client.socket(), client.socket()]);
    await waitForStatuses(listener, id, ['online'], 'user_joined');
    const another = await client.socket();
    await waitForRound(forecourt, listener);
    expect(await countJoins()).toEqual(['online']);
    for (const socket of [...sockets, another]) socket.close();
  });
});

describe('a user who disconnects', () => {
  test('stays online while another of their sockets is open', async () => {
    const [one, other] = [await client.socket(), await client.socket()];
    one.close();
    await one.closed;
    await waitForRound(forecourt, listener);
    expect(await shownStatus(colleague, id)).toBe('online');
    expect(await statusEvents(listener, id)).toEqual(['online']);
    other.close();
  });

  test('stays online during the grace period: a reload publishes nothing', async () => {
    const socket = await client.socket();
    await waitForStatuses(listener, id, ['online']);
    await disconnect(forecourt, id, socket);
    await age(forecourt, [id], 40);
    await waitForRound(forecourt, listener);
    expect(await shownStatus(colleague, id)).toBe('online');
    const again = await client.socket();
    await waitForRound(forecourt, listener);
    expect(await statusEvents(listener, id)).toEqual(['online']);
    expect(await countJoins()).toEqual(['online']);
    again.close();
  });

  test('goes offline after the grace period, published once, and joins again', async () => {
    const socket = await client.socket();
    await waitForStatuses(listener, id, ['online']);
    await disconnect(forecourt, id, socket);
    await age(forecourt, [id]);
    expect(await shownStatus(colleague, id)).toBe('offline');
    await waitForStatuses(listener, id, ['online', 'offline']);
    await waitForRound(forecourt, listener);
    expect(await statusEvents(listener, id)).toEqual(['online', 'offline']);
    const again = await client.socket();
    await waitForStatuses(listener, id, ['online', 'offline', 'online']);
    expect(await countJoins()).toEqual(['online', 'online']);
    again.close();
  });

  test('joins again even if they come back before the change was published', async () => {
    const socket = await client.socket();
    await waitForStatuses(listener, id, ['online']);
    await disconnect(forecourt, id, socket);
    await age(forecourt, [id]);
    const again = await client.socket();
    await expect.poll(countJoins).toEqual(['online', 'online']);
    expect(await shownStatus(colleague, id)).toBe('online');
    again.close();
  });
});

describe('a removed account', () => {
  test('goes offline immediately when disabled, published once', async () => {
    const socket = await client.socket();
    await waitForStatuses(listener, id, ['online']);
    const { platform } = forecourt;
    await platform.db.updateTable('users').set({ is_active: false }).where('id', '=', id).execute();
    expect(await shownStatus(colleague, id)).toBe('offline');
    announceActive(platform, id, false);
    await waitForStatuses(listener, id, ['online', 'offline']);
    socket.close();
    await socket.closed;
    await waitForRound(forecourt, listener);
    expect(await statusEvents(listener, id)).toEqual(['online', 'offline']);
  });

  test('is no longer listed when deleted', async () => {
    const socket = await client.socket();
    await waitForStatuses(listener, id, ['online']);
    const row = await forecourt.platform.db.transaction().execute((tx) => deleteUser(tx, id));
    announceDeleted(forecourt.platform, row);
    expect((await listener.next('user_deleted')).userId).toBe(id);
    await waitForRound(forecourt, listener);
    expect(await statusEvents(listener, id)).toEqual(['online']);
    expect(await shownStatus(colleague, id)).toBeUndefined();
    socket.close();
  });
});

test('a bot is never online', async () => {
  const bot = await addUser(forecourt, { protection: 'system_bot' });
  await forecourt.platform.db.insertInto('presence_sightings').values({ user_id: bot }).execute();
  expect(await shownStatus(colleague, bot)).toBe('offline');
});
