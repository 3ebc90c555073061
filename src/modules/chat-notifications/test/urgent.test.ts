import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../../../test/support/eventually.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { editMessage } from '../../chat/contract/changes.ts';
import { post } from '../../chat/test/chatCalls.ts';
import {
  addAuthor,
  channelWith,
  forwardUrgently,
  reason,
  sendUrgent as send,
  sendUrgentPoll,
} from '../../chat/test/urgentCalls.ts';
import { addUser, listOf, type TestUser } from '../../notifications/test/stage.ts';
import { saveChatSettings } from '../contract.ts';

let forecourt: TestForecourt;
let bob: TestUser;
beforeAll(async () => {
  forecourt = await startForecourt();
  bob = await addUser(forecourt);
});
afterAll(() => forecourt.stop());

const author = () => addAuthor(forecourt);

async function waitUntilNotified(): Promise<void> {
  await eventually(async () => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from chat_channels c
      left join chat_notify_cursors k on k.channel_id = c.id
      where c.last_rev > coalesce(k.rev, 0)`.execute(forecourt.platform.db);
    return rows[0]?.n === 0;
  });
}

async function notificationOf({ client }: TestUser, messageId: string) {
  await waitUntilNotified();
  const { notifications } = await listOf(client);
  return notifications.find(({ actionUrl }) => actionUrl?.endsWith(messageId));
}

describe('someone with do-not-disturb', () => {
  const saveSettings = (who: TestUser, body: object) => who.client.call(saveChatSettings, { body });
  const allDay = { enabled: true, start: '00:00', end: '00:00', timezone: 'America/Chicago' };

  test.each([
    ['a pause', () => ({ pausedUntil: new Date(Date.now() + 3_600_000).toISOString() })],
    ['quiet hours', () => ({ schedule: allDay })],
  ])('is notified of urgent messages in %s, and of nothing else', async (_name, settings) => {
    const ann = await author();
    const eve = await addUser(forecourt);
    const channel = await channelWith(ann, eve);
    await saveSettings(eve, settings());
    const socket = await eve.client.socket();
    const plain = await post(ann.client, channel, { content: 'Lunch?' });
    expect(await socket.next('notification')).toMatchObject({ silent: true, message: 'Lunch?' });
    const { body } = await send(ann.client, channel);
    const frame = await socket.next('notification');
    expect(frame).toMatchObject({ urgent: true, toast: true });
    expect(frame).toMatchObject({ message: `${reason}: Stop every delivery` });
    expect(frame.silent).toBeUndefined();
    expect(await notificationOf(eve, body.id)).toMatchObject({ urgent: true });
    expect(await notificationOf(eve, plain.id)).not.toHaveProperty('urgent');
    const rows = await forecourt.platform.db
      .selectFrom('notifications')
      .select(['urgent', 'push_at'])
      .where('user_id', '=', eve.id)
      .orderBy('id')
      .execute();
    expect(rows.map((row) => [row.urgent, row.push_at !== null])).toEqual([
      [false, false],
      [true, true],
    ]);
    socket.close();
  });

  test('with the channel muted or set to nothing is not notified', async () => {
    const ann = await author();
    const [eve, max] = [await addUser(forecourt), await addUser(forecourt)];
    const channel = await channelWith(ann, eve, max);
    await saveSettings(eve, { mutedChannels: [channel] });
    await saveSettings(max, { channelLevels: { [channel]: 'nothing' } });
    const { body } = await send(ann.client, channel);
    expect(await notificationOf(eve, body.id)).toBeUndefined();
    expect(await notificationOf(max, body.id)).toBeUndefined();
    // A mention overrides muting, as for any message.
    const named = await send(ann.client, channel, { content: `@${eve.username} @${max.username}` });
    expect(await notificationOf(eve, named.body.id)).toMatchObject({ urgent: true });
    expect(await notificationOf(max, named.body.id)).toBeUndefined();
  });

  test('is notified individually even in a burst', async () => {
    const ann = await author();
    const channel = await channelWith(ann, bob);
    const { body } = await send(ann.client, channel);
    for (let n = 0; n < 8; n += 1) await post(ann.client, channel, { content: `Then ${n}` });
    expect(await notificationOf(bob, body.id)).toMatchObject({ urgent: true });
  });
});

test.each([
  ['a poll', sendUrgentPoll],
  ['a forwarded message', forwardUrgently],
])('%s overrides do-not-disturb by the same rule', async (_, sendKind) => {
  const [ann, eve] = [await author(), await addUser(forecourt)];
  const pausedUntil = new Date(Date.now() + 3_600_000).toISOString();
  await eve.client.call(saveChatSettings, { body: { pausedUntil } });
  const { body } = await sendKind(ann.client, await channelWith(ann, eve));
  const notice = await notificationOf(eve, body.id);
  expect(notice).toMatchObject({ urgent: true, toast: true });
  expect(notice?.message).toMatch(/^Recall on the lot: ./);
});

test('urgency cannot be added later, and an edit does not repeat it', async () => {
  const ann = await author();
  const eve = await addUser(forecourt);
  const channel = await channelWith(ann, eve);
  await eve.client.call(saveChatSettings, {
    body: { all: false, pausedUntil: new Date(Date.now() + 3_600_000).toISOString() },
  });
  const plain = await post(ann.client, channel, { content: 'Not so' });
  const params = { channelId: channel, messageId: plain.id };
  const more = { content: 'But now', urgent: { reason } } as never;
  expect((await ann.client.call(editMessage, { params, body: more })).status).toBe(400);
  const { body } = await send(ann.client, channel);
  await waitUntilNotified();
  const content = `Stop every delivery @${eve.username}`;
  const edited = await ann.client.call(editMessage, {
    params: { channelId: channel, messageId: body.id },
    body: { content },
  });
  // It was urgent when sent, and that is shown.
  expect(edited.body.metadata).toEqual({ urgent: { reason } });
  const notice = await notificationOf(eve, body.id);
  expect(notice).toMatchObject({ silent: true, message: expect.stringMatching(/^Stop/) });
  expect(notice).not.toHaveProperty('urgent');
});
