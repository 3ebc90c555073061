import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { listActivity } from '../../activity/contract.ts';
import { addUser, type TestUser } from '../../notifications/test/stage.ts';
import { forwardMessage } from '../contract/changes.ts';
import { postMessage } from '../contract.ts';
import { endMembership } from './channelRows.ts';
import { dm, newId, post, read } from './chatCalls.ts';
import { followChannel } from './expectSync.ts';
import { addAuthor, channelWith, reason, sendUrgent as send } from './urgentCalls.ts';

const urgent = { reason };

let forecourt: TestForecourt;
let admin: Client;
let bob: TestUser;
beforeAll(async () => {
  forecourt = await startForecourt();
  admin = await forecourt.signIn('admin');
  bob = await addUser(forecourt);
});
afterAll(() => forecourt.stop());

const author = () => addAuthor(forecourt);

const logEntries = async (messageId: string) =>
  (
    await admin.call(listActivity, { query: { action: 'chat.urgent_sent', limit: 200 } })
  ).body.filter(({ subjectId }) => subjectId === messageId);

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
    const [entry, ...more] = await logEntries(body.id);
    expect(more).toEqual([]);
    expect(entry).toMatchObject({
      actorName: 'Ann Sales',
      subjectName: 'Sales',
      after: { reason },
    });
    expect(JSON.stringify(entry)).not.toContain('delivery');
    const direct = await send(ann.client, dm(ann.id, bob.id));
    expect(await logEntries(direct.body.id)).toMatchObject([
      { subjectName: '', after: { reason } },
    ]);
    const secret = await send(ann.client, await channelWith(ann, bob));
    expect(await logEntries(secret.body.id)).toMatchObject([{ subjectName: '' }]);
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

test('urgency is not kept when a message is forwarded', async () => {
  const ann = await author();
  const [from, to] = [await channelWith(ann, bob), await channelWith(ann, bob)];
  const { body } = await send(ann.client, from);
  const forwarded = await bob.client.call(forwardMessage, {
    params: { channelId: from, messageId: body.id },
    body: { toChannelId: to, clientMsgId: newId() },
  });
  expect(forwarded.status).toBe(201);
  expect(Object.keys(forwarded.body.metadata ?? {})).toEqual(['forwarded']);
  expect(JSON.stringify(forwarded.body)).not.toContain(reason);
});
