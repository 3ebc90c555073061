import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import type { RequestOf } from '../../../platform/contract/endpoint.ts';
import { archiveChannel, createChannel } from '../../chat/contract/channels.ts';
import { endMembership, insertChannel } from '../../chat/test/channelRows.ts';
import { dm, idOf, newId } from '../../chat/test/chatCalls.ts';
import { privateChannel, removeMessage } from '../../chat/test/personalCalls.ts';
import { addUser } from '../../notifications/test/stage.ts';
import {
  countClosed,
  getRequestHistory,
  listClosed,
  listParties,
  type Outcome,
} from '../contract/history.ts';
import { listOwners, postRequest } from '../contract.ts';
import {
  act,
  change,
  createRequest,
  makeOverdue,
  makeRequest,
  minutes,
  postText,
  runDueRound,
} from './stage.ts';

let forecourt: TestForecourt;
let employee: Client;
let manager: Client;
let tyler: Client;
let ids: Record<'employee' | 'manager' | 'tyler', number>;

beforeAll(async () => {
  forecourt = await startForecourt();
  employee = await forecourt.signIn('employee');
  manager = await forecourt.signIn('manager');
  tyler = await forecourt.signIn('tyler.boone');
  const of = (name: string) => idOf(forecourt, name);
  ids = {
    employee: await of('employee'),
    manager: await of('manager'),
    tyler: await of('tyler.boone'),
  };
});
afterAll(() => forecourt.stop());

type Query = NonNullable<RequestOf<typeof listClosed>['query']>;
const closed = async (client: Client, query: Query) =>
  (await client.call(listClosed, { query })).body;
const idsOf = async (client: Client, query: Query) =>
  (await closed(client, query)).map(({ messageId }) => messageId);
const historyOf = (client: Client, messageId: string) =>
  client.call(getRequestHistory, { params: { messageId } });

/** Creates a request assigned to `tyler` and closes it. */
async function closeRequest(channelId: string, content: string, how: 'done' | 'cancel' = 'done') {
  const message = await postText(employee, channelId, content);
  const request = (await makeRequest(employee, message, { ownerId: ids.tyler, dueAt: minutes(60) }))
    .body;
  await act(how === 'done' ? tyler : employee, request, how);
  return request;
}

