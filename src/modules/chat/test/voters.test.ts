import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import type { RequestOf } from '../../../platform/contract/endpoint.ts';
import { closePoll, createPoll, getMessage, listVoters, votePoll } from '../contract/changes.ts';
import { shownVoters } from '../contract/messages/poll.ts';
import { filterMessages, listStarred, starMessage } from '../contract/personal.ts';
import { type ChatMessage, listChanges } from '../contract.ts';
import { caughtUp, idOf, newId, post, read } from './chatCalls.ts';
import { privateChannel } from './personalCalls.ts';

let forecourt: TestForecourt;
let employee: Client;
let manager: Client;
let managerId: number;
const crowd = 10_000;
/** The number of people with accounts. */
const guests = 120;

beforeAll(async () => {
  forecourt = await startForecourt();
  employee = await forecourt.signIn('employee');
  manager = await forecourt.signIn('manager');
  managerId = await idOf(forecourt, 'manager');
  await sql`insert into users (emrn, first_name, last_name, username, email, role)
    select 'EMP' || (800000 + n), 'Guest', 'No' || n, 'voter' || n, 'voter' || n || '@example.com',
      'employee' from generate_series(1, ${guests}::int) n`.execute(forecourt.platform.db);
});
afterAll(() => forecourt.stop());

const newPoll = async (client: Client, channelId = 'sales', multiple = true) => {
  const body = { clientMsgId: newId(), question: 'Which day?', options: ['Mon', 'Tue'], multiple };
  return (await client.call(createPoll, { params: { channelId }, body })).body.id;
};

/**
 * A poll with this many votes for its first option: of people with accounts, and of made-up ids.
 */
async function postPollWithVotes(who: 'guests' | 'crowd' = 'crowd'): Promise<string> {
  const id = await newPoll(employee);
  const ids =
    who === 'guests'
      ? sql`select id from users where username like 'voter%'`
      : sql`select 1000000 + n as id from generate_series(1, ${crowd}::int) n`;
  await sql`update chat_messages set metadata = jsonb_set(metadata, '{poll,options,0,voters}',
      (select jsonb_agg(id order by id) from (${ids}) chosen))
    where id = ${id}`.execute(forecourt.platform.db);
  return id;
}

const at = (messageId: string, channelId = 'sales') => ({ channelId, messageId });
const vote = (client: Client, id: string, options: number[]) =>
  client.call(votePoll, { params: at(id), body: { options } });
type VoterQuery = RequestOf<typeof listVoters>['query'];
const voters = (client: Client, id: string, query: VoterQuery, channelId = 'sales') =>
  client.call(listVoters, { params: at(id, channelId), query });
const pollOf = (message: ChatMessage | undefined) => message?.metadata?.poll;

describe('a poll ten thousand people voted in', () => {
  test('is sent with the first people and their number everywhere', async () => {
    const id = await postPollWithVotes();
    const { rev } = (await vote(manager, id, [2])).body;
    const since = { params: { channelId: 'sales' }, query: { since: rev - 1 } };
    const copies = [
      (await manager.call(getMessage, { params: at(id) })).body,
      (await read(manager, 'sales')).find((message) => message.id === id),
      (await manager.call(listChanges, since)).body.messages.find((message) => message.id === id),
    ];
    for (const message of copies) {
      expect(pollOf(message)).toEqual({
        options: [
          { id: 1, text: 'Mon', voters: expect.any(Array), count: crowd, mine: false },
          { id: 2, text: 'Tue', voters: [managerId] },
        ],
        multiple: true,
        closedAt: null,
        voterCount: crowd + 1,
      });
      expect(pollOf(message)?.options[0]?.voters).toHaveLength(shownVoters);
      expect(JSON.stringify(message).length).toBeLessThan(2_000);
    }
  });

  test('shows each reader whether they voted, and publishes the same frame to everyone', async () => {
    const id = await postPollWithVotes();
    const socket = await employee.socket();
    const { body } = await vote(manager, id, [1, 2]);
    expect(pollOf(body)?.options[0]).toMatchObject({ count: crowd + 1, mine: true });
    expect(pollOf(body)?.voterCount).toBe(crowd + 1);
    await caughtUp(socket);
    const frame = socket.frames.find(({ type }) => type === 'message_changed');
    expect(frame?.data.vote).toEqual({ userId: managerId, options: [1, 2] });
    expect(frame?.data.metadata.poll.options[0]).not.toHaveProperty('mine');
    expect(JSON.stringify(frame).length).toBeLessThan(2_000);
    socket.close();
    const theirs = (await employee.call(getMessage, { params: at(id) })).body;
    expect(pollOf(theirs)?.options[0]?.mine).toBe(false);
    const starred = await manager.call(starMessage, {
      params: at(id),
      body: { starred: true },
    });
    expect(pollOf(starred.body)?.options[0]?.mine).toBe(true);
    const stars = (await manager.call(listStarred, { query: {} })).body;
    expect(pollOf(stars.find((one) => one.id === id))?.options[0]?.mine).toBe(true);
    const polls = { params: { channelId: 'sales' }, query: { messageType: 'poll' as const } };
    for (const [client, mine] of [[manager, true] as const, [employee, false] as const]) {
      const filtered = (await client.call(filterMessages, polls)).body;
      expect(pollOf(filtered.find((one) => one.id === id))?.options[0]?.mine).toBe(mine);
    }
    const withoutVotes = pollOf((await vote(manager, id, [])).body);
    expect(withoutVotes?.options[0]).toMatchObject({ count: crowd, mine: false });
  });

  test('keeps every vote when it is closed, and when it is voted on', async () => {
    const id = await postPollWithVotes('guests');
    await vote(manager, id, [1]);
    await employee.call(closePoll, { params: at(id) });
    const { rows } = await sql<{ n: number }>`
      select jsonb_array_length(metadata #> '{poll,options,0,voters}') as n
      from chat_messages where id = ${id}`.execute(forecourt.platform.db);
    expect(rows[0]?.n).toBe(guests + 1);
  });

  test('lists all of them on request, in pages', async () => {
    const id = await postPollWithVotes('guests');
    await vote(manager, id, [1]);
    const seen: number[] = [];
    for (let after: number | undefined; ; after = seen.at(-1)) {
      const query = { option: 1, limit: 50, ...(after && { after }) };
      const { status, body } = await voters(employee, id, query);
      expect(status).toBe(200);
      seen.push(...body.map(({ userId }) => userId));
      if (body.length < 50) break;
    }
    expect(new Set(seen).size).toBe(guests + 1);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    const [first] = (await voters(employee, id, { option: 1, limit: 1 })).body;
    expect(first).toEqual({ userId: managerId, name: 'Natalie Brandt' });
    expect((await voters(employee, id, { option: 2 })).body).toEqual([]);
  });
});

test('who voted is returned only to readers of the poll', async () => {
  const channelId = await privateChannel(manager, []);
  const id = await newPoll(manager, channelId);
  expect((await voters(manager, id, { option: 1 }, channelId)).status).toBe(200);
  expect((await voters(employee, id, { option: 1 }, channelId)).status).toBe(404);
  expect((await voters(manager, newId(), { option: 1 }, channelId)).status).toBe(404);
  const plain = await post(manager, channelId, { content: 'No poll' });
  expect((await voters(manager, plain.id, { option: 1 }, channelId)).status).toBe(409);
  for (const query of [{ option: 0 }, { option: 1, limit: 0 }, { option: 1, after: -1 }]) {
    expect((await voters(manager, id, query, channelId)).status).toBe(400);
  }
});
