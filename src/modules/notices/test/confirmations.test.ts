import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { openCarChannel, seesCars } from '../../chat/test/carChannel.ts';
import { endMembership, insertChannel } from '../../chat/test/channelRows.ts';
import { idOf, postText, read } from '../../chat/test/chatCalls.ts';
import { followChannel } from '../../chat/test/expectSync.ts';
import { addUser } from '../../notifications/test/stage.ts';
import { accord, carSource, fillCars } from '../../records/test/cars.ts';
import { countAudience, listNoticePeople } from '../contract.ts';
import {
  confirm,
  currentNotice,
  listOpenNotices,
  listOwnNotices,
  newId,
  partOf,
  post,
  sampleNotice,
  stateOf,
  tryPost,
} from './stage.ts';

let forecourt: TestForecourt;
let manager: Client;
let employee: Client;
let gm: Client;

beforeAll(async () => {
  forecourt = await startForecourt({ records: carSource });
  fillCars();
  [manager, employee, gm] = [
    await forecourt.signIn('manager'),
    await forecourt.signIn('employee'),
    await forecourt.signIn('gm'),
  ];
});
afterAll(() => forecourt.stop());

const people = (client: Client, id: string) => client.call(listNoticePeople, { params: { id } });

describe('a notice', () => {
  test('is posted once, asks the current members, and shows who has not confirmed', async () => {
    const channelId = await insertChannel(forecourt, 'private', ['manager', 'employee', 'gm']);
    const reader = await followChannel(employee, channelId);
    const clientMsgId = newId();
    const { status, body } = await tryPost(manager, channelId, {}, clientMsgId);
    expect([status, body]).toMatchObject([201, { messageType: 'card' }]);
    expect(body.content).toContain('Stop-sale: Stop selling the 2026 Ranger');
    expect(partOf(body)).toMatchObject({ ...sampleNotice, total: 2, confirmed: 0, closedAt: null });
    expect((await tryPost(manager, channelId, {}, clientMsgId)).body).toEqual(body);
    const { noticeId } = partOf(body);
    expect(await listOpenNotices(employee)).toMatchObject([
      { noticeId, channelId, messageId: body.id },
    ]);

    const { body: state } = await confirm(employee, noticeId);
    expect(state).toMatchObject({ required: true, confirmedAt: expect.any(String) });
    expect(await listOpenNotices(employee)).toEqual([]);
    expect((await listOwnNotices(employee))[0]).toMatchObject({ confirmedAt: state.confirmedAt });
    await eventually(async () => (await currentNotice(gm, channelId, noticeId))?.confirmed === 1);
    await reader.expectSync();
    const { body: list } = await people(manager, noticeId);
    expect(list).toMatchObject([
      { userId: await idOf(forecourt, 'gm'), confirmedAt: null, standing: 'here' },
      { userId: await idOf(forecourt, 'employee'), confirmedAt: state.confirmedAt },
    ]);
    reader.close();
  });

  test('is confirmed once, no matter how often it is sent', async () => {
    const { noticeId } = await post(manager, 'sales');
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => confirm(employee, noticeId)),
    );
    expect(new Set(responses.map(({ body }) => body.confirmedAt)).size).toBe(1);
    await eventually(
      async () => ((await currentNotice(manager, 'sales', noticeId))?.confirmed ?? 0) > 0,
    );
    const { body } = await people(manager, noticeId);
    expect(body.filter(({ confirmedAt }) => confirmedAt !== null)).toHaveLength(1);
    expect((await currentNotice(manager, 'sales', noticeId))?.confirmed).toBe(1);
  });

  test('in a record’s conversation asks only those who follow it', async () => {
    const author = await addUser(forecourt, { ...seesCars, role: 'manager' });
    const follower = await addUser(forecourt, seesCars);
    const reader = await addUser(forecourt, seesCars);
    const id = await openCarChannel(follower.client);
    expect((await postText(follower.client, id, 'The keys are on the board')).status).toBe(201);
    const { noticeId, total } = await post(author.client, id);
    expect(total).toBe(1);
    expect(await listOpenNotices(follower.client)).toMatchObject([{ noticeId }]);
    expect(await read(reader.client, id)).toHaveLength(2);
    expect(await listOwnNotices(reader.client)).toEqual([]);
    expect((await confirm(reader.client, noticeId)).status).toBe(403);
  });

  test('asks the chosen audience and counts it', async () => {
    const audience = { departments: ['sales'], stores: ['ford'], roles: ['employee'] } as const;
    const { body } = await manager.call(countAudience, {
      params: { channelId: 'sales' },
      body: { audience: { ...audience } as never },
    });
    const { total, noticeId } = await post(manager, 'sales', { audience });
    expect([body.count, body.count > 0]).toEqual([total, true]);
    const { body: recipients } = await people(manager, noticeId);
    expect(new Set(recipients.map(({ department }) => department))).toEqual(new Set(['sales']));
    for (const { stores } of recipients)
      expect(stores.some((one) => /ford|all/.test(one))).toBe(true);
  });

  test('does not ask people who join later', async () => {
    const channelId = await insertChannel(forecourt, 'private', ['manager', 'employee']);
    const { noticeId, total } = await post(manager, channelId);
    const user_id = await idOf(forecourt, 'gm');
    const { db } = forecourt.platform;
    await db.insertInto('chat_members').values({ channel_id: channelId, user_id }).execute();
    expect(total).toBe(1);
    expect((await stateOf(gm, noticeId)).body.required).toBe(false);
    expect((await confirm(gm, noticeId)).status).toBe(403);
  });
});

