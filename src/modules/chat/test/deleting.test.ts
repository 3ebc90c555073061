import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import {
  deleteMessage,
  editMessage,
  listEdits,
  pinMessage,
  reactToMessage,
} from '../contract/changes.ts';
import { addUpload } from './channelRows.ts';
import { dm, idOf, newId, post, postText } from './chatCalls.ts';
import { followChannel } from './expectSync.ts';

let forecourt: TestForecourt;
let employee: Client;
let manager: Client;

beforeAll(async () => {
  forecourt = await startForecourt();
  employee = await forecourt.signIn('employee');
  manager = await forecourt.signIn('manager');
});
afterAll(() => forecourt.stop());

const remove = (client: Client, channelId: string, messageId: string) =>
  client.call(deleteMessage, { params: { channelId, messageId } });
const logEntries = (messageId: string) =>
  forecourt.platform.db
    .selectFrom('activity_log')
    .selectAll()
    .where('subject_id', '=', messageId)
    .execute();

describe('a deleted message', () => {
  test('keeps its place, without any content', async () => {
    const reader = await followChannel(manager, 'sales');
    const attachmentIds = [await addUpload(forecourt, 'employee')];
    const content = 'Call the customer at home, @manager @channel';
    const { id, seq } = await post(employee, 'sales', { content, attachmentIds });
    const params = { channelId: 'sales', messageId: id };
    await employee.call(editMessage, { params, body: { content: `${content}!` } });
    await manager.call(reactToMessage, { params, body: { emoji: '👍', action: 'add' } });
    await manager.call(pinMessage, { params, body: { pinned: true } });
    const { status, body } = await remove(employee, 'sales', id);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      seq,
      content: '',
      attachments: [],
      reactions: [],
      metadata: null,
      mentions: [],
      mentionedUserIds: [],
      mentionsChannel: false,
      isPinned: false,
      editedAt: null,
      deletedAt: expect.any(String),
    });
    await reader.expectSync();
    expect(reader.message(id)).toEqual(body);
    expect((await manager.call(listEdits, { params })).body).toEqual([]);
    const links = await forecourt.platform.db
      .selectFrom('chat_attachments')
      .selectAll()
      .where('message_id', '=', id)
      .execute();
    expect(links).toEqual([]);
    expect((await remove(employee, 'sales', id)).body).toEqual(body);
    await reader.expectSync();
    reader.close();
  });

  test('can no longer be edited, pinned, reacted to or answered', async () => {
    const { id } = await post(employee, 'sales', { content: 'Gone soon' });
    await remove(employee, 'sales', id);
    const params = { channelId: 'sales', messageId: id };
    const responses = [
      await employee.call(editMessage, { params, body: { content: 'Back' } }),
      await employee.call(pinMessage, { params, body: { pinned: true } }),
      await employee.call(reactToMessage, { params, body: { emoji: '👍', action: 'add' } }),
      await employee.raw('POST', '/api/chat/messages/sales', {
        body: { content: 'What?', clientMsgId: newId(), threadId: id },
      }),
    ];
    expect(responses.map(({ status }) => status)).toEqual([409, 409, 409, 409]);
  });

  test('can be deleted even in a closed channel', async () => {
    const omar = await idOf(forecourt, 'omar.benali');
    const channelId = dm(await idOf(forecourt, 'employee'), omar);
    const { body } = await postText(employee, channelId, 'Regret');
    const { db } = forecourt.platform;
    const setActive = (is_active: boolean) =>
      db.updateTable('users').set({ is_active }).where('id', '=', omar).execute();
    await setActive(false);
    expect((await remove(employee, channelId, body.id)).status).toBe(200);
    await setActive(true);
  });
});

describe('someone else’s message', () => {
  test('is deleted by a moderator of the channel, and that is logged', async () => {
    const { id } = await post(employee, 'sales', { content: 'A secret of a customer' });
    const { status, body } = await remove(manager, 'sales', id);
    expect([status, body.deletedAt]).toEqual([200, expect.any(String)]);
    const [entry, ...more] = await logEntries(id);
    expect(more).toEqual([]);
    expect(entry).toMatchObject({
      actor_id: await idOf(forecourt, 'manager'),
      action: 'chat.message_deleted',
      subject_type: 'chat_message',
    });
    expect(JSON.stringify(entry)).not.toContain('secret');
  });

  test('is not deleted by anyone else, nor in a direct channel', async () => {
    const { id } = await post(manager, 'sales', { content: 'Stays' });
    const refused = await remove(employee, 'sales', id);
    expect([refused.status, refused.body]).toMatchObject([403, { code: 'forbidden' }]);
    const channelId = dm(await idOf(forecourt, 'employee'), await idOf(forecourt, 'manager'));
    const { body } = await postText(employee, channelId, 'Between us');
    expect((await remove(manager, channelId, body.id)).status).toBe(403);
    const admin = await forecourt.signIn('admin');
    expect((await remove(admin, channelId, body.id)).status).toBe(404);
  });

  test('is not logged if it was the actor’s own', async () => {
    const { id } = await post(manager, 'sales', { content: 'Own' });
    await remove(manager, 'sales', id);
    expect(await logEntries(id)).toEqual([]);
  });
});
