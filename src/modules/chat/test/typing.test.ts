import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import type { TestSocket } from '../../../../test/support/socket.ts';
import { caughtUp, dm, idOf, newId, say } from './chatCalls.ts';
import { privateChannel } from './personalCalls.ts';

let forecourt: TestForecourt;
let employee: Client;
let manager: Client;
let here: TestSocket;
let there: TestSocket;
let employeeId: number;
let managerId: number;

beforeAll(async () => {
  forecourt = await startForecourt();
  employee = await forecourt.signIn('employee');
  manager = await forecourt.signIn('manager');
  here = await employee.socket();
  there = await manager.socket();
  employeeId = await idOf(forecourt, 'employee');
  managerId = await idOf(forecourt, 'manager');
});
afterAll(() => forecourt.stop());

const typingFrames = (socket: TestSocket, channelId: string) =>
  socket.frames.filter(({ type, data }) => type === 'typing' && data.channelId === channelId);

async function settled(...sockets: TestSocket[]): Promise<void> {
  for (const socket of sockets) await caughtUp(socket);
}

test('the readers of a channel see who is typing, in which thread, at most every two seconds', async () => {
  const threadId = newId();
  here.send('typing', { channelId: 'sales', threadId });
  expect(await there.next('typing')).toEqual({ channelId: 'sales', threadId, userId: employeeId });
  for (let turn = 0; turn < 5; turn += 1) here.send('typing', { channelId: 'sales' });
  await settled(here, there);
  expect(typingFrames(there, 'sales')).toHaveLength(1);
  await sleep(2_100);
  here.send('typing', { channelId: 'sales' });
  expect(await there.next('typing')).toMatchObject({ threadId: null });
});

test('only the two people of a direct channel see each other typing', async () => {
  const channelId = dm(employeeId, managerId);
  const gm = await (await forecourt.signIn('gm')).socket();
  await say(employee, channelId, 'Hello');
  here.send('typing', { channelId });
  expect(await there.next('typing')).toMatchObject({ channelId, userId: employeeId });
  await settled(gm);
  expect(typingFrames(gm, channelId)).toEqual([]);
  gm.close();
});

test('people who cannot read a channel cannot be seen typing in it, and see nothing', async () => {
  const gmId = await idOf(forecourt, 'gm');
  const channel = await privateChannel(manager, []);
  const closed = ['management', channel, dm(managerId, gmId), dm(managerId, 999_999), 'no-such'];
  for (const channelId of closed) here.send('typing', { channelId });
  await settled(here, there);
  for (const channelId of closed) expect(typingFrames(there, channelId)).toEqual([]);
  expect(here.frames.filter(({ type }) => type === 'error')).toEqual([]);
  there.send('typing', { channelId: channel });
  expect(await there.next('typing')).toMatchObject({ channelId: channel, userId: managerId });
});
