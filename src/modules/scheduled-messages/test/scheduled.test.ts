import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { archiveChannel, removeMember } from '../../chat/contract/channels.ts';
import { change, dm, idOf, newId, postText, read } from '../../chat/test/chatCalls.ts';
import { privateChannel, removeMessage } from '../../chat/test/personalCalls.ts';
import { listNotifications } from '../../notifications/contract.ts';
import * as contract from '../contract.ts';
import { makeDue } from './makeDue.ts';

let forecourt: TestForecourt;
let employee: Client;
let manager: Client;
let employeeId: number;

beforeAll(async () => {
  forecourt = await startForecourt();
  employee = await forecourt.signIn('employee');
  manager = await forecourt.signIn('manager');
  employeeId = await idOf(forecourt, 'employee');
});
afterAll(() => forecourt.stop());

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const schedule = (client: Client, channelId: string, content: string, fields = {}) =>
  client.call(contract.scheduleMessage, {
    body: { id: newId(), channelId, content, sendAt: inHours(2), ...fields },
  });
const listWaiting = async (client: Client) => (await client.call(contract.listScheduled)).body;
const find = async (client: Client, scheduledId: string) =>
  (await listWaiting(client)).find(({ id }) => id === scheduledId);
const reschedule = (client: Client, scheduledId: string, body: object) =>
  client.call(contract.changeScheduled, { params: { scheduledId }, body });
const cancel = (client: Client, scheduledId: string) =>
  client.call(contract.cancelScheduled, { params: { scheduledId } });
const stateOf = async (id: string) => {
  const query = forecourt.platform.db.selectFrom('chat_scheduled').select('state');
  return (await query.where('id', '=', id).executeTakeFirst())?.state;
};
const waitUntilSent = (id: string) => eventually(async () => (await stateOf(id)) !== 'waiting');

describe('a scheduled message', () => {
  test('is in its author’s list, on every device, and hidden from others', async () => {
    const socket = await (await forecourt.signIn('employee')).socket();
    const { status, body } = await schedule(employee, 'sales', 'Good morning!');
    expect(status).toBe(201);
    expect(await socket.next('scheduled_changed')).toEqual({});
    expect(await find(employee, body.id)).toEqual(body);
    expect(body).toMatchObject({ channelId: 'sales', content: 'Good morning!', failure: null });
    expect(await find(manager, body.id)).toBeUndefined();
    expect((await read(manager, 'sales')).at(-1)?.content).not.toBe('Good morning!');
    socket.close();
  });

  test('is the same when scheduled twice', async () => {
    const id = newId();
    const [first, second] = [
      await schedule(employee, 'sales', 'Once', { id }),
      await schedule(employee, 'general', 'Twice', { id }),
    ];
    expect(second.body).toEqual(first.body);
    expect((await listWaiting(employee)).filter((one) => one.id === id)).toHaveLength(1);
  });

  test('can be changed and canceled only by its author', async () => {
    const { body } = await schedule(employee, 'sales', 'Draft');
    const sendAt = inHours(5);
    const changed = await reschedule(employee, body.id, { content: 'Better', sendAt });
    expect(changed.body).toMatchObject({ content: 'Better', sendAt });
    expect((await reschedule(manager, body.id, { content: 'Mine' })).status).toBe(404);
    expect((await cancel(manager, body.id)).status).toBe(404);
    expect((await cancel(employee, body.id)).status).toBe(200);
    expect(await find(employee, body.id)).toBeUndefined();
    expect((await cancel(employee, body.id)).status).toBe(404);
  });

  test('is changed under the same rules as scheduling', async () => {
    const channel = await privateChannel(manager, [employeeId]);
    const { body } = await schedule(employee, channel, 'Count the keys');
    const changes = [
      { content: 'Other words' },
      { sendAt: inHours(5) },
      { urgent: { reason: 'The auditors are here' } },
    ];
    const archive = (archived: boolean) =>
      manager.call(archiveChannel, { params: { channelId: channel }, body: { archived } });
    await archive(true);
    expect((await schedule(employee, channel, 'Too late')).status).toBe(409);
    for (const change of changes) {
      const refused = await reschedule(employee, body.id, change);
      expect([refused.status, refused.body]).toMatchObject([
        409,
        { error: 'This channel is archived.' },
      ]);
    }
    expect(await find(employee, body.id)).toEqual(body);
    await archive(false);
    await employee.call(removeMember, { params: { channelId: channel, userId: employeeId } });
    expect((await reschedule(employee, body.id, { sendAt: inHours(5) })).status).toBe(404);
    expect((await cancel(employee, body.id)).status).toBe(200);

    const { body: scheduledMessage } = await schedule(employee, 'sales', 'Count the keys');
    for (const change of changes) {
      const { status, body: changed } = await reschedule(employee, scheduledMessage.id, change);
      expect([status, changed]).toMatchObject([200, change]);
    }
    await cancel(employee, scheduledMessage.id);
  });

  test('needs text, a time within a year, and a writable channel', async () => {
    const derek = dm(employeeId, await idOf(forecourt, 'derek.sloan'));
    const theirs = dm(await idOf(forecourt, 'manager'), await idOf(forecourt, 'gm'));
    expect((await schedule(employee, 'sales', ' ')).status).toBe(400);
    for (const hours of [-1, 400 * 24]) {
      const { status, body } = await schedule(employee, 'sales', 'Hi', { sendAt: inHours(hours) });
      expect(status).toBe(400);
      expect(body).toMatchObject({ fields: { sendAt: expect.any(String) } });
    }
    for (const channelId of ['management', theirs]) {
      expect((await schedule(employee, channelId, 'Hi')).status).toBe(404);
    }
    expect((await schedule(employee, derek, 'Hi')).status).toBe(409);
    const { body } = await schedule(employee, 'sales', 'Fine');
    expect((await reschedule(employee, body.id, { sendAt: inHours(-1) })).status).toBe(400);
    expect((await reschedule(employee, body.id, { content: '' })).status).toBe(400);
  });
});

