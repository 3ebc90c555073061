import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import type { RequestOf } from '../../../platform/contract/endpoint.ts';
import {
  getMessage,
  listPins,
  listReactors,
  pinMessage,
  reactToMessage,
} from '../contract/changes.ts';
import { listChanges, shownReactors } from '../contract.ts';
import { caughtUp, idOf, newId, post, read } from './chatCalls.ts';
import { privateChannel } from './personalCalls.ts';

let forecourt: TestForecourt;
let employee: Client;
let manager: Client;
let managerId: number;
const crowd = 10_000;
/** The number of people with accounts. */
const guests = 450;

beforeAll(async () => {
  forecourt = await startForecourt();
  employee = await forecourt.signIn('employee');
  manager = await forecourt.signIn('manager');
  managerId = await idOf(forecourt, 'manager');
  await sql`insert into users (emrn, first_name, last_name, username, email, role)
    select 'EMP' || (700000 + n), 'Guest', 'No' || n, 'guest' || n, 'guest' || n || '@example.com',
      'employee' from generate_series(1, ${guests}::int) n`.execute(forecourt.platform.db);
});
afterAll(() => forecourt.stop());

type Action = 'add' | 'remove';
const react = (client: Client, messageId: string, emoji: string, action: Action = 'add') =>
  client.call(reactToMessage, {
    params: { channelId: 'sales', messageId },
    body: { emoji, action },
  });
type ReactorQuery = RequestOf<typeof listReactors>['query'];
const reactors = (client: Client, messageId: string, query: ReactorQuery, channelId = 'sales') =>
  client.call(listReactors, { params: { channelId, messageId }, query });

/** A message with this many reactions: of people with accounts, and of made-up ids. */
async function postWithReactions(who: 'guests' | 'crowd' = 'crowd'): Promise<string> {
  const { id } = await post(employee, 'sales', { content: 'A record month' });
  const ids =
    who === 'guests'
      ? sql`select id from users where username like 'guest%'`
      : sql`select 1000000 + n as id from generate_series(1, ${crowd}::int) n`;
  await sql`update chat_messages set reactions = jsonb_build_array(jsonb_build_object(
      'emoji', '🎉'::text, 'users', (select jsonb_agg(id order by id) from (${ids}) chosen)))
    where id = ${id}`.execute(forecourt.platform.db);
  return id;
}

describe('a message with ten thousand reactions', () => {
  test('is sent with the first people and their number everywhere', async () => {
    const id = await postWithReactions();
    const { rev } = (await react(manager, id, '👀')).body;
    const params = { channelId: 'sales', messageId: id };
    await manager.call(pinMessage, { params, body: { pinned: true } });
    const one = (await manager.call(getMessage, { params })).body;
    const since = { params: { channelId: 'sales' }, query: { since: rev - 1 } };
    const copies = [
      one,
      (await read(manager, 'sales')).find((message) => message.id === id),
      (await manager.call(listChanges, since)).body.messages.find((message) => message.id === id),
      (await manager.call(listPins, { params })).body[0],
    ];
    for (const message of copies) {
      expect(message?.reactions).toEqual([
        { emoji: '🎉', users: expect.any(Array), count: crowd, mine: false },
        { emoji: '👀', users: [managerId] },
      ]);
      expect(message?.reactions[0]?.users).toHaveLength(shownReactors);
    }
    expect(JSON.stringify(one).length).toBeLessThan(2_000);
  });

  test('shows each reader whether they reacted, and publishes the same frame to everyone', async () => {
    const id = await postWithReactions();
    const socket = await employee.socket();
    const { body } = await react(manager, id, '🎉');
    expect(body.reactions[0]).toMatchObject({ count: crowd + 1, mine: true });
    expect(body.reactions[0]?.users).not.toContain(managerId);
    await caughtUp(socket);
    const frame = socket.frames.find(({ type }) => type === 'message_reaction');
    expect(frame?.data).toMatchObject({ userId: managerId, emoji: '🎉', action: 'add' });
    expect(frame?.data.reactions[0]).toEqual({
      emoji: '🎉',
      users: body.reactions[0]?.users,
      count: crowd + 1,
    });
    expect(JSON.stringify(frame).length).toBeLessThan(2_000);
    socket.close();
    const params = { channelId: 'sales', messageId: id };
    const [mine, theirs] = await Promise.all(
      [manager, employee].map(async (one) => (await one.call(getMessage, { params })).body),
    );
    expect([mine?.reactions[0]?.mine, theirs?.reactions[0]?.mine]).toEqual([true, false]);
    expect((await react(manager, id, '🎉', 'remove')).body.reactions[0]).toMatchObject({
      count: crowd,
      mine: false,
    });
  });

  test('lists all of them on request, in pages', async () => {
    const id = await postWithReactions('guests');
    await react(manager, id, '🎉');
    const seen: number[] = [];
    for (let after: number | undefined; ; after = seen.at(-1)) {
      const query = { emoji: '🎉', limit: 200, ...(after && { after }) };
      const { status, body } = await reactors(employee, id, query);
      expect(status).toBe(200);
      seen.push(...body.map(({ userId }) => userId));
      if (body.length < 200) break;
    }
    expect(seen).toHaveLength(guests + 1);
    expect(new Set(seen).size).toBe(guests + 1);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    const [first] = (await reactors(employee, id, { emoji: '🎉', limit: 1 })).body;
    expect(first).toEqual({ userId: managerId, name: 'Natalie Brandt' });
    expect((await reactors(employee, id, { emoji: '👀' })).body).toEqual([]);
  });
});

test('who reacted is returned only to readers of the message', async () => {
  const channelId = await privateChannel(manager, []);
  const { id } = await post(manager, channelId, { content: 'Ours' });
  expect((await reactors(manager, id, { emoji: '🎉' }, channelId)).status).toBe(200);
  expect((await reactors(employee, id, { emoji: '🎉' }, channelId)).status).toBe(404);
  expect((await reactors(manager, newId(), { emoji: '🎉' }, channelId)).status).toBe(404);
  for (const query of [{ emoji: 'words' }, { emoji: '🎉', limit: 0 }, { emoji: '🎉', after: -1 }]) {
    expect((await reactors(manager, id, query, channelId)).status).toBe(400);
  }
});