describe('a closed request', () => {
  test('of an open channel is listed for its members and those involved', async () => {
    const body = { name: `parts-${newId().slice(-8)}`, type: 'public' as const };
    const { id: channelId } = (await manager.call(createChannel, { body })).body;
    const { client: outsider } = await addUser(forecourt);
    const { id: messageId } = await closeRequest(channelId, 'Is the bumper painted?');
    expect(await idsOf(manager, {})).toContain(messageId);
    // The assignee has not joined; nor has the outsider, who can read the channel.
    expect(await idsOf(tyler, {})).toContain(messageId);
    expect(await idsOf(outsider, {})).not.toContain(messageId);
    expect(await idsOf(outsider, { channelId })).toContain(messageId);
  });

  test('is listed newest first, and by outcome', async () => {
    const channel = await privateChannel(employee, [ids.tyler]);
    const done = await closeRequest(channel, 'Where is the bumper?');
    const cancelled = await closeRequest(channel, 'Never mind', 'cancel');
    const late = await closeRequest(channel, 'Too late');
    await makeOverdue(forecourt, late, 5);
    const active = await createRequest(employee, channel, { ownerId: ids.tyler });
    const of = (outcome?: Outcome) =>
      idsOf(tyler, { channelId: channel, ...(outcome && { outcome }) });
    expect(await of()).toEqual([late.id, cancelled.id, done.id]);
    expect(await of('done')).toEqual([late.id, done.id]);
    expect(await of('cancelled')).toEqual([cancelled.id]);
    expect(await of('overdue')).toEqual([late.id]);
    const [first] = await closed(tyler, { channelId: channel, outcome: 'cancelled' });
    expect(first).toMatchObject({
      status: 'cancelled',
      closedBy: ids.employee,
      closedByName: expect.any(String),
      ownerId: ids.tyler,
      content: 'Never mind',
    });
    // A reopened request is not closed.
    await act(employee, done, 'reopen');
    expect(await of()).toEqual([late.id, cancelled.id]);
    await act(tyler, active, 'done');
    expect(await of()).toEqual([active.id, late.id, cancelled.id]);
  });

  test('is paged without gaps or duplicates, even with equal times', async () => {
    const channel = await privateChannel(employee, [ids.tyler]);
    const all: string[] = [];
    for (let n = 0; n < 5; n += 1) all.push((await closeRequest(channel, `Number ${n}`)).id);
    const at = new Date();
    const { db } = forecourt.platform;
    await db
      .updateTable('chat_requests')
      .set({ closed_at: at })
      .where('channel_id', '=', channel)
      .execute();
    const seen: string[] = [];
    let after: string | undefined;
    for (let pages = 0; pages < 4; pages += 1) {
      const page = await closed(tyler, { channelId: channel, limit: 2, ...(after && { after }) });
      seen.push(...page.map(({ messageId }) => messageId));
      after = page.at(-1)?.cursor ?? after;
    }
    expect(seen).toEqual(all.sort().reverse());
    const wrong = await tyler.call(listClosed, { query: { after: 'x' } });
    expect(wrong.status).toBe(400);
  });

  test('is found by all search terms, case-insensitive, without wildcards', async () => {
    const channel = await privateChannel(employee, [ids.tyler]);
    const one = await closeRequest(channel, 'The BLUE Tucson, 50%_off please');
    const other = await closeRequest(channel, 'The blue Escape');
    const find = (q: string) => idsOf(tyler, { channelId: channel, q });
    expect(await find('blue')).toEqual([other.id, one.id]);
    expect(await find('  tucson BLUE ')).toEqual([one.id]);
    expect(await find('50%_')).toEqual([one.id]);
    expect(await find('e%e')).toEqual([]);
    expect(await find("'; drop table users --")).toEqual([]);
    const count = async (q: string) =>
      (await tyler.call(countClosed, { query: { channelId: channel, q } })).body;
    expect(await count('blue')).toEqual({ count: 2, isMore: false });
    expect(await count('e%e')).toEqual({ count: 0, isMore: false });
  });

  test('is found by the people involved', async () => {
    const channel = await privateChannel(employee, [ids.tyler, ids.manager]);
    const assigned = await closeRequest(channel, 'For Tyler');
    const message = await createRequest(employee, channel, { ownerId: ids.manager });
    await act(manager, message, 'done');
    const of = (personId: number) => idsOf(manager, { channelId: channel, personId });
    expect(await of(ids.tyler)).toEqual([assigned.id]);
    expect(await of(ids.manager)).toEqual([message.id]);
    expect(await of(ids.employee)).toEqual([message.id, assigned.id]);
    const parties = await manager.call(listParties, { query: { channelId: channel } });
    expect(parties.body.map(({ id }) => id).sort()).toEqual(Object.values(ids).sort());
  });

  test('is visible only to readers of its conversation', async () => {
    const channel = await privateChannel(employee, [ids.tyler]);
    const done = await closeRequest(channel, 'Between us');
    expect(await idsOf(tyler, { q: 'between' })).toEqual([done.id]);
    expect(await idsOf(manager, { q: 'between' })).toEqual([]);
    for (const call of [listClosed, countClosed, listParties]) {
      expect((await manager.call(call, { query: { channelId: channel } })).status).toBe(404);
    }
    expect((await historyOf(manager, done.id)).status).toBe(404);
    await endMembership(forecourt, channel, 'tyler.boone');
    expect(await idsOf(tyler, { q: 'between' })).toEqual([]);
    expect((await historyOf(tyler, done.id)).status).toBe(404);
    expect((await historyOf(employee, done.id)).status).toBe(200);
  });

  test('of a public channel that is not joined is listed only for that channel', async () => {
    const channel = await insertChannel(forecourt, 'public', ['employee', 'tyler.boone']);
    const done = await closeRequest(channel, 'Publicly');
    expect(await idsOf(manager, {})).not.toContain(done.id);
    expect(await idsOf(manager, { channelId: channel })).toEqual([done.id]);
  });

  test('stays listed in an archived channel, and disappears with its message', async () => {
    const channel = await privateChannel(employee, [ids.tyler]);
    const [one, other] = [await closeRequest(channel, 'One'), await closeRequest(channel, 'Other')];
    await removeMessage(employee, channel, one.id);
    expect(await idsOf(tyler, { channelId: channel })).toEqual([other.id]);
    expect((await historyOf(tyler, one.id)).status).toBe(404);
    const params = { channelId: channel };
    await employee.call(archiveChannel, { params, body: { archived: true } });
    expect(await idsOf(tyler, { channelId: channel })).toEqual([other.id]);
    expect((await historyOf(tyler, other.id)).body).toMatchObject({ open: false });
  });
});

