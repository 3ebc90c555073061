import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import type { RequestOf } from '../../../platform/contract/endpoint.ts';
import { archiveChannel } from '../../chat/contract/channels.ts';
import { privateChannel, takeBack } from '../../chat/test/mine.ts';
import { endMembership, openRoom } from '../../chat/test/rooms.ts';
import { dm, idOf, newId } from '../../chat/test/talk.ts';
import { hire } from '../../notifications/test/stage.ts';
import { getRequestHistory, listClosed, listParties, type Outcome } from '../contract/history.ts';
import { listOwners, postRequest } from '../contract.ts';
import { act, ask, change, letPass, make, minutes, round, say } from './stage.ts';

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
const story = (client: Client, messageId: string) =>
  client.call(getRequestHistory, { params: { messageId } });

/** A request that is closed: by `tyler`, who was given it. */
async function over(channelId: string, content: string, how: 'done' | 'cancel' = 'done') {
  const message = await say(employee, channelId, content);
  const asked = (await make(employee, message, { ownerId: ids.tyler, dueAt: minutes(60) })).body;
  await act(how === 'done' ? tyler : employee, asked, how);
  return asked;
}

describe('what was done or cancelled', () => {
  test('is listed, the latest first, and by what became of it', async () => {
    const room = await privateChannel(employee, [ids.tyler]);
    const done = await over(room, 'Where is the bumper?');
    const cancelled = await over(room, 'Never mind', 'cancel');
    const late = await over(room, 'Too late');
    await letPass(forecourt, late, 5);
    const active = await ask(employee, room, { ownerId: ids.tyler });
    const of = (outcome?: Outcome) =>
      idsOf(tyler, { channelId: room, ...(outcome && { outcome }) });
    expect(await of()).toEqual([late.id, cancelled.id, done.id]);
    expect(await of('done')).toEqual([late.id, done.id]);
    expect(await of('cancelled')).toEqual([cancelled.id]);
    expect(await of('overdue')).toEqual([late.id]);
    const [first] = await closed(tyler, { channelId: room, outcome: 'cancelled' });
    expect(first).toMatchObject({
      status: 'cancelled',
      closedBy: ids.employee,
      closedByName: expect.any(String),
      ownerId: ids.tyler,
      content: 'Never mind',
    });
    // Opened again it is no longer closed.
    await act(employee, done, 'reopen');
    expect(await of()).toEqual([late.id, cancelled.id]);
    await act(tyler, active, 'done');
    expect(await of()).toEqual([active.id, late.id, cancelled.id]);
  });

  test('comes page by page, without one missing or twice, also of one moment', async () => {
    const room = await privateChannel(employee, [ids.tyler]);
    const all: string[] = [];
    for (let n = 0; n < 5; n += 1) all.push((await over(room, `Number ${n}`)).id);
    const at = new Date();
    const { db } = forecourt.platform;
    await db
      .updateTable('chat_requests')
      .set({ closed_at: at })
      .where('channel_id', '=', room)
      .execute();
    const seen: string[] = [];
    let after: string | undefined;
    for (let pages = 0; pages < 4; pages += 1) {
      const page = await closed(tyler, { channelId: room, limit: 2, ...(after && { after }) });
      seen.push(...page.map(({ messageId }) => messageId));
      after = page.at(-1)?.cursor ?? after;
    }
    expect(seen).toEqual(all.sort().reverse());
    const wrong = await tyler.call(listClosed, { query: { after: 'x' } });
    expect(wrong.status).toBe(400);
  });

  test('is found by its words, all of them, in whatever case, and by nothing that means more', async () => {
    const room = await privateChannel(employee, [ids.tyler]);
    const one = await over(room, 'The BLUE Tucson, 50%_off please');
    const other = await over(room, 'The blue Escape');
    const find = (q: string) => idsOf(tyler, { channelId: room, q });
    expect(await find('blue')).toEqual([other.id, one.id]);
    expect(await find('  tucson BLUE ')).toEqual([one.id]);
    expect(await find('50%_')).toEqual([one.id]);
    expect(await find('e%e')).toEqual([]);
    expect(await find("'; drop table users --")).toEqual([]);
  });

  test('is found by whom it concerns', async () => {
    const room = await privateChannel(employee, [ids.tyler, ids.manager]);
    const given = await over(room, 'For Tyler');
    const message = await ask(employee, room, { ownerId: ids.manager });
    await act(manager, message, 'done');
    const of = (personId: number) => idsOf(manager, { channelId: room, personId });
    expect(await of(ids.tyler)).toEqual([given.id]);
    expect(await of(ids.manager)).toEqual([message.id]);
    expect(await of(ids.employee)).toEqual([message.id, given.id]);
    const parties = await manager.call(listParties, { query: { channelId: room } });
    expect(parties.body.map(({ id }) => id).sort()).toEqual(Object.values(ids).sort());
  });

  test('is for those who read its conversation', async () => {
    const room = await privateChannel(employee, [ids.tyler]);
    const done = await over(room, 'Between us');
    expect(await idsOf(tyler, { q: 'between' })).toEqual([done.id]);
    expect(await idsOf(manager, { q: 'between' })).toEqual([]);
    for (const call of [listClosed, listParties]) {
      expect((await manager.call(call, { query: { channelId: room } })).status).toBe(404);
    }
    expect((await story(manager, done.id)).status).toBe(404);
    await endMembership(forecourt, room, 'tyler.boone');
    expect(await idsOf(tyler, { q: 'between' })).toEqual([]);
    expect((await story(tyler, done.id)).status).toBe(404);
    expect((await story(employee, done.id)).status).toBe(200);
  });

  test('of a public channel one has not joined stands where one looks for it', async () => {
    const room = await openRoom(forecourt, 'public', ['employee', 'tyler.boone']);
    const done = await over(room, 'Publicly');
    expect(await idsOf(manager, {})).not.toContain(done.id);
    expect(await idsOf(manager, { channelId: room })).toEqual([done.id]);
  });

  test('stays listed where the channel was archived, and goes with its message', async () => {
    const room = await privateChannel(employee, [ids.tyler]);
    const [one, other] = [await over(room, 'One'), await over(room, 'Other')];
    await takeBack(employee, room, one.id);
    expect(await idsOf(tyler, { channelId: room })).toEqual([other.id]);
    expect((await story(tyler, one.id)).status).toBe(404);
    const params = { channelId: room };
    await employee.call(archiveChannel, { params, body: { archived: true } });
    expect(await idsOf(tyler, { channelId: room })).toEqual([other.id]);
    expect((await story(tyler, other.id)).body).toMatchObject({ open: false });
  });
});

