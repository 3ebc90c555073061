import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { endMembership } from '../../chat/test/channels.ts';
import { idOf, newId } from '../../chat/test/chatCalls.ts';
import { followChannel } from '../../chat/test/expectSync.ts';
import { privateChannel, takeBack } from '../../chat/test/personalCalls.ts';
import { hire, type TestUser } from '../../notifications/test/stage.ts';
import { type PunchKind, punch } from '../../time-clock/contract.ts';
import { countRequests, postRequest } from '../contract.ts';
import {
  act,
  ask,
  change,
  make,
  minutes,
  notificationTitles,
  queue,
  readBack,
  requestOn,
  say,
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
    const message = await ask(employee, 'service', { dueAt: minutes(60) });
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
    expect(await readBack(manager, one.body)).toMatchObject({
      content: body.content,
      messageType: 'text',
    });
    await reader.expectSync();
    reader.close();
  });

  test('has one assignee, even with concurrent claims', async () => {
    const message = await ask(employee, 'service');
    const answers = await Promise.all(
      [tyler, priya, manager].map((one) => act(one, message, 'claim')),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const { ownerName } = requestOn((await readBack(employee, message)) ?? message);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body).toMatchObject({
      error: `This request is already assigned to ${ownerName}.`,
    });
  });

  test('can repeat every action', async () => {
    const input = { dueAt: minutes(30) };
    const message = await ask(employee, 'service', input);
    const rev = async () => (await readBack(employee, message))?.rev;
    const revision = await rev();
    expect((await make(employee, message, input)).status).toBe(200);
    expect(await rev()).toBe(revision);
    for (const [who, verb] of [
      [tyler, 'claim'],
      [tyler, 'release'],
      [tyler, 'claim'],
      [tyler, 'done'],
      [employee, 'reopen'],
      [employee, 'cancel'],
    ] as const) {
      const first = await act(who, message, verb);
      const second = await act(who, message, verb);
      expect([verb, first.status, second.body]).toEqual([verb, 200, first.body]);
    }
    const assignment = { ownerId: ids['priya.raman'] };
    await act(employee, message, 'reopen');
    const first = await change(employee, message, assignment);
    expect((await change(employee, message, assignment)).body).toEqual(first.body);
  });

  test('is reassigned, and the new assignee is notified', async () => {
    const message = await ask(employee, 'service', { ownerId: ids['tyler.boone'] });
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
  test('is not interrupted; the request waits for them', async () => {
    const employ = () => hire(forecourt, { featurePermissions: ['utilities'] });
    const [working, left] = [await employ(), await employ()];
    const press = async ({ client }: TestUser, kind: PunchKind) => {
      const { body } = await client.call(punch, { body: { clientId: crypto.randomUUID(), kind } });
      expect(body.outcome).toBe('recorded');
    };
    await press(working, 'clock_in');
    for (const kind of ['clock_in', 'clock_out'] as const) await press(left, kind);
    const arrivalOf = async ({ id }: TestUser) => {
      await ask(employee, 'sales', { ownerId: id });
      return forecourt.platform.db
        .selectFrom('notifications')
        .select(['silent', 'toast', 'push_at'])
        .where('user_id', '=', id)
        .where('action_label', '=', 'Open request')
        .execute();
    };
    expect(await arrivalOf(working)).toEqual([
      { silent: false, toast: true, push_at: expect.any(Date) },
    ]);
    expect(await arrivalOf(left)).toEqual([{ silent: true, toast: false, push_at: null }]);
  });
});

describe('a request is refused', () => {
  test('to people who are not involved', async () => {
    const message = await ask(employee, 'service', { ownerId: ids['tyler.boone'] });
    for (const verb of ['release', 'done', 'cancel'] as const) {
      expect([verb, (await act(priya, message, verb)).status]).toEqual([verb, 403]);
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
    const plain = await say(employee, 'service', 'A plain message');
    expect((await act(tyler, plain, 'claim')).status).toBe(409);
    const message = await ask(employee, 'service');
    expect((await make(tyler, message)).status).toBe(409);
    const gone = await say(employee, 'service', 'Soon gone');
    await takeBack(employee, 'service', gone.id);
    expect((await make(employee, gone)).status).toBe(409);
  });

  test('with a time in the past or too far, or an assignee who cannot read it', async () => {
    const channelId = await privateChannel(employee, [ids['tyler.boone']]);
    const message = await say(employee, channelId, 'Between us');
    expect((await make(employee, message, { dueAt: minutes(-1) })).status).toBe(400);
    expect((await make(employee, message, { dueAt: minutes(60 * 24 * 400) })).status).toBe(400);
    const answer = await make(employee, message, { ownerId: ids['priya.raman'] });
    expect([answer.status, answer.body]).toMatchObject([
      400,
      { fields: { ownerId: expect.any(String) } },
    ]);
    expect((await make(employee, message, { ownerId: 2_000_000_000 })).status).toBe(400);
    expect((await readBack(employee, message))?.metadata).toBeNull();
  });

  test('with 404 to people who cannot read its channel', async () => {
    const channelId = await privateChannel(employee, [ids['tyler.boone']]);
    const message = await ask(employee, channelId);
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
    const late = await ask(employee, channelId, { dueAt: minutes(240) });
    const none = await ask(employee, channelId);
    const soon = await ask(employee, channelId, { dueAt: minutes(15) });
    const assigned = await ask(employee, channelId, { ownerId: ids['tyler.boone'] });
    const order = async (client: Client, name: 'mine' | 'asked' | 'unclaimed') =>
      (await queue(client, name, { channelId })).map(({ messageId }) => messageId);
    expect(await order(tyler, 'unclaimed')).toEqual([soon.id, late.id, none.id]);
    expect(await order(tyler, 'mine')).toEqual([assigned.id]);
    expect(await order(employee, 'asked')).toEqual([soon.id, late.id, none.id, assigned.id]);
    expect(await order(priya, 'unclaimed')).toEqual([]);
    const paged: string[] = [];
    for (let after: string | undefined; ; ) {
      const page = await queue(employee, 'asked', {
        channelId,
        limit: 1,
        ...(after && { after }),
      });
      const [next] = page;
      if (!next) break;
      paged.push(next.messageId);
      after = next.cursor;
    }
    expect(paged).toEqual([soon.id, late.id, none.id, assigned.id]);
    await act(tyler, assigned, 'done');
    expect(await order(tyler, 'mine')).toEqual([]);
  });

  test('drop deleted requests, and hide them from people who left', async () => {
    const channelId = await privateChannel(employee, [ids['tyler.boone']]);
    const message = await ask(employee, channelId, { ownerId: ids['tyler.boone'] });
    const other = await ask(employee, channelId, { ownerId: ids['tyler.boone'] });
    const socket = await tyler.socket();
    await takeBack(employee, channelId, message.id);
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
