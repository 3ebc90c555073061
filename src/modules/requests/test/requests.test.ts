import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { endMembership } from '../../chat/test/channelRows.ts';
import { idOf, newId } from '../../chat/test/chatCalls.ts';
import { followChannel } from '../../chat/test/expectSync.ts';
import { privateChannel, removeMessage } from '../../chat/test/personalCalls.ts';
import { addUser, type TestUser } from '../../notifications/test/stage.ts';
import { type PunchKind, punch } from '../../time-clock/contract.ts';
import { countRequests, postRequest } from '../contract.ts';
import {
  act,
  change,
  createRequest,
  currentMessage,
  makeOverdue,
  makeRequest,
  minutes,
  notificationTitles,
  postText,
  queue,
  requestOn,
  runDueRound,
  targetOf,
} from './stage.ts';

let forecourt: TestForecourt;
let employee: Client;
let manager: Client;
let tyler: Client;
let priya: Client;
let ids: Record<'employee' | 'manager' | 'tyler.boone' | 'priya.raman', number>;

beforeAll(async () => {
  forecourt = await startForecourt();
  [employee, manager, tyler, priya] = (await Promise.all(
    ['employee', 'manager', 'tyler.boone', 'priya.raman'].map((name) => forecourt.signIn(name)),
  )) as [Client, Client, Client, Client];
  const of = (name: string) => idOf(forecourt, name);
  ids = {
    employee: await of('employee'),
    manager: await of('manager'),
    'tyler.boone': await of('tyler.boone'),
    'priya.raman': await of('priya.raman'),
  };
});
afterAll(() => forecourt.stop());

const rowOf = (id: string) =>
  forecourt.platform.db
    .selectFrom('chat_requests')
    .selectAll()
    .where('message_id', '=', id)
    .executeTakeFirstOrThrow();

