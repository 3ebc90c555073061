import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { deleteMessage } from '../../chat/contract/changes.ts';
import { insertChannel } from '../../chat/test/channelRows.ts';
import { change, idOf } from '../../chat/test/chatCalls.ts';
import { saveChatSettings } from '../../chat-notifications/contract.ts';
import * as contract from '../contract.ts';
import {
  confirm,
  currentNotice,
  inHours,
  listOpenNotices,
  notificationsOf,
  passTime,
  post,
  runRound,
  stateOf,
} from './stage.ts';

let forecourt: TestForecourt;
let manager: Client;
let employee: Client;
let gm: Client;
let count = 0;

beforeAll(async () => {
  forecourt = await startForecourt();
  [manager, employee, gm] = [
    await forecourt.signIn('manager'),
    await forecourt.signIn('employee'),
    await forecourt.signIn('gm'),
  ];
});
afterAll(() => forecourt.stop());

/** A notice with a unique title, in a channel of its own. */
async function postIn(fields: object = {}, people = ['manager', 'employee', 'gm']) {
  const channelId = await insertChannel(forecourt, 'private', people);
  count += 1;
  const title = `Notice number ${count}`;
  return { channelId, ...(await post(manager, channelId, { title, ...fields })) };
}

const act = (client: Client, endpoint: typeof contract.remindNotice, id: string) =>
  client.call(endpoint, { params: { id } });

describe('a recipient', () => {
  test('is notified once at posting, at half of the time and when it is over', async () => {
    const { noticeId, title } = await postIn();
    expect(await notificationsOf(employee, title)).toMatchObject([
      { type: 'warning', urgent: true },
    ]);
    await passTime(forecourt, noticeId, 'half');
    await runRound(forecourt);
    await runRound(forecourt);
    expect(await notificationsOf(employee, title)).toHaveLength(2);
    await confirm(gm, noticeId);
    await passTime(forecourt, noticeId, 'due');
    await runRound(forecourt);
    await runRound(forecourt);
    expect((await notificationsOf(employee, title)).map(({ message }) => message)).toMatchObject([
      expect.stringContaining('This notice is overdue'),
      expect.stringContaining('Half of the time'),
      expect.stringContaining('asks you to confirm'),
    ]);
    expect(await notificationsOf(manager, title)).toMatchObject([
      { title: `Not confirmed in time: Stop-sale: ${title}` },
    ]);
    await confirm(employee, noticeId);
    expect(await notificationsOf(employee, title)).toEqual([]);
  });

  test('is not interrupted with do-not-disturb on, unless the kind is urgent', async () => {
    const schedule = {
      enabled: true,
      start: '00:00',
      end: '00:00',
      timezone: 'America/Los_Angeles',
    };
    await employee.call(saveChatSettings, { body: { schedule } });
    const policy = await postIn({ kind: 'policy' });
    const recall = await postIn({ kind: 'recall' });
    expect(await notificationsOf(employee, policy.title)).toMatchObject([
      { silent: true, type: 'info' },
    ]);
    const [urgent] = await notificationsOf(employee, recall.title);
    expect([urgent?.urgent, urgent?.silent]).toEqual([true, undefined]);
    await employee.call(saveChatSettings, { body: { schedule: { ...schedule, enabled: false } } });
    const later = await postIn({ kind: 'policy' });
    expect((await notificationsOf(employee, later.title))[0]?.silent).toBeUndefined();
  });

  test('gets no more notifications once it is closed or deleted, or they are deactivated', async () => {
    const [closed, deleted, gone] = [await postIn(), await postIn(), await postIn()];
    await manager.call(contract.closeNotice, { params: { id: closed.noticeId } });
    await manager.call(deleteMessage, {
      params: { channelId: deleted.channelId, messageId: deleted.message.id },
    });
    const id = await idOf(forecourt, 'employee');
    await change(forecourt, id, { is_active: false });
    for (const { noticeId } of [closed, deleted, gone]) await passTime(forecourt, noticeId, 'due');
    await runRound(forecourt);
    await eventually(
      async () => (await currentNotice(gm, gone.channelId, gone.noticeId))?.total === 1,
    );
    await change(forecourt, id, { is_active: true });
    employee = await forecourt.signIn('employee');
    expect(await notificationsOf(employee, closed.title)).toEqual([]);
    await eventually(async () => (await notificationsOf(employee, deleted.title)).length === 0);
    expect(await notificationsOf(employee, gone.title)).toHaveLength(1);
    expect((await stateOf(employee, deleted.noticeId)).status).toBe(404);
    expect((await confirm(employee, closed.noticeId)).status).toBe(409);
    const open = (await listOpenNotices(employee)).map(({ noticeId }) => noticeId);
    expect(open).toContain(gone.noticeId);
    expect(open).not.toContain(closed.noticeId);
    expect(open).not.toContain(deleted.noticeId);
  });

  test('counts as late or not, never as both, when confirming as it becomes due', async () => {
    const rounds = Array.from({ length: 5 }, async () => {
      const { noticeId, title } = await postIn();
      await passTime(forecourt, noticeId, 'due');
      return { noticeId, title };
    });
    for (const { noticeId, title } of await Promise.all(rounds)) {
      await Promise.all([confirm(employee, noticeId), runRound(forecourt)]);
      const { body } = await manager.call(contract.listNoticePeople, { params: { id: noticeId } });
      const mine = body.find(({ confirmedAt }) => confirmedAt !== null);
      const [escalated] = await notificationsOf(
        manager,
        `Not confirmed in time: Stop-sale: ${title}`,
      );
      const people = mine?.escalatedAt ? '2 people have' : '1 person has';
      expect(escalated?.message).toContain(people);
      if (mine?.escalatedAt) expect(mine.escalatedAt < (mine.confirmedAt ?? '')).toBe(true);
    }
  });
});

