import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { removeMember } from '../../chat/contract/channels.ts';
import { change as changePerson, idOf } from '../../chat/test/chatCalls.ts';
import { privateChannel, removeMessage } from '../../chat/test/personalCalls.ts';
import {
  act,
  change,
  createRequest,
  makeOverdue,
  minutes,
  notificationTitles,
  runDueRound,
} from './stage.ts';

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
const countOverdue = async (client: Client, message: Parameters<typeof notificationTitles>[1]) =>
  (await notificationTitles(client, message)).filter((title) => overdue.test(title)).length;

async function createOverdue(channelId = 'service') {
  const message = await createRequest(employee, channelId, { dueAt: minutes(5), ownerId: tylerId });
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
    const message = await createOverdue();
    const early = await createRequest(employee, 'service', { dueAt: minutes(5), ownerId: tylerId });
    // As with two instances, or one that was killed and restarted.
    await Promise.all([runDueRound(forecourt), runDueRound(forecourt)]);
    await runDueRound(forecourt);
    expect(
      await Promise.all([tyler, employee, manager].map((one) => countOverdue(one, message))),
    ).toEqual([1, 1, 0]);
    expect(await countOverdue(tyler, early)).toBe(0);
    await makeEscalationDue(message.id);
    await Promise.all([runDueRound(forecourt), runDueRound(forecourt)]);
    await runDueRound(forecourt);
    expect(
      await Promise.all([tyler, employee, manager].map((one) => countOverdue(one, message))),
    ).toEqual([1, 1, 1]);
  });

  test('is handled by the scheduled job', async () => {
    const message = await createOverdue();
    const { jobs, db } = forecourt.platform;
    await jobs.add(db, 'requests.round', {});
    await eventually(async () => (await countOverdue(tyler, message)) === 1);
  });

  test('withdraws its notifications when done, and notifies again when overdue again', async () => {
    const message = await createOverdue();
    await runDueRound(forecourt);
    await act(tyler, message, 'done');
    expect(await countOverdue(tyler, message)).toBe(0);
    await makeEscalationDue(message.id);
    await runDueRound(forecourt);
    expect(await countOverdue(manager, message)).toBe(0);
    await act(employee, message, 'reopen');
    await change(employee, message, { dueAt: minutes(20) });
    await runDueRound(forecourt);
    expect(await countOverdue(tyler, message)).toBe(0);
    await makeOverdue(forecourt, message, 1);
    await runDueRound(forecourt);
    expect(await countOverdue(tyler, message)).toBe(1);
  });

  test('is withdrawn when its message is deleted', async () => {
    const message = await createOverdue();
    await runDueRound(forecourt);
    await removeMessage(employee, 'service', message.id);
    await eventually(async () => (await countOverdue(tyler, message)) === 0);
    await makeEscalationDue(message.id);
    await runDueRound(forecourt);
    expect(await countOverdue(manager, message)).toBe(0);
  });

  test('does not notify people who may not read it', async () => {
    const channelId = await privateChannel(employee, [tylerId]);
    const message = await createOverdue(channelId);
    await runDueRound(forecourt);
    await makeEscalationDue(message.id);
    await runDueRound(forecourt);
    expect(await Promise.all([tyler, manager].map((one) => countOverdue(one, message)))).toEqual([
      1, 0,
    ]);
    await leave(tyler, channelId, tylerId);
    await eventually(async () => (await notificationTitles(tyler, message)).length === 0);
  });
});
