import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import type { TestSocket } from '../../../../test/support/socket.ts';
import { announceActive, announceDeleted, deleteUser } from '../../people/server/public.ts';
import { admit, age, choose, heard, hears, hire, leave, oneRound, shownIn } from './stage.ts';

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
  id = await hire(forecourt);
  client = await admit(forecourt, id);
});

const joins = () => heard(listener, id, 'user_joined');

describe('somebody without a connection', () => {
  test('is offline, whatever they chose, and a choice of theirs is no news', async () => {
    expect(await shownIn(colleague, id)).toBe('offline');
    expect((await choose(client, id, 'away')).body.status).toBe('away');
    expect(await shownIn(colleague, id)).toBe('offline');
    expect(await heard(listener, id)).toEqual([]);
  });

  test('stays offline with a socket that never says who it is, or only listens for rights', async () => {
    const mute = await client.socket({ auth: false });
    const rights = await client.socket({ path: '/' });
    expect(await shownIn(colleague, id)).toBe('offline');
    expect(await joins()).toEqual([]);
    mute.close();
    rights.close();
  });
});

describe('somebody who connects', () => {
  test('is there as chosen once `ready` is said, and it is told once', async () => {
    await choose(client, id, 'away');
    const socket = await client.socket();
    expect(await shownIn(colleague, id)).toBe('away');
    await hears(listener, id, ['away'], 'user_joined');
    expect(await heard(listener, id)).toEqual(['away']);
    socket.close();
  });

  test('joins once with any number of sockets', async () => {
    const sockets = await Promise.all([client.socket(), client.socket(), client.socket()]);
    await hears(listener, id, ['online'], 'user_joined');
    const another = await client.socket();
    await oneRound(forecourt, listener);
    expect(await joins()).toEqual(['online']);
    for (const socket of [...sockets, another]) socket.close();
  });
});

describe('somebody who leaves', () => {
  test('stays while another socket of theirs is open', async () => {
    const [one, other] = [await client.socket(), await client.socket()];
    one.close();
    await one.closed;
    await oneRound(forecourt, listener);
    expect(await shownIn(colleague, id)).toBe('online');
    expect(await heard(listener, id)).toEqual(['online']);
    other.close();
  });

  test('has not gone while the grace lasts: a reload shows nothing to anybody', async () => {
    const socket = await client.socket();
    await hears(listener, id, ['online']);
    await leave(forecourt, id, socket);
    await age(forecourt, [id], 40);
    await oneRound(forecourt, listener);
    expect(await shownIn(colleague, id)).toBe('online');
    const again = await client.socket();
    await oneRound(forecourt, listener);
    expect(await heard(listener, id)).toEqual(['online']);
    expect(await joins()).toEqual(['online']);
    again.close();
  });

  test('is offline once the grace is over, told once, and joins anew', async () => {
    const socket = await client.socket();
    await hears(listener, id, ['online']);
    await leave(forecourt, id, socket);
    await age(forecourt, [id]);
    expect(await shownIn(colleague, id)).toBe('offline');
    await hears(listener, id, ['online', 'offline']);
    await oneRound(forecourt, listener);
    expect(await heard(listener, id)).toEqual(['online', 'offline']);
    const again = await client.socket();
    await hears(listener, id, ['online', 'offline', 'online']);
    expect(await joins()).toEqual(['online', 'online']);
    again.close();
  });

  test('and comes back before anybody was told has joined all the same', async () => {
    const socket = await client.socket();
    await hears(listener, id, ['online']);
    await leave(forecourt, id, socket);
    await age(forecourt, [id]);
    const again = await client.socket();
    await expect.poll(joins).toEqual(['online', 'online']);
    expect(await shownIn(colleague, id)).toBe('online');
    again.close();
  });
});

describe('an account that is taken away', () => {
  test('is offline at once when disabled, and it is told once', async () => {
    const socket = await client.socket();
    await hears(listener, id, ['online']);
    const { platform } = forecourt;
    await platform.db.updateTable('users').set({ is_active: false }).where('id', '=', id).execute();
    expect(await shownIn(colleague, id)).toBe('offline');
    announceActive(platform, id, false);
    await hears(listener, id, ['online', 'offline']);
    socket.close();
    await socket.closed;
    await oneRound(forecourt, listener);
    expect(await heard(listener, id)).toEqual(['online', 'offline']);
  });

  test('is nobody any more when deleted', async () => {
    const socket = await client.socket();
    await hears(listener, id, ['online']);
    const row = await forecourt.platform.db.transaction().execute((tx) => deleteUser(tx, id));
    announceDeleted(forecourt.platform, row);
    expect((await listener.next('user_deleted')).userId).toBe(id);
    await oneRound(forecourt, listener);
    expect(await heard(listener, id)).toEqual(['online']);
    expect(await shownIn(colleague, id)).toBeUndefined();
    socket.close();
  });
});

test('a bot is never there', async () => {
  const bot = await hire(forecourt, { protection: 'system_bot' });
  await forecourt.platform.db.insertInto('presence_sightings').values({ user_id: bot }).execute();
  expect(await shownIn(colleague, bot)).toBe('offline');
});