describe('a request', () => {
  test('is claimed, completed and reopened, in the message, the row and the history', async () => {
    const reader = await followChannel(manager, 'service');
    const message = await createRequest(employee, 'service', { dueAt: minutes(60) });
    expect(requestOn(message)).toMatchObject({ status: 'open', askedBy: ids.employee });
    await reader.expectSync();

    const claimed = await act(tyler, message, 'claim');
    expect([claimed.status, requestOn(claimed.body)]).toMatchObject([
      200,
      { status: 'claimed', ownerId: ids['tyler.boone'], claimedAt: expect.any(String) },
    ]);
    await reader.expectSync();
    expect(await notificationTitles(employee, message)).toEqual([
      expect.stringMatching(/ claimed your request: Part ETA$/),
    ]);

    const done = requestOn((await act(tyler, message, 'done')).body);
    expect(done).toMatchObject({ status: 'done', closedBy: ids['tyler.boone'] });
    expect(await notificationTitles(employee, message)).toEqual([
      expect.stringMatching(/ completed your request: Part ETA$/),
    ]);
    const again = requestOn((await act(employee, message, 'reopen')).body);
    expect(again).toMatchObject({ status: 'claimed', closedAt: null, closedByName: null });
    expect(await notificationTitles(tyler, message)).toEqual([expect.stringMatching(/ reopened /)]);
    await reader.expectSync();
    reader.close();

    const row = await rowOf(message.id);
    expect(row).toMatchObject({ status: 'claimed', owner_id: ids['tyler.boone'] });
    expect(row.due_at.toISOString()).toBe(again.dueAt);
    const history = await forecourt.platform.db
      .selectFrom('chat_request_events')
      .select('act')
      .where('message_id', '=', message.id)
      .orderBy('id')
      .execute();
    expect(history.map((one) => one.act)).toEqual(['asked', 'claimed', 'done', 'reopened']);
  });

  test('is unassigned when it is reopened after its assignee left the conversation', async () => {
    const message = await createRequest(employee, 'service', { ownerId: ids['tyler.boone'] });
    await act(tyler, message, 'done');
    const user = (isActive: boolean) =>
      forecourt.platform.db
        .updateTable('users')
        .set({ is_active: isActive })
        .where('id', '=', ids['tyler.boone'])
        .execute();
    await user(false);
    const reopened = await act(employee, message, 'reopen');
    await user(true);
    expect(requestOn(reopened.body)).toMatchObject({ status: 'open', ownerId: null });
    expect(await rowOf(message.id)).toMatchObject({ status: 'open', owner_id: null });
  });

  test('is posted with its message, once per clientMsgId', async () => {
    const reader = await followChannel(manager, 'sales');
    const params = { channelId: 'sales' };
    const body = {
      clientMsgId: newId(),
      content: 'Pull up the white Tucson, please.',
      kind: 'car_pull_up' as const,
      ownerId: ids['tyler.boone'],
      dueAt: minutes(15),
    };
    const [one, other] = await Promise.all([
      employee.call(postRequest, { params, body }),
      employee.call(postRequest, { params, body }),
    ]);
    expect([one.status, one.body.id]).toEqual([201, other.body.id]);
    expect(requestOn(one.body)).toMatchObject({ status: 'claimed', claimedAt: null });
    expect(await notificationTitles(tyler, one.body)).toEqual([
      expect.stringMatching(/ assigned you a request: Vehicle pull-up$/),
    ]);
    expect(await currentMessage(manager, one.body)).toMatchObject({
      content: body.content,
      messageType: 'text',
    });
    await reader.expectSync();
    reader.close();
  });

  test('has one assignee, even with concurrent claims', async () => {
    const message = await createRequest(employee, 'service');
    const responses = await Promise.all(
      [tyler, priya, manager].map((one) => act(one, message, 'claim')),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const { ownerName } = requestOn((await currentMessage(employee, message)) ?? message);
    const refused = responses.find(({ status }) => status === 409);
    expect(refused?.body).toMatchObject({
      error: `This request is already assigned to ${ownerName}.`,
    });
  });

  test('can repeat every action', async () => {
    const input = { dueAt: minutes(30) };
    const message = await createRequest(employee, 'service', input);
    const rev = async () => (await currentMessage(employee, message))?.rev;
    const revision = await rev();
    expect((await makeRequest(employee, message, input)).status).toBe(200);
    expect(await rev()).toBe(revision);
    for (const [who, action] of [
      [tyler, 'claim'],
      [tyler, 'release'],
      [tyler, 'claim'],
      [tyler, 'done'],
      [employee, 'reopen'],
      [employee, 'cancel'],
    ] as const) {
      const first = await act(who, message, action);
      const second = await act(who, message, action);
      expect([action, first.status, second.body]).toEqual([action, 200, first.body]);
    }
    const assignment = { ownerId: ids['priya.raman'] };
    await act(employee, message, 'reopen');
    const first = await change(employee, message, assignment);
    expect((await change(employee, message, assignment)).body).toEqual(first.body);
  });

  test('is reassigned, and the new assignee is notified', async () => {
    const message = await createRequest(employee, 'service', { ownerId: ids['tyler.boone'] });
    const reassigned = await change(tyler, message, { ownerId: ids['priya.raman'] });
    expect(requestOn(reassigned.body)).toMatchObject({
      ownerId: ids['priya.raman'],
      claimedAt: null,
    });
    expect(await notificationTitles(tyler, message)).toEqual([]);
    expect(await notificationTitles(priya, message)).toHaveLength(1);
  });
});

describe('an assignee off shift', () => {
  const clock = async ({ client }: TestUser, kind: PunchKind) => {
    const { body } = await client.call(punch, { body: { clientId: crypto.randomUUID(), kind } });
    expect(body.outcome).toBe('recorded');
  };
  const deliveriesTo = ({ id }: TestUser) =>
    forecourt.platform.db
      .selectFrom('notifications')
      .select(['silent', 'toast', 'push_at'])
      .where('user_id', '=', id)
      .where('action_label', '=', 'Open request')
      .execute();

  test('is not interrupted; the request waits for them', async () => {
    const addUtilityUser = () => addUser(forecourt, { featurePermissions: ['utilities'] });
    const [onShift, offShift] = [await addUtilityUser(), await addUtilityUser()];
    await clock(onShift, 'clock_in');
    for (const kind of ['clock_in', 'clock_out'] as const) await clock(offShift, kind);
    const deliveryOf = async (user: TestUser) => {
      await createRequest(employee, 'sales', { ownerId: user.id });
      return deliveriesTo(user);
    };
    expect(await deliveryOf(onShift)).toEqual([
      { silent: false, toast: true, push_at: expect.any(Date) },
    ]);
    expect(await deliveryOf(offShift)).toEqual([{ silent: true, toast: false, push_at: null }]);
  });

  test('is not interrupted by an overdue one either; it is in their list', async () => {
    const offShift = await addUser(forecourt, { featurePermissions: ['utilities'] });
    for (const kind of ['clock_in', 'clock_out'] as const) await clock(offShift, kind);
    const request = await createRequest(employee, 'sales', {
      ownerId: offShift.id,
      dueAt: minutes(5),
    });
    await makeOverdue(forecourt, request, 1);
    await runDueRound(forecourt);
    expect(await notificationTitles(offShift.client, request)).toContainEqual(
      expect.stringMatching(/is overdue/),
    );
    expect(await deliveriesTo(offShift)).toEqual([
      { silent: true, toast: false, push_at: null },
      { silent: true, toast: false, push_at: null },
    ]);
  });
});

describe('a request is refused', () => {
  test('to people who are not involved', async () => {
    const message = await createRequest(employee, 'service', { ownerId: ids['tyler.boone'] });
    for (const action of ['release', 'done', 'cancel'] as const) {
      expect([action, (await act(priya, message, action)).status]).toEqual([action, 403]);
    }
    expect((await change(priya, message, { ownerId: ids['priya.raman'] })).status).toBe(403);
    expect((await change(tyler, message, { dueAt: minutes(90) })).status).toBe(403);
    expect((await act(tyler, message, 'cancel')).status).toBe(403);
    expect((await act(priya, message, 'claim')).status).toBe(409);
    await act(tyler, message, 'done');
    expect((await act(priya, message, 'reopen')).status).toBe(403);
    expect((await act(employee, message, 'cancel')).status).toBe(409);
    // A moderator of the channel may.
    expect((await act(manager, message, 'reopen')).status).toBe(200);
    expect((await act(manager, message, 'release')).status).toBe(200);
    expect((await act(manager, message, 'cancel')).status).toBe(200);
  });

  test('on messages that are not, or cannot be, requests', async () => {
    const plain = await postText(employee, 'service', 'A plain message');
    expect((await act(tyler, plain, 'claim')).status).toBe(409);
    const message = await createRequest(employee, 'service');
    expect((await makeRequest(tyler, message)).status).toBe(409);
    const deletedMessage = await postText(employee, 'service', 'Soon gone');
    await removeMessage(employee, 'service', deletedMessage.id);
    expect((await makeRequest(employee, deletedMessage)).status).toBe(409);
  });

  test('with a time in the past or too far, or an assignee who cannot read it', async () => {
    const channelId = await privateChannel(employee, [ids['tyler.boone']]);
    const message = await postText(employee, channelId, 'Between us');
    expect((await makeRequest(employee, message, { dueAt: minutes(-1) })).status).toBe(400);
    expect((await makeRequest(employee, message, { dueAt: minutes(60 * 24 * 400) })).status).toBe(
      400,
    );
    const response = await makeRequest(employee, message, { ownerId: ids['priya.raman'] });
    expect([response.status, response.body]).toMatchObject([
      400,
      { fields: { ownerId: expect.any(String) } },
    ]);
    expect((await makeRequest(employee, message, { ownerId: 2_000_000_000 })).status).toBe(400);
    expect((await currentMessage(employee, message))?.metadata).toBeNull();
  });

  test('with 404 to people who cannot read its channel', async () => {
    const channelId = await privateChannel(employee, [ids['tyler.boone']]);
    const message = await createRequest(employee, channelId);
    expect((await act(priya, message, 'claim')).status).toBe(404);
    expect((await act(manager, message, 'claim')).status).toBe(404);
    const params = targetOf(message);
    expect(
      (
        await priya.call(postRequest, {
          params: { channelId: params.channelId },
          body: { clientMsgId: newId(), content: 'Hello', kind: 'other' },
        })
      ).status,
    ).toBe(404);
  });
});

describe('the queues', () => {
  test('list requested, assigned and open requests by due time, in pages', async () => {
    const channelId = await privateChannel(employee, [ids['tyler.boone']]);
    const late = await createRequest(employee, channelId, { dueAt: minutes(240) });
    const none = await createRequest(employee, channelId);
    const soon = await createRequest(employee, channelId, { dueAt: minutes(15) });
    const assigned = await createRequest(employee, channelId, { ownerId: ids['tyler.boone'] });
    const idsIn = async (client: Client, name: 'mine' | 'asked' | 'unclaimed') =>
      (await queue(client, name, { channelId })).map(({ messageId }) => messageId);
    expect(await idsIn(tyler, 'unclaimed')).toEqual([soon.id, late.id, none.id]);
    expect(await idsIn(tyler, 'mine')).toEqual([assigned.id]);
    expect(await idsIn(employee, 'asked')).toEqual([soon.id, late.id, none.id, assigned.id]);
    expect(await idsIn(priya, 'unclaimed')).toEqual([]);
    const pagedIds: string[] = [];
    for (let after: string | undefined; ; ) {
      const page = await queue(employee, 'asked', {
        channelId,
        limit: 1,
        ...(after && { after }),
      });
      const [next] = page;
      if (!next) break;
      pagedIds.push(next.messageId);
      after = next.cursor;
    }
    expect(pagedIds).toEqual([soon.id, late.id, none.id, assigned.id]);
    await act(tyler, assigned, 'done');
    expect(await idsIn(tyler, 'mine')).toEqual([]);
  });

  test('drop deleted requests, and hide them from people who left', async () => {
    const channelId = await privateChannel(employee, [ids['tyler.boone']]);
    const message = await createRequest(employee, channelId, { ownerId: ids['tyler.boone'] });
    const other = await createRequest(employee, channelId, { ownerId: ids['tyler.boone'] });
    const socket = await tyler.socket();
    await removeMessage(employee, channelId, message.id);
    await socket.next('request_changed');
    socket.close();
    await eventually(async () => (await notificationTitles(tyler, message)).length === 0);
    const mine = async () => (await queue(tyler, 'mine', { channelId })).length;
    expect(await mine()).toBe(1);
    const { body: before } = await tyler.call(countRequests);
    await endMembership(forecourt, channelId, 'tyler.boone');
    expect(await mine()).toBe(0);
    expect((await tyler.call(countRequests)).body.mine).toBe(before.mine - 1);
    expect((await act(tyler, other, 'done')).status).toBe(404);
  });
});