describe('the history of a request', () => {
  test('lists who did what when, with the state after each event', async () => {
    const channel = await privateChannel(employee, [ids.tyler, ids.manager]);
    const message = await createRequest(employee, channel, { dueAt: minutes(60) });
    await act(tyler, message, 'claim');
    const dueAt = minutes(90);
    await change(employee, message, { dueAt });
    await change(tyler, message, { ownerId: ids.manager });
    await makeOverdue(forecourt, message, 1);
    await runDueRound(forecourt);
    await act(manager, message, 'done');
    await act(employee, message, 'reopen');
    const { body } = await historyOf(employee, message.id);
    expect(body).toMatchObject({
      messageId: message.id,
      channelId: channel,
      status: 'claimed',
      ownerId: ids.manager,
      open: true,
      canModerate: false,
    });
    expect((await historyOf(manager, message.id)).body.canModerate).toBe(true);
    expect(body.events.map((one) => [one.act, one.actorId, one.ownerId])).toEqual([
      ['asked', ids.employee, null],
      ['claimed', ids.tyler, ids.tyler],
      ['changed', ids.employee, ids.tyler],
      ['given', ids.tyler, ids.manager],
      ['overdue', null, ids.manager],
      ['done', ids.manager, ids.manager],
      ['reopened', ids.employee, ids.manager],
    ]);
    expect(body.events[2]).toMatchObject({ dueAt, kind: 'part_eta' });
    const times = body.events.map(({ at }) => at);
    expect(times).toEqual([...times].sort());
    expect(body.events[0]?.actorName).toBe(body.askedByName);
  });

  test('is 404 if there is no request', async () => {
    const message = await postText(employee, 'sales', 'Just a message');
    expect((await historyOf(employee, message.id)).status).toBe(404);
    expect((await historyOf(employee, newId())).status).toBe(404);
    const wrong = await employee.raw('GET', '/api/requests/story/nonsense');
    expect(wrong.status).toBe(400);
  });
});

describe('a new direct conversation', () => {
  test('can start with a request assigned to the other person', async () => {
    const [one, other, stranger] = [
      await addUser(forecourt),
      await addUser(forecourt),
      await addUser(forecourt),
    ];
    const channelId = dm(one.id, other.id);
    const params = { channelId };
    const owners = await one.client.call(listOwners, { params });
    expect(owners.body.map(({ id }) => id).sort()).toEqual([one.id, other.id].sort());
    expect((await stranger.client.call(listOwners, { params })).status).toBe(404);
    const body = {
      clientMsgId: newId(),
      content: 'Bring the keys, please',
      kind: 'other' as const,
      ownerId: other.id,
    };
    const refused = { ...body, clientMsgId: newId(), ownerId: stranger.id };
    expect((await one.client.call(postRequest, { params, body: refused })).status).toBe(400);
    const posted = await one.client.call(postRequest, { params, body });
    expect(posted.status).toBe(201);
    expect((await stranger.client.call(postRequest, { params, body })).status).toBe(404);
    await act(other.client, posted.body, 'done');
    expect(await idsOf(one.client, { personId: one.id })).toEqual([posted.body.id]);
    expect(await idsOf(stranger.client, { personId: one.id })).toEqual([]);
    // Once one of the two is deactivated, the other remains.
    await forecourt.platform.db
      .updateTable('users')
      .set({ is_active: false })
      .where('id', '=', other.id)
      .execute();
    const left = await one.client.call(listOwners, { params });
    expect(left.body.map(({ id }) => id)).toEqual([one.id]);
  });
});
