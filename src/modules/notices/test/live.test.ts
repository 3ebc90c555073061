import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { deleteMessage } from '../../chat/contract/changes.ts';
import { openRoom } from '../../chat/test/rooms.ts';
import { caughtUp, say } from '../../chat/test/talk.ts';
import { listNotifications } from '../../notifications/contract.ts';
import { closeNotice } from '../contract.ts';
import { confirm, goRound, pass, post, told } from './stage.ts';

let forecourt: TestForecourt;
let manager: Client;
let employee: Client;

beforeAll(async () => {
  forecourt = await startForecourt();
  [manager, employee] = [await forecourt.signIn('manager'), await forecourt.signIn('employee')];
});
afterAll(() => forecourt.stop());

describe('a notice', () => {
  test('reaches every device of who was asked, as it stands to them', async () => {
    const socket = await (await forecourt.signIn('employee')).socket();
    const channelId = await openRoom(forecourt, 'private', ['manager', 'employee']);
    const { noticeId, message } = await post(manager, channelId);
    const mine = { noticeId, channelId, messageId: message.id, confirmedAt: null };
    expect(await socket.next('notice_changed')).toMatchObject({ noticeId, mine });
    const { body } = await confirm(employee, noticeId);
    const { confirmedAt } = body;
    expect(await socket.next('notice_changed')).toMatchObject({ mine: { confirmedAt } });
    await manager.call(closeNotice, { params: { id: noticeId } });
    const closed = await socket.next('notice_changed');
    expect(closed.mine.closedAt).toEqual(expect.any(String));
    await manager.call(deleteMessage, { params: { channelId, messageId: message.id } });
    await goRound(forecourt);
    expect(await socket.next('notice_changed')).toEqual({ noticeId, mine: null });
    socket.close();
  });

  test('is heard of by those who follow it, for as long as they look; by nobody else', async () => {
    const { noticeId } = await post(manager, 'sales');
    const [follower, asked] = [await manager.socket(), await employee.socket()];
    for (const socket of [follower, asked]) {
      socket.send('notice_watch', { noticeId, watching: true });
      await caughtUp(socket);
    }
    await confirm(employee, noticeId);
    expect(await follower.next('notice_progressed')).toEqual({ noticeId });
    follower.send('notice_watch', { noticeId, watching: false });
    await caughtUp(follower);
    await confirm(await forecourt.signIn('gm'), noticeId);
    await eventually(async () => {
      const { body } = await manager.raw('GET', `/api/notices/${noticeId}/people`);
      return body.filter((one: { confirmedAt: string | null }) => one.confirmedAt).length === 2;
    });
    await caughtUp(follower);
    const heard = (socket: typeof asked) =>
      socket.frames.filter(({ type }) => type === 'notice_progressed').length;
    expect([heard(follower), heard(asked)]).toEqual([1, 0]);
    follower.close();
    asked.close();
  });

  test('is told of once: not by the chat too', async () => {
    const { message } = await post(manager, 'sales');
    const { body: later } = await say(manager, 'sales', 'Any questions, @employee?');
    const about = async (id: string) => {
      const { body } = await employee.call(listNotifications, { query: { limit: 200 } });
      return body.notifications.filter(({ actionUrl }) => actionUrl?.endsWith(id)).length;
    };
    await eventually(async () => (await about(later.id)) > 0);
    expect(await about(message.id)).toBe(1);
  });
});

test('however many rounds go at once, and again after them, nobody is told twice', async () => {
  const channelId = await openRoom(forecourt, 'private', ['manager', 'employee', 'gm']);
  const title = 'Told once';
  const { noticeId } = await post(manager, channelId, { title });
  await pass(forecourt, noticeId, 'due');
  await Promise.all(Array.from({ length: 6 }, () => goRound(forecourt)));
  await goRound(forecourt);
  expect(await told(employee, title)).toHaveLength(2);
  expect(await told(manager, `Not confirmed in time: Stop-sale: ${title}`)).toHaveLength(1);
});