describe('when due', () => {
  test('it is sent as its author, once, and leaves the list', async () => {
    const { body } = await schedule(employee, 'sales', 'The bell rings');
    const [mine, theirs] = [await employee.socket(), await manager.socket()];
    await makeDue(forecourt, body.id);
    const frame = await theirs.next('new_message');
    expect(frame).toMatchObject({
      content: 'The bell rings',
      senderId: employeeId,
      clientMsgId: body.id,
    });
    await mine.next('scheduled_changed');
    expect(await find(employee, body.id)).toBeUndefined();
    expect((await cancel(employee, body.id)).status).toBe(409);
    expect((await reschedule(employee, body.id, { content: 'Too late' })).status).toBe(409);
    expect((await schedule(employee, 'sales', 'Again', { id: body.id })).body.id).toBe(body.id);
    for (const socket of [mine, theirs]) socket.close();
  });

  test('it is not posted again if the process died before it was saved', async () => {
    const { body } = await schedule(employee, 'sales', 'Only once, please');
    const posted = await postText(employee, 'sales', 'Only once, please', body.id);
    await makeDue(forecourt, body.id);
    await waitUntilSent(body.id);
    expect(await stateOf(body.id)).toBe('sent');
    const found = (await read(manager, 'sales')).filter((one) => one.clientMsgId === body.id);
    expect(found).toEqual([posted.body]);
  });

  test('it may be a reply in a thread', async () => {
    const { body: root } = await postText(manager, 'sales', 'Who opens on Saturday?');
    const { body } = await schedule(employee, 'sales', 'I do', { threadId: root.id });
    const socket = await manager.socket();
    await makeDue(forecourt, body.id);
    expect(await socket.next('new_message')).toMatchObject({ threadId: root.id, seq: null });
    socket.close();
  });

  test('it may be a reply that is also in the channel, and quote a message of it', async () => {
    const { body: root } = await postText(manager, 'sales', 'Who closes on Saturday?');
    const { body: elsewhere } = await postText(manager, 'general', 'Who cleans?');
    const refused = await schedule(employee, 'sales', 'Me', { replyToId: elsewhere.id });
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { fields: { replyToId: expect.any(String) } },
    ]);
    const fields = { threadId: root.id, alsoToChannel: true, replyToId: root.id };
    const { body } = await schedule(employee, 'sales', 'Me', fields);
    expect(body).toMatchObject(fields);
    const socket = await manager.socket();
    await makeDue(forecourt, body.id);
    const sent = await socket.next('new_message');
    expect(sent).toMatchObject({ threadId: root.id, replyToId: root.id, clientMsgId: body.id });
    expect((await read(manager, 'sales')).at(-1)?.id).toBe(sent.id);
    socket.close();
  });

  test('it is not sent if its author was disabled or can no longer post there', async () => {
    const channel = await privateChannel(manager, [employeeId]);
    const { body: left } = await schedule(employee, channel, 'I am gone');
    await employee.call(removeMember, { params: { channelId: channel, userId: employeeId } });
    await makeDue(forecourt, left.id);
    await waitUntilSent(left.id);
    expect((await find(employee, left.id))?.failure).toBe(
      'You no longer had access to this conversation at that time.',
    );
    expect((await read(manager, channel)).map(({ content }) => content)).not.toContain('I am gone');

    const jake = await forecourt.signIn('jake.lindstrom');
    const jakeId = await idOf(forecourt, 'jake.lindstrom');
    const { body: disabled } = await schedule(jake, 'sales', 'Still here');
    await change(forecourt, jakeId, { is_active: false });
    await makeDue(forecourt, disabled.id);
    await waitUntilSent(disabled.id);
    await change(forecourt, jakeId, { is_active: true });
    const back = await forecourt.signIn('jake.lindstrom');
    expect((await find(back, disabled.id))?.failure).toContain('account');
    expect((await read(manager, 'sales')).map(({ content }) => content)).not.toContain(
      'Still here',
    );
  });

  test('it is not sent with permissions its author has lost', async () => {
    const { body } = await schedule(manager, 'management', 'Only for us');
    const managerId = await idOf(forecourt, 'manager');
    await change(forecourt, managerId, { role: 'employee' });
    await makeDue(forecourt, body.id);
    await waitUntilSent(body.id);
    await change(forecourt, managerId, { role: 'manager' });
    expect((await find(manager, body.id))?.failure).toContain('no longer had access');
    const { body: allowed } = await schedule(manager, 'management', 'For us after all');
    await makeDue(forecourt, allowed.id);
    await waitUntilSent(allowed.id);
    expect((await read(manager, 'management')).at(-1)?.content).toBe('For us after all');
  });

  test('a failed one is sent at another time, and each failure is notified', async () => {
    let jake = await forecourt.signIn('jake.lindstrom');
    const failed = (await listWaiting(jake)).find(({ failure }) => failure !== null);
    if (!failed) throw new Error('Nothing failed');
    const failureNotices = async () => {
      const { notifications } = (await jake.call(listNotifications)).body;
      return notifications.filter(({ title }) => title === 'Couldn’t send a scheduled message');
    };
    expect(await failureNotices()).toMatchObject([{ type: 'warning', message: failed.failure }]);
    const { body } = await reschedule(jake, failed.id, { sendAt: inHours(1) });
    expect(body.failure).toBeNull();
    expect(await failureNotices()).toEqual([]);
    const jakeId = await idOf(forecourt, 'jake.lindstrom');
    await change(forecourt, jakeId, { is_active: false });
    await makeDue(forecourt, failed.id);
    await waitUntilSent(failed.id);
    await change(forecourt, jakeId, { is_active: true });
    jake = await forecourt.signIn('jake.lindstrom');
    expect(await failureNotices()).toMatchObject([{ type: 'warning', message: failed.failure }]);
    await reschedule(jake, failed.id, { sendAt: inHours(1) });
    expect(await failureNotices()).toEqual([]);
    await makeDue(forecourt, failed.id);
    await waitUntilSent(failed.id);
    expect(await stateOf(failed.id)).toBe('sent');
  });

  test('its text is stored only in the message, so that it can be deleted', async () => {
    const { body } = await schedule(employee, 'sales', 'Words to regret');
    await makeDue(forecourt, body.id);
    await waitUntilSent(body.id);
    const sent = (await read(employee, 'sales')).find((one) => one.clientMsgId === body.id);
    expect(sent?.content).toBe('Words to regret');
    await removeMessage(employee, 'sales', sent?.id ?? '');
    const rows = await forecourt.platform.db.selectFrom('chat_scheduled').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain('Words to regret');
  });

  test('it does not wait for another user’s backlog', async () => {
    const send_at = new Date(Date.now() - 60_000);
    const backlog = Array.from({ length: 500 }, () => ({
      id: newId(),
      user_id: employeeId,
      channel_id: 'general',
      content: 'Me first',
      send_at,
      failure: null,
      thread_id: null,
    }));
    await forecourt.platform.db.insertInto('chat_scheduled').values(backlog).execute();
    const { body } = await schedule(manager, 'sales', 'One among many');
    const socket = await manager.socket();
    await makeDue(forecourt, body.id);
    expect(await socket.next('new_message')).toBeDefined();
    await eventually(async () => (await stateOf(body.id)) === 'sent');
    socket.close();
  });
});

test('sent ones are deleted after a month, waiting and failed ones are not', async () => {
  const { db, jobs } = forecourt.platform;
  const row = (state: 'waiting' | 'sent' | 'failed', days: number) => ({
    id: newId(),
    user_id: employeeId,
    channel_id: 'general',
    content: '',
    send_at: new Date(Date.now() - days * 86_400_000),
    state,
    failure: state === 'failed' ? 'It could not be sent.' : null,
    thread_id: null,
  });
  const [old, recent, failed] = [row('sent', 31), row('sent', 29), row('failed', 31)];
  await db.insertInto('chat_scheduled').values([old, recent, failed]).execute();
  await jobs.add(db, 'chat.scheduled.sweep', {});
  await eventually(async () => (await stateOf(old.id)) === undefined);
  expect([await stateOf(recent.id), await stateOf(failed.id)]).toEqual(['sent', 'failed']);
});
