import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { removeMember } from '../../chat/contract/channels.ts';
import { change as changePerson, idOf } from '../../chat/test/chatCalls.ts';
import { privateChannel, takeBack } from '../../chat/test/personalCalls.ts';
import { act, ask, change, makeOverdue, minutes, notificationTitles, round } from './stage.ts';

let forecourt: TestForecourt;
let employee: Client;
let manager: Client;
let tyler: Client;
let tylerId: number;
let managerId: number;

beforeAll(async () => {
  forecourt = await startForecourt();
  employee = await forecourt.signIn('employee');
  manager = await forecourt.signIn('manager');
  tyler = await forecourt.signIn('tyler.boone');
  tylerId = await idOf(forecourt, 'tyler.boone');
  managerId = await idOf(forecourt, 'manager');
  // Makes the manager the nearest lead of tyler.boone.
  const { db } = forecourt.platform;
  await db
    .updateTable('users')
    .set({ role: 'employee' })
    .where('role', '=', 'manager')
    .where('id', '<>', managerId)
    .execute();
  const team = { department: 'parts', store_access: ['ford'] };
  await changePerson(forecourt, tylerId, { ...team, role: 'employee' });
  await changePerson(forecourt, managerId, { ...team, role: 'manager' });
});
afterAll(() => forecourt.stop());

const overdue = /is overdue/;
const lateFor = async (client: Client, message: Parameters<typeof notificationTitles>[1]) =>
  (await notificationTitles(client, message)).filter((title) => overdue.test(title)).length;

async function lateRequest(channelId = 'service') {
  const message = await ask(employee, channelId, { dueAt: minutes(5), ownerId: tylerId });
  await makeOverdue(forecourt, message, 1);
  return message;
}

const leave = (client: Client, channelId: string, userId: number) =>
  client.call(removeMember, { params: { channelId, userId } });

async function makeEscalationDue(id: string) {
  await forecourt.platform.db
    .updateTable('chat_requests')
    .set({ overdue_notified_at: new Date(Date.now() - 31 * 60_000) })
    .where('message_id', '=', id)
    .execute();
}

describe('an overdue request', () => {
  test('notifies assignee and requester once, and the manager half an hour later', async () => {
    const message = await lateRequest();
    const early = await ask(employee, 'service', { dueAt: minutes(5), ownerId: tylerId });
    // As with two instances, or one that was killed and restarted.
    await Promise.all([round(forecourt), round(forecourt)]);
    await round(forecourt);
    expect(
      await Promise.all([tyler, employee, manager].map((one) => lateFor(one, message))),
    ).toEqual([1, 1, 0]);
    expect(await lateFor(tyler, early)).toBe(0);
    await makeEscalationDue(message.id);
    await Promise.all([round(forecourt), round(forecourt)]);
    await round(forecourt);
    expect(
      await Promise.all([tyler, employee, manager].map((one) => lateFor(one, message))),
    ).toEqual([1, 1, 1]);
  });

  test('is handled by the scheduled job', async () => {
    const message = await lateRequest();
    const { jobs, db } = forecourt.platform;
    await jobs.add(db, 'requests.round', {});
    await eventually(async () => (await lateFor(tyler, message)) === 1);
  });

  test('withdraws its notifications when done, and notifies again when overdue again', async () => {
    const message = await lateRequest();
    await round(forecourt);
    await act(tyler, message, 'done');
    expect(await lateFor(tyler, message)).toBe(0);
    await makeEscalationDue(message.id);
    await round(forecourt);
    expect(await lateFor(manager, message)).toBe(0);
    await act(employee, message, 'reopen');
    await change(employee, message, { dueAt: minutes(20) });
    await round(forecourt);
    expect(await lateFor(tyler, message)).toBe(0);
    await makeOverdue(forecourt, message, 1);
    await round(forecourt);
    expect(await lateFor(tyler, message)).toBe(1);
  });

  test('is withdrawn when its message is deleted', async () => {
    const message = await lateRequest();
    await round(forecourt);
    await takeBack(employee, 'service', message.id);
    await eventually(async () => (await lateFor(tyler, message)) === 0);
    await makeEscalationDue(message.id);
    await round(forecourt);
    expect(await lateFor(manager, message)).toBe(0);
  });

  test('does not notify people who may not read it', async () => {
    const channelId = await privateChannel(employee, [tylerId]);
    const message = await lateRequest(channelId);
    await round(forecourt);
    await makeEscalationDue(message.id);
    await round(forecourt);
    expect(await Promise.all([tyler, manager].map((one) => lateFor(one, message)))).toEqual([1, 0]);
    await leave(tyler, channelId, tylerId);
    await eventually(async () => (await notificationTitles(tyler, message)).length === 0);
  });
});
