import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { listActivity } from '../../activity/contract.ts';
import { addUser } from '../../notifications/test/stage.ts';
import { deleteMessage, forwardMessage, votePoll } from '../contract/changes.ts';
import { newId, read } from './chatCalls.ts';
import { privateChannel } from './personalCalls.ts';
import { addAuthor, forwardUrgently, reason, sendUrgent, sendUrgentPoll } from './urgentCalls.ts';

// A poll and a forwarded message may be urgent by the same rule as plain text.

const urgent = { reason };

let forecourt: TestForecourt;
let admin: Client;
beforeAll(async () => {
  forecourt = await startForecourt();
  admin = await forecourt.signIn('admin');
});
afterAll(() => forecourt.stop());

const author = () => addAuthor(forecourt);

const logEntries = async (messageId: string) =>
  (
    await admin.call(listActivity, { query: { action: 'chat.urgent_sent', limit: 200 } })
  ).body.filter(({ subjectId }) => subjectId === messageId);

describe.each([
  { what: 'a poll', send: sendUrgentPoll, own: 'poll' },
  { what: 'a forwarded message', send: forwardUrgently, own: 'forwarded' },
])('$what', ({ send, own }) => {
  test('has its reason, and is logged with it', async () => {
    const [ann, eve] = [await author(), await addUser(forecourt)];
    const channel = await privateChannel(ann.client, [eve.id]);
    const { status, body } = await send(ann.client, channel);
    expect([status, body.metadata?.urgent]).toEqual([201, urgent]);
    expect(Object.keys(body.metadata ?? {}).sort()).toEqual([own, 'urgent'].sort());
    expect(await read(eve.client, channel)).toMatchObject([{ id: body.id, metadata: { urgent } }]);
    const [entry, ...more] = await logEntries(body.id);
    expect(more).toEqual([]);
    expect(entry).toMatchObject({
      actorName: 'Ann Sales',
      subjectName: '',
      after: { reason: urgent.reason },
    });
    expect(JSON.stringify(entry)).not.toMatch(/delivery|lift/);
  });

  test('is not urgent by default', async () => {
    const ann = await author();
    const channel = await privateChannel(ann.client, []);
    for (const none of [undefined, null]) {
      const { status, body } = await send(ann.client, channel, { urgent: none });
      expect([status, Object.keys(body.metadata ?? {})]).toEqual([201, [own]]);
      expect(await logEntries(body.id)).toEqual([]);
    }
  });

  test('needs a meaningful reason without customer data', async () => {
    const ann = await author();
    const channel = await privateChannel(ann.client, []);
    for (const wrong of [true, {}, { reason: ' a ' }, { reason: 'Her SSN is 536-22-8126' }]) {
      const { status, body } = await send(ann.client, channel, { urgent: wrong });
      expect([wrong, status, body]).toMatchObject([wrong, 400, { code: 'invalid' }]);
    }
    expect(await read(ann.client, channel)).toEqual([]);
    const half = { reason: 'Half a letter \ud83d' };
    const kept = await send(ann.client, channel, { urgent: half });
    expect([kept.status, kept.body.metadata?.urgent?.reason]).toEqual([
      201,
      'Half a letter \ufffd',
    ]);
  });

  test('needs write access, and refused ones do not count', async () => {
    const [ann, stranger] = [await author(), await author()];
    const channel = await privateChannel(ann.client, []);
    for (let n = 0; n < 6; n += 1) expect((await send(stranger.client, channel)).status).toBe(404);
    const theirs = await privateChannel(stranger.client, []);
    for (let n = 0; n < 5; n += 1) expect((await send(stranger.client, theirs)).status).toBe(201);
    expect(await read(ann.client, channel)).toEqual([]);
  });

  test('counts with plain messages: five in an hour, repeats excluded', async () => {
    const ann = await author();
    const channel = await privateChannel(ann.client, []);
    for (let n = 0; n < 4; n += 1) expect((await sendUrgent(ann.client, channel)).status).toBe(201);
    const clientMsgId = newId();
    const fifth = await send(ann.client, channel, { clientMsgId });
    expect(fifth.status).toBe(201);
    const sixth = await send(ann.client, channel);
    expect([sixth.status, sixth.body]).toMatchObject([
      429,
      { error: expect.stringMatching(/^You’ve sent 5 urgent messages in the past hour\./) },
    ]);
    expect((await sendUrgent(ann.client, channel)).status).toBe(429);
    expect((await send(ann.client, channel, { clientMsgId })).body.id).toBe(fifth.body.id);
    expect((await send(ann.client, channel, { urgent: null })).status).toBe(201);
    expect(await read(ann.client, channel)).toHaveLength(6);
  });
});

test('a poll stays urgent while it is voted on, and nothing of it is left once it is deleted', async () => {
  const ann = await author();
  const { body } = await sendUrgentPoll(ann.client, await privateChannel(ann.client, []));
  const params = { channelId: body.channelId, messageId: body.id };
  const voted = await ann.client.call(votePoll, { params, body: { options: [2] } });
  expect(voted.body.metadata).toMatchObject({
    urgent,
    poll: { options: [{}, { voters: [ann.id] }] },
  });
  const deleted = await ann.client.call(deleteMessage, { params });
  expect(deleted.body.metadata).toBeNull();
});

test('a forwarded message is urgent only with its own reason', async () => {
  const ann = await author();
  const channel = await privateChannel(ann.client, []);
  const { body } = await sendUrgent(ann.client, channel);
  const params = { channelId: channel, messageId: body.id };
  const to = { toChannelId: 'service', clientMsgId: newId() };
  const forwarded = await ann.client.call(forwardMessage, {
    params,
    body: { ...to, urgent: { reason: 'Gas leak' } },
  });
  expect(forwarded.body.metadata?.urgent).toEqual({ reason: 'Gas leak' });
  expect(JSON.stringify(forwarded.body)).not.toContain(urgent.reason);
  expect(await logEntries(forwarded.body.id)).toMatchObject([
    { subjectName: 'Service', after: { reason: 'Gas leak' } },
  ]);
});
