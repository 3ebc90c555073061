import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { createPoll, editMessage, getMessage, listEdits } from '../contract/changes.ts';
import { listChannels } from '../contract/channels.ts';
import { addUpload, endMembership, insertChannel } from './channelRows.ts';
import { idOf, newId, post } from './chatCalls.ts';
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

const edit = (client: Client, channelId: string, messageId: string, content: string) =>
  client.call(editMessage, { params: { channelId, messageId }, body: { content } });
const editsOf = async (client: Client, channelId: string, messageId: string) =>
  (await client.call(listEdits, { params: { channelId, messageId } })).body;
const revOf = async (client: Client, channelId: string) =>
  (await client.call(listChannels)).body.find(({ id }) => id === channelId)?.lastRev;

describe('an edited message', () => {
  test('is published with its new text, and keeps its history', async () => {
    const reader = await followChannel(manager, 'sales');
    const { id } = await post(employee, 'sales', { content: 'Keys on the hook, @admin' });
    await edit(employee, 'sales', id, 'Keys in the drawer\r\n@manager');
    const { status, body } = await edit(employee, 'sales', id, 'Keys in the safe, @manager');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      content: 'Keys in the safe, @manager',
      mentions: ['manager'],
      mentionedUserIds: [await idOf(forecourt, 'manager')],
      editedAt: expect.any(String),
    });
    await reader.expectSync();
    expect(reader.message(id)).toEqual(body);
    expect(await editsOf(manager, 'sales', id)).toEqual([
      { version: 1, content: 'Keys on the hook, @admin', replacedAt: expect.any(String) },
      { version: 2, content: 'Keys in the drawer\n@manager', replacedAt: expect.any(String) },
    ]);
    const found = await manager.call(getMessage, { params: { channelId: 'sales', messageId: id } });
    expect(found.body).toEqual(body);
    reader.close();
  });

  test('with the same text is unchanged', async () => {
    const message = await post(employee, 'sales', { content: 'As it is' });
    const before = await revOf(employee, 'sales');
    expect((await edit(employee, 'sales', message.id, 'As it is')).body).toEqual(message);
    expect(await revOf(employee, 'sales')).toBe(before);
    expect(await editsOf(employee, 'sales', message.id)).toEqual([]);
  });

  test('can be emptied only if it has files', async () => {
    const attachmentIds = [await addUpload(forecourt, 'employee')];
    const withFile = await post(employee, 'sales', { content: 'The invoice', attachmentIds });
    expect((await edit(employee, 'sales', withFile.id, '')).body).toMatchObject({ content: '' });
    const textOnly = await post(employee, 'sales', { content: 'Only words' });
    expect((await edit(employee, 'sales', textOnly.id, ' \n')).status).toBe(400);
    expect((await edit(employee, 'sales', textOnly.id, 'x'.repeat(100_000))).status).toBe(400);
  });
});

describe('editing is refused', () => {
  test('for someone else’s message, no matter who asks', async () => {
    const { id } = await post(employee, 'sales', { content: 'Mine' });
    const admin = await forecourt.signIn('admin');
    for (const client of [manager, admin]) {
      const response = await edit(client, 'sales', id, 'Yours');
      expect([response.status, response.body]).toMatchObject([403, { code: 'forbidden' }]);
    }
    expect(await editsOf(employee, 'sales', id)).toEqual([]);
  });

  test('for a poll, and for a missing message', async () => {
    const { body: poll } = await employee.call(createPoll, {
      params: { channelId: 'sales' },
      body: { clientMsgId: newId(), question: 'Lunch?', options: ['Yes', 'No'] },
    });
    expect((await edit(employee, 'sales', poll.id, 'Dinner?')).status).toBe(409);
    expect((await edit(employee, 'sales', newId(), 'Hello')).status).toBe(404);
    expect((await edit(employee, 'service', poll.id, 'Hello')).status).toBe(404);
    expect((await edit(employee, 'no-such', poll.id, 'Hello')).status).toBe(404);
  });

  test('in a channel the user has left, or that is archived', async () => {
    const channel = await insertChannel(forecourt, 'private', ['employee', 'manager']);
    const { id } = await post(employee, channel, { content: 'Before' });
    const { db } = forecourt.platform;
    const archive = (archived_at: Date | null, archived_by: number | null) =>
      db.updateTable('chat_channels').set({ archived_at, archived_by }).where('id', '=', channel);
    await archive(new Date(), await idOf(forecourt, 'manager')).execute();
    expect((await edit(employee, channel, id, 'After')).status).toBe(409);
    await archive(null, null).execute();
    await endMembership(forecourt, channel, 'employee');
    expect((await edit(employee, channel, id, 'After')).status).toBe(404);
    expect((await editsOf(manager, channel, id)).length).toBe(0);
  });
});
