import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { removeMember } from '../../chat/contract/channels.ts';
import { privateChannel, takeBack } from '../../chat/test/mine.ts';
import { change as changePerson, idOf } from '../../chat/test/talk.ts';
import { act, ask, change, letPass, minutes, round, toldOf } from './stage.ts';

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
  // Whoever leads tyler.boone: the manager, and nobody nearer.
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
const lateFor = async (client: Client, message: Parameters<typeof toldOf>[1]) =>
  (await toldOf(client, message)).filter((title) => overdue.test(title)).length;

async function lateRequest(channelId = 'service') {
  const message = await ask(employee, channelId, { dueAt: minutes(5), ownerId: tylerId });
  await letPass(forecourt, message, 1);
  return message;
}

const leave = (client: Client, channelId: string, userId: number) =>
  client.call(removeMember, { params: { channelId, userId } });

async function letEscalate(id: string) {
  await forecourt.platform.db
    .updateTable('chat_requests')
    .set({ overdue_told_at: new Date(Date.now() - 31 * 60_000) })
    .where('message_id', '=', id)
    .execute();
}

describe('what is overdue', () => {
  test('is told to who has it and who asked, once, and half an hour later to the manager', async () => {
    const message = await lateRequest();
    const early = await ask(employee, 'service', { dueAt: minutes(5), ownerId: tylerId });
    // As two instances would, or one that was killed and started again.
    await Promise.all([round(forecourt), round(forecourt)]);
    await round(forecourt);
    expect(
      await Promise.all([tyler, employee, manager].map((one) => lateFor(one, message))),
    ).toEqual([1, 1, 0]);
    expect(await lateFor(tyler, early)).toBe(0);
    await letEscalate(message.id);
    await Promise.all([round(forecourt), round(forecourt)]);
    await round(forecourt);
    expect(
      await Promise.all([tyler, employee, manager].map((one) => lateFor(one, message))),
    ).toEqual([1, 1, 1]);
  });

  test('is told by the job that comes round', async () => {
    const message = await lateRequest();
    const { jobs, db } = forecourt.platform;
    await jobs.add(db, 'requests.round', {});
    await eventually(async () => (await lateFor(tyler, message)) === 1);
  });

  test('is taken back when it is done, and told again when it is late once more', async () => {
    const message = await lateRequest();
    await round(forecourt);
    await act(tyler, message, 'done');
    expect(await lateFor(tyler, message)).toBe(0);
    await letEscalate(message.id);
    await round(forecourt);
    expect(await lateFor(manager, message)).toBe(0);
    await act(employee, message, 'reopen');
    await change(employee, message, { dueAt: minutes(20) });
    await round(forecourt);
    expect(await lateFor(tyler, message)).toBe(0);
    await letPass(forecourt, message, 1);
    await round(forecourt);
    expect(await lateFor(tyler, message)).toBe(1);
  });

  test('is nobody’s any more when its message was deleted', async () => {
    const message = await lateRequest();
    await round(forecourt);
    await takeBack(employee, 'service', message.id);
    await eventually(async () => (await lateFor(tyler, message)) === 0);
    await letEscalate(message.id);
    await round(forecourt);
    expect(await lateFor(manager, message)).toBe(0);
  });

  test('is not told to those who may not read it', async () => {
    const room = await privateChannel(employee, [tylerId]);
    const message = await lateRequest(room);
    await round(forecourt);
    await letEscalate(message.id);
    await round(forecourt);
    expect(await Promise.all([tyler, manager].map((one) => lateFor(one, message)))).toEqual([1, 0]);
    await leave(tyler, room, tylerId);
    await eventually(async () => (await toldOf(tyler, message)).length === 0);
  });
});
