import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { deleteMessage } from '../../chat/contract/changes.ts';
import { insertChannel } from '../../chat/test/channelRows.ts';
import { caughtUp, postText } from '../../chat/test/chatCalls.ts';
import { listNotifications } from '../../notifications/contract.ts';
import { closeNotice } from '../contract.ts';
import { confirm, notificationsOf, passTime, post, runRound } from './stage.ts';

let forecourt: TestForecourt;
let manager: Client;
let employee: Client;

beforeAll(async () => {
  forecourt = await startForecourt();
  [manager, employee] = [await forecourt.signIn('manager'), await forecourt.signIn('employee')];
});
afterAll(() => forecourt.stop());

describe('a notice', () => {
  test('reaches every device of a recipient, with their own state', async () => {
    const socket = await (await forecourt.signIn('employee')).socket();
    const channelId = await insertChannel(forecourt, 'private', ['manager', 'employee']);
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
    await runRound(forecourt);
    expect(await socket.next('notice_changed')).toEqual({ noticeId, mine: null });
    socket.close();
  });

  test('publishes its progress to followers while they watch, and to no one else', async () => {
    const { noticeId } = await post(manager, 'sales');
    const [follower, recipient] = [await manager.socket(), await employee.socket()];
    for (const socket of [follower, recipient]) {
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
    const received = (socket: typeof recipient) =>
      socket.frames.filter(({ type }) => type === 'notice_progressed').length;
    expect([received(follower), received(recipient)]).toEqual([1, 0]);
    follower.close();
    recipient.close();
  });

  test('notifies once: not by the chat too', async () => {
    const { message } = await post(manager, 'sales');
    const { body: later } = await postText(manager, 'sales', 'Any questions, @employee?');
    const countNotifications = async (id: string) => {
      const { body } = await employee.call(listNotifications, { query: { limit: 200 } });
      return body.notifications.filter(({ actionUrl }) => actionUrl?.endsWith(id)).length;
    };
    await eventually(async () => (await countNotifications(later.id)) > 0);
    expect(await countNotifications(message.id)).toBe(1);
  });
});

test('no one is notified twice, even with concurrent and repeated rounds', async () => {
  const channelId = await insertChannel(forecourt, 'private', ['manager', 'employee', 'gm']);
  const title = 'Notified once';
  const { noticeId } = await post(manager, channelId, { title });
  await passTime(forecourt, noticeId, 'due');
  await Promise.all(Array.from({ length: 6 }, () => runRound(forecourt)));
  await runRound(forecourt);
  expect(await notificationsOf(employee, title)).toHaveLength(2);
  expect(await notificationsOf(manager, `Not confirmed in time: Stop-sale: ${title}`)).toHaveLength(
    1,
  );
});
