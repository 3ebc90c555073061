import { afterAll, beforeAll, expect, test } from 'vitest';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { addMembers, createChannel, listChannels } from '../contract/channels.ts';
import { caughtUp, idOf, newId, postText } from './chatCalls.ts';

let forecourt: TestForecourt;

beforeAll(async () => {
  forecourt = await startForecourt();
});
afterAll(() => forecourt.stop());

test('no one else receives events of a private channel, not even administrators or when someone is added', async () => {
  const manager = await forecourt.signIn('manager');
  const employee = await forecourt.signIn('employee');
  const admin = await forecourt.signIn('admin');
  const [employeeSocket, adminSocket] = [await employee.socket(), await admin.socket()];
  const body = { name: `Auction picks ${newId()}`, type: 'private' as const };
  const { id: channelId } = (await manager.call(createChannel, { body })).body;
  await postText(manager, channelId, 'Lane 4 looks good.');
  const userIds = [await idOf(forecourt, 'employee')];
  await manager.call(addMembers, { params: { channelId }, body: { userIds } });
  expect(await employeeSocket.next('channel_changed')).toEqual({ channelId });
  await postText(manager, channelId, 'Lane 5 as well.');
  expect((await employeeSocket.next('new_message')).content).toBe('Lane 5 as well.');

  await caughtUp(adminSocket);
  expect(adminSocket.frames.filter(({ data }) => data.channelId === channelId)).toEqual([]);
  const seen = (await admin.call(listChannels)).body.map(({ id }) => id);
  expect(seen).not.toContain(channelId);
  for (const socket of [employeeSocket, adminSocket]) socket.close();
});
