import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { deleteMessage } from '../../chat/contract/changes.ts';
import { saveChatSettings } from '../../chat/contract/settings.ts';
import { openRoom } from '../../chat/test/rooms.ts';
import { change, idOf } from '../../chat/test/talk.ts';
import * as contract from '../contract.ts';
import { confirm, goRound, inHours, openOf, pass, post, shown, stateOf, told } from './stage.ts';

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

/** A notice of its own name, to the three of a room. */
async function postIn(fields: object = {}, people = ['manager', 'employee', 'gm']) {
  const channelId = await openRoom(forecourt, 'private', people);
  count += 1;
  const title = `Notice number ${count}`;
  return { channelId, ...(await post(manager, channelId, { title, ...fields })) };
}

const act = (client: Client, endpoint: typeof contract.remindNotice, id: string) =>
  client.call(endpoint, { params: { id } });

describe('who was asked', () => {
  test('is told once at posting, at half of the time and when it is over', async () => {
    const { noticeId, title } = await postIn();
    expect(await told(employee, title)).toMatchObject([{ type: 'warning', urgent: true }]);
    await pass(forecourt, noticeId, 'half');
    await goRound(forecourt);
    await goRound(forecourt);
    expect(await told(employee, title)).toHaveLength(2);
    await confirm(gm, noticeId);
    await pass(forecourt, noticeId, 'due');
    await goRound(forecourt);
    await goRound(forecourt);
    expect((await told(employee, title)).map(({ message }) => message)).toMatchObject([
      expect.stringContaining('The time is over'),
      expect.stringContaining('Half of the time'),
      expect.stringContaining('asks you to confirm'),
    ]);
    expect(await told(manager, title)).toMatchObject([
      { title: `Not confirmed in time: Stop-sale: ${title}` },
    ]);
    await confirm(employee, noticeId);
    expect(await told(employee, title)).toEqual([]);
  });

  test('is not interrupted in their quiet hours, unless it cannot wait', async () => {
    const all = { enabled: true, start: '00:00', end: '00:00', timezone: 'America/Los_Angeles' };
    await employee.call(saveChatSettings, { body: { schedule: all } });
    const policy = await postIn({ kind: 'policy' });
    const recall = await postIn({ kind: 'recall' });
    expect(await told(employee, policy.title)).toMatchObject([{ silent: true, type: 'info' }]);
    const [urgent] = await told(employee, recall.title);
    expect([urgent?.urgent, urgent?.silent]).toEqual([true, undefined]);
    await employee.call(saveChatSettings, { body: { schedule: { ...all, enabled: false } } });
    const later = await postIn({ kind: 'policy' });
    expect((await told(employee, later.title))[0]?.silent).toBeUndefined();
  });

  test('hears nothing more where it was closed, deleted, or they are gone', async () => {
    const [closed, deleted, gone] = [await postIn(), await postIn(), await postIn()];
    await manager.call(contract.closeNotice, { params: { id: closed.noticeId } });
    await manager.call(deleteMessage, {
      params: { channelId: deleted.channelId, messageId: deleted.message.id },
    });
    const id = await idOf(forecourt, 'employee');
    await change(forecourt, id, { is_active: false });
    for (const { noticeId } of [closed, deleted, gone]) await pass(forecourt, noticeId, 'due');
    await goRound(forecourt);
    await eventually(async () => (await shown(gm, gone.channelId, gone.noticeId))?.total === 1);
    await change(forecourt, id, { is_active: true });
    employee = await forecourt.signIn('employee');
    expect(await told(employee, closed.title)).toEqual([]);
    await eventually(async () => (await told(employee, deleted.title)).length === 0);
    expect(await told(employee, gone.title)).toHaveLength(1);
    expect((await stateOf(employee, deleted.noticeId)).status).toBe(404);
    expect((await confirm(employee, closed.noticeId)).status).toBe(409);
    const open = (await openOf(employee)).map(({ noticeId }) => noticeId);
    expect(open).toContain(gone.noticeId);
    expect(open).not.toContain(closed.noticeId);
    expect(open).not.toContain(deleted.noticeId);
  });

  test('counts as late or not, never as both, in the moment it is due', async () => {
    const rounds = Array.from({ length: 5 }, async () => {
      const { noticeId, title } = await postIn();
      await pass(forecourt, noticeId, 'due');
      return { noticeId, title };
    });
    for (const { noticeId, title } of await Promise.all(rounds)) {
      await Promise.all([confirm(employee, noticeId), goRound(forecourt)]);
      const { body } = await manager.call(contract.listNoticePeople, { params: { id: noticeId } });
      const mine = body.find(({ confirmedAt }) => confirmedAt !== null);
      const [escalated] = await told(manager, `Not confirmed in time: Stop-sale: ${title}`);
      const people = mine?.escalatedAt ? '2 people have' : '1 person has';
      expect(escalated?.message).toContain(people);
      if (mine?.escalatedAt) expect(mine.escalatedAt < (mine.confirmedAt ?? '')).toBe(true);
    }
  });
});

describe('its author and those who keep order', () => {
  test('remind the others once in 15 minutes', async () => {
    const { noticeId, title } = await postIn();
    await confirm(gm, noticeId);
    expect((await act(employee, contract.remindNotice, noticeId)).status).toBe(403);
    const { body } = await act(gm, contract.remindNotice, noticeId);
    expect(body.remindedAt).toEqual(expect.any(String));
    const again = await act(manager, contract.remindNotice, noticeId);
    expect([again.status, Number(again.headers.get('retry-after')) > 800]).toEqual([429, true]);
    expect(await told(employee, title)).toHaveLength(2);
    expect(await told(gm, title)).toEqual([]);
  });

  test('give more time, and close it; others may not', async () => {
    const { noticeId, channelId, title } = await postIn();
    const extend = (client: Client, dueAt: string) =>
      client.call(contract.extendNotice, { params: { id: noticeId }, body: { dueAt } });
    expect((await extend(gm, inHours(9))).status).toBe(403);
    expect((await act(gm, contract.closeNotice, noticeId)).status).toBe(403);
    expect((await extend(manager, inHours(1))).status).toBe(400);
    await pass(forecourt, noticeId, 'due');
    await goRound(forecourt);
    const later = inHours(9);
    expect((await extend(manager, later)).status).toBe(200);
    expect((await shown(gm, channelId, noticeId))?.dueAt).toBe(later);
    await pass(forecourt, noticeId, 'due');
    await goRound(forecourt);
    // A new time is a new fact: who is late then is told of anew.
    expect(await told(manager, `in time: Stop-sale: ${title}`)).toHaveLength(2);
    expect((await act(manager, contract.closeNotice, noticeId)).status).toBe(200);
    expect((await act(manager, contract.closeNotice, noticeId)).status).toBe(200);
    expect((await shown(gm, channelId, noticeId))?.closedAt).toEqual(expect.any(String));
    expect((await extend(manager, inHours(20))).status).toBe(409);
    expect((await act(manager, contract.remindNotice, noticeId)).status).toBe(409);
  });
});
