import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { createPoll, deleteMessage, forwardMessage } from '../contract/changes.ts';
import { addUpload, insertChannel } from './channelRows.ts';
import { dm, idOf, newId, post } from './chatCalls.ts';
import { followChannel } from './expectSync.ts';

let forecourt: TestForecourt;
let employee: Client;
let manager: Client;
let employeeId: number;
let managerId: number;

beforeAll(async () => {
  forecourt = await startForecourt();
  employee = await forecourt.signIn('employee');
  manager = await forecourt.signIn('manager');
  employeeId = await idOf(forecourt, 'employee');
  managerId = await idOf(forecourt, 'manager');
});
afterAll(() => forecourt.stop());

const forward = (
  client: Client,
  [channelId, messageId]: readonly [string, string],
  toChannelId: string,
  { comment = '', clientMsgId = newId() } = {},
) =>
  client.call(forwardMessage, {
    params: { channelId, messageId },
    body: { toChannelId, clientMsgId, comment },
  });

describe('a forwarded message', () => {
  test('keeps its text and files, once', async () => {
    const channel = await insertChannel(forecourt, 'private', ['employee', 'manager']);
    const attachmentIds = [await addUpload(forecourt, 'manager')];
    const source = await post(manager, channel, { content: 'The offer', attachmentIds });
    const channelId = dm(employeeId, await idOf(forecourt, 'omar.benali'));
    await post(employee, channelId, { content: 'Look:' });
    const reader = await followChannel(await forecourt.signIn('omar.benali'), channelId);
    const clientMsgId = newId();
    const from = [channel, source.id] as const;
    const { status, body } = await forward(employee, from, channelId, {
      comment: 'What do you think?',
      clientMsgId,
    });
    expect([status, body]).toMatchObject([
      201,
      { channelId, senderId: employeeId, content: 'What do you think?', replyToId: null },
    ]);
    expect(body.metadata).toEqual({
      forwarded: {
        messageId: source.id,
        channelId: channel,
        senderId: managerId,
        senderName: source.senderName,
        content: 'The offer',
        createdAt: source.createdAt,
      },
    });
    expect(body.attachments).toEqual(source.attachments);
    const links = await forecourt.platform.db
      .selectFrom('chat_attachments')
      .select('message_id')
      .where('upload_id', '=', attachmentIds[0] ?? '')
      .execute();
    expect(new Set(links.map(({ message_id }) => message_id))).toEqual(
      new Set([source.id, body.id]),
    );
    expect((await forward(employee, from, channelId, { clientMsgId })).body).toEqual(body);
    await reader.expectSync();
    expect(reader.message(body.id)).toEqual(body);
    reader.close();
  });

  test('without a comment passes on the first one when forwarded again', async () => {
    const source = await post(manager, 'general', { content: 'Closed on Friday' });
    const { body: once } = await forward(employee, ['general', source.id], 'sales');
    const { body: twice } = await forward(employee, ['sales', once.id], 'service');
    expect(twice.metadata).toEqual(once.metadata);
  });
});

describe('forwarding is refused', () => {
  test('from unreadable and to unwritable channels', async () => {
    const hidden = await post(manager, 'management', { content: 'Ours' });
    expect((await forward(employee, ['management', hidden.id], 'sales')).status).toBe(404);
    expect((await forward(employee, ['sales', hidden.id], 'sales')).status).toBe(404);
    const open = await post(manager, 'sales', { content: 'All' });
    expect((await forward(employee, ['sales', open.id], 'management')).status).toBe(404);
    expect((await forward(employee, ['sales', open.id], 'no-such')).status).toBe(404);
  });

  test('of polls and deleted messages', async () => {
    const { body: poll } = await employee.call(createPoll, {
      params: { channelId: 'sales' },
      body: { clientMsgId: newId(), question: 'Lunch?', options: ['Yes', 'No'] },
    });
    expect((await forward(employee, ['sales', poll.id], 'general')).status).toBe(409);
    const deletedMessage = await post(employee, 'sales', { content: 'Gone' });
    await employee.call(deleteMessage, {
      params: { channelId: 'sales', messageId: deletedMessage.id },
    });
    expect((await forward(employee, ['sales', deletedMessage.id], 'general')).status).toBe(409);
  });
});
