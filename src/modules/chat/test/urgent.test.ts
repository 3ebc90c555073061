import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { listActivity } from '../../activity/contract.ts';
import { saveChatSettings } from '../../chat-notifications/contract.ts';
import { searchMessages } from '../../chat-search/contract.ts';
import { hire, listOf, type TestUser } from '../../notifications/test/stage.ts';
import { editMessage, forwardMessage } from '../contract/changes.ts';
import { createChannel } from '../contract/channels.ts';
import { postMessage } from '../contract.ts';
import { endMembership } from './channels.ts';
import { dm, newId, post, read } from './chatCalls.ts';
import { followChannel } from './expectSync.ts';

const reason = 'Recall on the lot';
const urgent = { reason };

let forecourt: TestForecourt;
let admin: Client;
let bob: TestUser;
beforeAll(async () => {
  forecourt = await startForecourt();
  admin = await forecourt.signIn('admin');
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

const recorded = async (messageId: string) =>
  (
    await admin.call(listActivity, { query: { action: 'chat.urgent_sent', limit: 200 } })
  ).body.filter(({ subjectId }) => subjectId === messageId);

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

describe('an urgent message', () => {
  test('has its reason for every reader, over HTTP and over the socket', async () => {
    const ann = await author();
    const channel = await channelWith(ann, bob);
    const reader = await followChannel(bob.client, channel);
    const { status, body } = await send(ann.client, channel);
    expect([status, body.metadata]).toEqual([201, { urgent }]);
    const socket = await ann.client.socket();
    const clientMsgId = newId();
    socket.send('chat_message', {
      channelId: channel,
      content: 'All of them',
      clientMsgId,
      urgent,
    });
    expect(await socket.next('new_message')).toMatchObject({ clientMsgId, metadata: { urgent } });
    const inThread = await send(ann.client, channel, { threadId: body.id });
    expect(inThread.body).toMatchObject({ threadId: body.id, metadata: { urgent } });
    await reader.expectSync();
    expect(reader.message(body.id)).toMatchObject({ metadata: { urgent } });
    const plain = await send(ann.client, channel, { urgent: null });
    expect(plain.body.metadata).toBeNull();
    reader.close();
    socket.close();
  });

  test('is found with its reason', async () => {
    const ann = await author();
    const channel = await channelWith(ann, bob);
    const { body } = await send(ann.client, channel, { content: 'The zeppelin leaks' });
    await eventually(async () => {
      const found = await bob.client.call(searchMessages, { query: { q: 'zeppelin' } });
      const [hit] = found.body.results;
      return hit?.message.id === body.id && hit.message.metadata?.urgent?.reason === reason;
    });
  });

  test('is found as urgent, and nothing else is', async () => {
    const ann = await author();
    const channel = await channelWith(ann, bob);
    const calm = { content: 'The dirigible leaks', urgent: undefined };
    await send(ann.client, channel, calm);
    const { body } = await send(ann.client, channel, { content: 'The dirigible is gone' });
    const find = async (q: string) => {
      const found = await bob.client.call(searchMessages, { query: { q } });
      return found.body.results.map(({ message }) => message.id);
    };
    await eventually(async () => (await find('dirigible')).length === 2);
    expect(await find('dirigible is:urgent')).toEqual([body.id]);
  });

  test('needs a meaningful reason without customer data or extra fields', async () => {
    const ann = await author();
    const channel = await channelWith(ann);
    const refused = [
      true,
      {},
      { reason: '' },
      { reason: '  a  ' },
      { reason: 'x'.repeat(201) },
      { reason: 'Her SSN is 536-22-8126' },
      { reason, at: 1 },
    ];
    for (const wrong of refused) {
      const { status, body } = await send(ann.client, channel, { urgent: wrong });
      expect([wrong, status, body]).toEqual([
        wrong,
        400,
        expect.objectContaining({ code: 'invalid' }),
      ]);
    }
    const params = { channelId: channel };
    const own = { content: 'Mine', clientMsgId: newId(), metadata: { urgent } } as never;
    expect((await ann.client.call(postMessage, { params, body: own })).status).toBe(400);
    expect(await read(ann.client, channel)).toEqual([]);
    const kept = await send(ann.client, channel, { urgent: { reason: '  Gas leak ' } });
    expect(kept.body.metadata).toEqual({ urgent: { reason: 'Gas leak' } });
  });

  test('needs write access, and affects no one else’s limit', async () => {
    const ann = await author();
    const channel = await channelWith(ann, bob);
    const stranger = await author();
    const refused = await send(stranger.client, channel);
    expect(refused.status).toBe(404);
    const left = await author();
    const other = await channelWith(ann, left);
    await endMembership(forecourt, other, left.username);
    expect((await send(left.client, other)).status).toBe(404);
    const socket = await stranger.client.socket();
    const ref = newId();
    socket.send('chat_message', { channelId: channel, content: 'Me', clientMsgId: ref, urgent });
    expect(await socket.next('error')).toMatchObject({ ref, code: 'not_found' });
    socket.close();
    // Refused ones are not counted.
    const own = await channelWith(stranger);
    for (let n = 0; n < 5; n += 1) expect((await send(stranger.client, own)).status).toBe(201);
  });

  test('is logged with its channel and reason, not with its text', async () => {
    const ann = await author();
    await post(ann.client, 'sales', { content: 'Good morning' });
    const { body } = await send(ann.client, 'sales');
    const [entry, ...more] = await recorded(body.id);
    expect(more).toEqual([]);
    expect(entry).toMatchObject({
      actorName: 'Ann Sales',
      subjectName: 'Sales',
      after: { reason },
    });
    expect(JSON.stringify(entry)).not.toContain('delivery');
    const direct = await send(ann.client, dm(ann.id, bob.id));
    expect(await recorded(direct.body.id)).toMatchObject([{ subjectName: '', after: { reason } }]);
    const secret = await send(ann.client, await channelWith(ann, bob));
    expect(await recorded(secret.body.id)).toMatchObject([{ subjectName: '' }]);
  });
});

describe('within one hour', () => {
  test('a user sends five, by any means; the sixth is refused with a reason, and not stored', async () => {
    const ann = await author();
    const channel = await channelWith(ann, bob);
    const clientMsgId = newId();
    const first = await send(ann.client, channel, { clientMsgId });
    // A repeated send is the same message.
    for (let again = 0; again < 6; again += 1) {
      const { status, body } = await send(ann.client, channel, { clientMsgId });
      expect([status, body.id]).toEqual([201, first.body.id]);
    }
    for (let n = 0; n < 4; n += 1) {
      expect((await send(ann.client, dm(ann.id, bob.id))).status).toBe(201);
    }
    const sixth = await send(ann.client, channel);
    expect(sixth.status).toBe(429);
    expect(sixth.body).toMatchObject({
      code: 'rate_limited',
      error: expect.stringMatching(
        /^You’ve sent 5 urgent messages in the past hour\. Try again in \d+ minutes\.$/,
      ),
    });
    expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(3_000);
    const socket = await ann.client.socket();
    const ref = newId();
    socket.send('chat_message', { channelId: channel, content: 'Me', clientMsgId: ref, urgent });
    expect(await socket.next('error')).toMatchObject({ ref, code: 'rate_limited' });
    socket.close();
    expect(await read(bob.client, channel)).toHaveLength(1);
    // Stored ones stay, normal messages and other users continue.
    expect((await send(ann.client, channel, { clientMsgId })).body.id).toBe(first.body.id);
    expect((await send(ann.client, channel, { urgent: null })).status).toBe(201);
    expect((await send(bob.client, channel)).status).toBe(201);
  });
});

describe('urgency', () => {
  test('cannot be added later, and an edit does not repeat it', async () => {
    const ann = await author();
    const eve = await hire(forecourt);
    const channel = await channelWith(ann, eve);
    const reader = await followChannel(eve.client, channel);
    await eve.client.call(saveChatSettings, {
      body: { all: false, pausedUntil: new Date(Date.now() + 3_600_000).toISOString() },
    });
    const plain = await post(ann.client, channel, { content: 'Not so' });
    const params = { channelId: channel, messageId: plain.id };
    const more = { content: 'But now', urgent } as never;
    expect((await ann.client.call(editMessage, { params, body: more })).status).toBe(400);
    const { body } = await send(ann.client, channel);
    await allNotified();
    const content = `Stop every delivery @${eve.username}`;
    const edited = await ann.client.call(editMessage, {
      params: { channelId: channel, messageId: body.id },
      body: { content },
    });
    // It was urgent when sent, and that is shown.
    expect(edited.body.metadata).toEqual({ urgent });
    const notice = await noticeOf(eve, body.id);
    expect(notice).toMatchObject({ silent: true, message: expect.stringMatching(/^Stop/) });
    expect(notice).not.toHaveProperty('urgent');
    await reader.expectSync();
    reader.close();
  });

  test('is not kept when a message is forwarded', async () => {
    const ann = await author();
    const [from, to] = [await channelWith(ann, bob), await channelWith(ann, bob)];
    const { body } = await send(ann.client, from);
    const passed = await bob.client.call(forwardMessage, {
      params: { channelId: from, messageId: body.id },
      body: { toChannelId: to, clientMsgId: newId() },
    });
    expect(passed.status).toBe(201);
    expect(Object.keys(passed.body.metadata ?? {})).toEqual(['forwarded']);
    expect(JSON.stringify(passed.body)).not.toContain(reason);
  });
});