describe('its author and moderators', () => {
  test('remind the others once in 15 minutes', async () => {
    const { noticeId, title } = await postIn();
    await confirm(gm, noticeId);
    expect((await act(employee, contract.remindNotice, noticeId)).status).toBe(403);
    const { body } = await act(gm, contract.remindNotice, noticeId);
    expect(body.remindedAt).toEqual(expect.any(String));
    const again = await act(manager, contract.remindNotice, noticeId);
    expect([again.status, Number(again.headers.get('retry-after')) > 800]).toEqual([429, true]);
    expect(await notificationsOf(employee, title)).toHaveLength(2);
    expect(await notificationsOf(gm, title)).toEqual([]);
  });

  test('extend and close it; others may not', async () => {
    const { noticeId, channelId, title } = await postIn();
    const extend = (client: Client, dueAt: string) =>
      client.call(contract.extendNotice, { params: { id: noticeId }, body: { dueAt } });
    expect((await extend(gm, inHours(9))).status).toBe(403);
    expect((await act(gm, contract.closeNotice, noticeId)).status).toBe(403);
    expect((await extend(manager, inHours(1))).status).toBe(400);
    await passTime(forecourt, noticeId, 'due');
    await runRound(forecourt);
    const later = inHours(9);
    expect((await extend(manager, later)).status).toBe(200);
    expect((await currentNotice(gm, channelId, noticeId))?.dueAt).toBe(later);
    await passTime(forecourt, noticeId, 'due');
    await runRound(forecourt);
    // After a new due time, those who are late again are reported again.
    expect(await notificationsOf(manager, `in time: Stop-sale: ${title}`)).toHaveLength(2);
    expect((await act(manager, contract.closeNotice, noticeId)).status).toBe(200);
    expect((await act(manager, contract.closeNotice, noticeId)).status).toBe(200);
    expect((await currentNotice(gm, channelId, noticeId))?.closedAt).toEqual(expect.any(String));
    expect((await extend(manager, inHours(20))).status).toBe(409);
    expect((await act(manager, contract.remindNotice, noticeId)).status).toBe(409);
  });
});