describe('a notice is refused', () => {
  test('from an employee, and in a channel the author cannot read', async () => {
    expect((await tryPost(employee, 'sales')).status).toBe(403);
    expect((await tryPost(employee, 'management')).status).toBe(404);
    const params = { channelId: 'sales' };
    const audience = { departments: [], stores: [], roles: [] };
    const counted = await employee.call(countAudience, { params, body: { audience } });
    expect(counted.status).toBe(403);
    const unreadable = await insertChannel(forecourt, 'private', ['gm']);
    expect((await tryPost(manager, unreadable)).status).toBe(404);
  });

  test.each([
    ['without a title', { title: ' ' }],
    ['with too long a title', { title: 'x'.repeat(201) }],
    ['without a text', { text: ' ' }],
    ['with too long a text', { text: 'x'.repeat(4_001) }],
    ['of an unknown kind', { kind: 'party' }],
    ['due in the past', { dueAt: new Date(Date.now() - 1_000).toISOString() }],
    ['due in two years', { dueAt: new Date(Date.now() + 800 * 86_400_000).toISOString() }],
    ['to an unknown store', { audience: { departments: [], stores: ['all'], roles: [] } }],
    [
      'without recipients',
      { audience: { departments: ['it'], stores: ['hyundai'], roles: ['executive'] } },
    ],
  ])('%s', async (_, fields) => {
    expect((await tryPost(manager, 'sales', fields)).status).toBe(400);
  });

  test('in a record’s conversation that no one else follows, saying so', async () => {
    const author = await addUser(forecourt, { ...seesCars, role: 'manager' });
    const reader = await addUser(forecourt, seesCars);
    const id = await openCarChannel(author.client, accord);
    const reasonFor = async (fields: object = {}) => {
      const { status, body } = await tryPost(author.client, id, fields);
      return [status, (body as { error?: string }).error];
    };
    const unfollowed = 'No one else follows this conversation yet. Add people first.';
    expect(await reasonFor()).toEqual([400, unfollowed]);
    expect((await postText(reader.client, id, 'I follow it now')).status).toBe(201);
    const audience = { departments: ['it'], stores: [], roles: [] };
    expect(await reasonFor({ audience })).toEqual([400, 'No one matches this audience.']);
    expect((await post(author.client, id)).total).toBe(1);
  });

  test('a confirmation by its author, a non-member, and someone who left', async () => {
    const channelId = await insertChannel(forecourt, 'private', ['manager', 'employee', 'gm']);
    const { noticeId } = await post(manager, channelId);
    expect((await confirm(manager, noticeId)).status).toBe(403);
    const stranger = await forecourt.signIn('tyler.boone');
    for (const response of [await confirm(stranger, noticeId), await stateOf(stranger, noticeId)]) {
      expect(response.status).toBe(404);
    }
    await endMembership(forecourt, channelId, 'employee');
    expect((await confirm(employee, noticeId)).status).toBe(404);
    expect(await listOpenNotices(employee)).not.toContainEqual(
      expect.objectContaining({ noticeId }),
    );
    const { body } = await people(manager, noticeId);
    expect(body.find(({ standing }) => standing === 'left')).toMatchObject({ confirmedAt: null });
    expect((await confirm(gm, newId())).status).toBe(404);
  });

  test('the list of confirmations, to those who may not follow it', async () => {
    const { noticeId } = await post(manager, 'sales');
    expect((await people(employee, noticeId)).status).toBe(403);
    expect((await stateOf(employee, noticeId)).body.can).toEqual({ follow: false, change: false });
    expect((await people(gm, noticeId)).status).toBe(200);
    expect((await stateOf(gm, noticeId)).body.can).toEqual({ follow: true, change: false });
  });
});