describe('the story of a request', () => {
  test('tells who did what when, and how it stood from then on', async () => {
    const room = await privateChannel(employee, [ids.tyler, ids.manager]);
    const message = await ask(employee, room, { dueAt: minutes(60) });
    await act(tyler, message, 'claim');
    const dueAt = minutes(90);
    await change(employee, message, { dueAt });
    await change(tyler, message, { ownerId: ids.manager });
    await letPass(forecourt, message, 1);
    await round(forecourt);
    await act(manager, message, 'done');
    await act(employee, message, 'reopen');
    const { body } = await story(employee, message.id);
    expect(body).toMatchObject({
      messageId: message.id,
      channelId: room,
      status: 'claimed',
      ownerId: ids.manager,
      open: true,
      canModerate: false,
    });
    expect((await story(manager, message.id)).body.canModerate).toBe(true);
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

  test('is nobody’s where there is no request', async () => {
    const message = await say(employee, 'sales', 'Just words');
    expect((await story(employee, message.id)).status).toBe(404);
    expect((await story(employee, newId())).status).toBe(404);
    const wrong = await employee.raw('GET', '/api/requests/story/nonsense');
    expect(wrong.status).toBe(400);
  });
});

describe('a direct conversation not yet begun', () => {
  test('can begin with a request, given to the other person', async () => {
    const [one, other, stranger] = [
      await hire(forecourt),
      await hire(forecourt),
      await hire(forecourt),
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
    // Of two, one of whom has left, one remains.
    await forecourt.platform.db
      .updateTable('users')
      .set({ is_active: false })
      .where('id', '=', other.id)
      .execute();
    const left = await one.client.call(listOwners, { params });
    expect(left.body.map(({ id }) => id)).toEqual([one.id]);
  });
});
