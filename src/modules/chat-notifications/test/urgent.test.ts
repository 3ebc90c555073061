import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { createChannel } from '../../chat/contract/channels.ts';
import { postMessage } from '../../chat/contract.ts';
import { newId, post } from '../../chat/test/chatCalls.ts';
import { hire, listOf, type TestUser } from '../../notifications/test/stage.ts';
import { saveChatSettings } from '../contract.ts';

const reason = 'Recall on the lot';
const urgent = { reason };

let forecourt: TestForecourt;
let bob: TestUser;
beforeAll(async () => {
  forecourt = await startForecourt();
  bob = await hire(forecourt);
});
afterAll(() => forecourt.stop());

/** Each has their own hour. */
const author = () => hire(forecourt, { firstName: 'Ann', lastName: 'Sales' });

async function channelWith(ann: TestUser, ...people: TestUser[]): Promise<string> {
  const userIds = people.map(({ id }) => id);
  const body = { name: `Channel ${newId()}`, type: 'private' as const, userIds };
  return (await ann.client.call(createChannel, { body })).body.id;
}

const send = (client: Client, channelId: string, more: object = {}) =>
  client.call(postMessage, {
    params: { channelId },
    body: { content: 'Stop every delivery', clientMsgId: newId(), urgent, ...more },
  });

async function allNotified(): Promise<void> {
  await eventually(async () => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from chat_channels c
      left join chat_notify_cursors k on k.channel_id = c.id
      where c.last_rev > coalesce(k.rev, 0)`.execute(forecourt.platform.db);
    return rows[0]?.n === 0;
  });
}

async function noticeOf({ client }: TestUser, messageId: string) {
  await allNotified();
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
    const eve = await hire(forecourt);
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
    expect(await noticeOf(eve, body.id)).toMatchObject({ urgent: true });
    expect(await noticeOf(eve, plain.id)).not.toHaveProperty('urgent');
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
    const [eve, max] = [await hire(forecourt), await hire(forecourt)];
    const channel = await channelWith(ann, eve, max);
    await saveSettings(eve, { mutedChannels: [channel] });
    await saveSettings(max, { channelLevels: { [channel]: 'nothing' } });
    const { body } = await send(ann.client, channel);
    expect(await noticeOf(eve, body.id)).toBeUndefined();
    expect(await noticeOf(max, body.id)).toBeUndefined();
    // A mention overrides muting, as for any message.
    const named = await send(ann.client, channel, { content: `@${eve.username} @${max.username}` });
    expect(await noticeOf(eve, named.body.id)).toMatchObject({ urgent: true });
    expect(await noticeOf(max, named.body.id)).toBeUndefined();
  });

  test('is notified individually even in a burst', async () => {
    const ann = await author();
    const channel = await channelWith(ann, bob);
    const { body } = await send(ann.client, channel);
    for (let n = 0; n < 8; n += 1) await post(ann.client, channel, { content: `Then ${n}` });
    expect(await noticeOf(bob, body.id)).toMatchObject({ urgent: true });
  });
});
