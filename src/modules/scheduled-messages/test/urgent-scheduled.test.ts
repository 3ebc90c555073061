import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { listActivity } from '../../activity/contract.ts';
import { postMessage } from '../../chat/contract.ts';
import { newId, read } from '../../chat/test/chatCalls.ts';
import { privateChannel } from '../../chat/test/personalCalls.ts';
import { addUser, listOf, type TestUser } from '../../notifications/test/stage.ts';
import * as contract from '../contract.ts';
import { makeDue } from './makeDue.ts';

const urgent = { reason: 'The auction ends at nine' };

let forecourt: TestForecourt;
let admin: Client;
beforeAll(async () => {
  forecourt = await startForecourt();
  admin = await forecourt.signIn('admin');
});
afterAll(() => forecourt.stop());

const author = () => addUser(forecourt, { firstName: 'Ann', lastName: 'Sales' });
const sendAt = () => new Date(Date.now() + 7_200_000).toISOString();

const schedule = ({ client }: TestUser, channelId: string, more: object = {}) =>
  client.call(contract.scheduleMessage, {
    body: { id: newId(), channelId, content: 'Bid now', sendAt: sendAt(), urgent, ...more },
  });
const reschedule = ({ client }: TestUser, scheduledId: string, body: object) =>
  client.call(contract.changeScheduled, { params: { scheduledId }, body });
const find = async ({ client }: TestUser, id: string) =>
  (await client.call(contract.listScheduled)).body.find((one) => one.id === id);
const logEntries = async (messageId: string) =>
  (
    await admin.call(listActivity, { query: { action: 'chat.urgent_sent', limit: 200 } })
  ).body.filter(({ subjectId }) => subjectId === messageId);

async function rowOf(id: string) {
  const { db } = forecourt.platform;
  const query = db.selectFrom('chat_scheduled').select(['state', 'urgent_reason']);
  return query.where('id', '=', id).executeTakeFirst();
}

async function send(id: string): Promise<void> {
  await makeDue(forecourt, id);
  await eventually(async () => (await rowOf(id))?.state !== 'waiting');
}

const postUrgent = ({ client }: TestUser, channelId: string) =>
  client.call(postMessage, {
    params: { channelId },
    body: { content: 'Now', clientMsgId: newId(), urgent },
  });

describe('a scheduled urgent message', () => {
  test('becomes urgent when it is sent: marked and logged then, not before', async () => {
    const [ann, eve] = [await author(), await addUser(forecourt)];
    const channel = await privateChannel(ann.client, [eve.id]);
    const { status, body } = await schedule(ann, channel);
    expect([status, body.urgent]).toEqual([201, urgent]);
    expect(await find(ann, body.id)).toEqual(body);
    const { body: log } = await admin.call(listActivity, { query: { limit: 200 } });
    expect(JSON.stringify(log)).not.toContain(urgent.reason);
    await send(body.id);
    const [message] = await read(eve.client, channel);
    expect(message).toMatchObject({ content: 'Bid now', metadata: { urgent } });
    expect(await logEntries(message?.id ?? '')).toMatchObject([
      { actorName: 'Ann Sales', after: { reason: urgent.reason } },
    ]);
    await eventually(async () =>
      (await listOf(eve.client)).notifications.some(({ urgent: isUrgent }) => isUrgent),
    );
    // The reason is in the message now. A copy here would remain after the message is deleted.
    expect(await rowOf(body.id)).toEqual({ state: 'sent', urgent_reason: null });
  });

  test('can become normal, or get another reason', async () => {
    const ann = await author();
    const channel = await privateChannel(ann.client, []);
    const { body } = await schedule(ann, channel);
    expect((await reschedule(ann, body.id, { content: 'Bid soon' })).body.urgent).toEqual(urgent);
    const other = { reason: 'The auction ends at eight' };
    expect((await reschedule(ann, body.id, { urgent: other })).body).toMatchObject({
      content: 'Bid soon',
      urgent: other,
    });
    expect((await reschedule(ann, body.id, { urgent: null })).body.urgent).toBeNull();
    await send(body.id);
    const [message] = await read(ann.client, channel);
    expect([message?.content, message?.metadata]).toEqual(['Bid soon', null]);
    expect(await logEntries(message?.id ?? '')).toEqual([]);
  });

  test('needs a reason, and can only be changed by its author', async () => {
    const [ann, bob] = [await author(), await author()];
    const channel = await privateChannel(ann.client, [bob.id]);
    const { body } = await schedule(ann, channel);
    for (const wrong of [true, {}, { reason: ' a ' }, { reason: 'Her SSN is 536-22-8126' }]) {
      expect([wrong, (await schedule(ann, channel, { urgent: wrong })).status]).toEqual([
        wrong,
        400,
      ]);
      const changed = await reschedule(ann, body.id, { urgent: wrong });
      expect([wrong, changed.status]).toEqual([wrong, 400]);
    }
    expect((await reschedule(bob, body.id, { urgent: null })).status).toBe(404);
    expect(await find(ann, body.id)).toEqual(body);
  });

  test('is refused in a channel the user is not in', async () => {
    const [ann, stranger] = [await author(), await author()];
    const channel = await privateChannel(ann.client, []);
    expect((await schedule(stranger, channel)).status).toBe(404);
  });

  test('counts when sent: beyond five in an hour its sender is notified at once', async () => {
    const ann = await author();
    const channel = await privateChannel(ann.client, []);
    const { body } = await schedule(ann, channel);
    for (let n = 0; n < 5; n += 1) expect((await postUrgent(ann, channel)).status).toBe(201);
    await send(body.id);
    const failure = expect.stringMatching(/^You’ve sent 5 urgent messages in the past hour\./);
    expect(await find(ann, body.id)).toMatchObject({ urgent, failure });
    await eventually(async () =>
      (await listOf(ann.client)).notifications.some(
        ({ title }) => title === 'Couldn’t send a scheduled message',
      ),
    );
    expect(await read(ann.client, channel)).toHaveLength(5);
    // Sent as a normal message.
    await reschedule(ann, body.id, { urgent: null, sendAt: sendAt() });
    await send(body.id);
    expect((await read(ann.client, channel)).at(-1)).toMatchObject({ content: 'Bid now' });
  });
});
