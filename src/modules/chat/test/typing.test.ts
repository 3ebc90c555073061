import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import type { TestSocket } from '../../../../test/support/socket.ts';
import { caughtUp, dm, idOf, newId, postText } from './chatCalls.ts';
import { privateChannel } from './personalCalls.ts';

let forecourt: TestForecourt;
let employee: Client;
let manager: Client;
let employeeSocket: TestSocket;
let managerSocket: TestSocket;
let employeeId: number;
let managerId: number;

beforeAll(async () => {
  forecourt = await startForecourt();
  employee = await forecourt.signIn('employee');
  manager = await forecourt.signIn('manager');
  employeeSocket = await employee.socket();
  managerSocket = await manager.socket();
  employeeId = await idOf(forecourt, 'employee');
  managerId = await idOf(forecourt, 'manager');
});
afterAll(() => forecourt.stop());

const typingFrames = (socket: TestSocket, channelId: string) =>
  socket.frames.filter(({ type, data }) => type === 'typing' && data.channelId === channelId);

async function waitForEvents(...sockets: TestSocket[]): Promise<void> {
  for (const socket of sockets) await caughtUp(socket);
}

test('the readers of a channel see who is typing, in which thread, at most every two seconds', async () => {
  const threadId = newId();
  employeeSocket.send('typing', { channelId: 'sales', threadId });
  expect(await managerSocket.next('typing')).toEqual({
    channelId: 'sales',
    threadId,
    userId: employeeId,
  });
  for (let turn = 0; turn < 5; turn += 1) employeeSocket.send('typing', { channelId: 'sales' });
  await waitForEvents(employeeSocket, managerSocket);
  expect(typingFrames(managerSocket, 'sales')).toHaveLength(1);
  await sleep(2_100);
  employeeSocket.send('typing', { channelId: 'sales' });
  expect(await managerSocket.next('typing')).toMatchObject({ threadId: null });
});

test('only the two people of a direct channel see each other typing', async () => {
  const channelId = dm(employeeId, managerId);
  const gm = await (await forecourt.signIn('gm')).socket();
  await postText(employee, channelId, 'Hello');
  employeeSocket.send('typing', { channelId });
  expect(await managerSocket.next('typing')).toMatchObject({ channelId, userId: employeeId });
  await waitForEvents(gm);
  expect(typingFrames(gm, channelId)).toEqual([]);
  gm.close();
});

test('people who cannot read a channel cannot be seen typing in it, and see nothing', async () => {
  const gmId = await idOf(forecourt, 'gm');
  const channel = await privateChannel(manager, []);
  const closed = ['management', channel, dm(managerId, gmId), dm(managerId, 999_999), 'no-such'];
  for (const channelId of closed) employeeSocket.send('typing', { channelId });
  await waitForEvents(employeeSocket, managerSocket);
  for (const channelId of closed) expect(typingFrames(managerSocket, channelId)).toEqual([]);
  expect(employeeSocket.frames.filter(({ type }) => type === 'error')).toEqual([]);
  managerSocket.send('typing', { channelId: channel });
  expect(await managerSocket.next('typing')).toMatchObject({
    channelId: channel,
    userId: managerId,
  });
});
