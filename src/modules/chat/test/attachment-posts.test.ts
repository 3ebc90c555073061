import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { postMessage } from '../contract.ts';
import { addUpload } from './channelRows.ts';
import { newId, post, read } from './chatCalls.ts';
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

const attempt = (fields: object) =>
  employee.call(postMessage, {
    params: { channelId: 'sales' },
    body: { content: 'See here', clientMsgId: newId(), ...fields },
  });

describe('a message with files', () => {
  test('keeps the given order, and may have no text', async () => {
    const reader = await followChannel(manager, 'sales');
    const names = ['one.pdf', 'two.pdf', 'three.pdf'];
    const ids = await Promise.all(names.map((name) => addUpload(forecourt, 'employee', name)));
    const attachmentIds = ids.toReversed();
    const clientMsgId = newId();
    const { status, body } = await attempt({ content: ' ', attachmentIds, clientMsgId });
    expect(status).toBe(201);
    expect(body.attachments.map(({ name }) => name)).toEqual(names.toReversed());
    expect(body.attachments[0]).toEqual({
      id: ids[2],
      type: 'file',
      url: `/api/chat/files/${ids[2]}`,
      thumbnailUrl: null,
      name: 'three.pdf',
      size: 1_234,
      mimeType: 'application/pdf',
      width: null,
      height: null,
      durationMs: null,
    });
    expect((await attempt({ attachmentIds, clientMsgId })).body).toEqual(body);
    await reader.expectSync();
    expect(reader.message(body.id)).toEqual(body);
    reader.close();
  });

  test('is acknowledged on the socket, fifty repeats or not', async () => {
    const socket = await employee.socket();
    const attachmentIds = [await addUpload(forecourt, 'employee')];
    const frame = { channelId: 'sales', content: '', clientMsgId: newId(), attachmentIds };
    for (let turn = 0; turn < 50; turn += 1) socket.send('chat_message', frame);
    const ids = new Set();
    for (let turn = 0; turn < 50; turn += 1) ids.add((await socket.next('new_message')).id);
    expect(ids.size).toBe(1);
    socket.close();
  });
});

describe('a message is refused', () => {
  test('with someone else’s file, or an unknown one', async () => {
    const theirs = await addUpload(forecourt, 'manager');
    const mine = await addUpload(forecourt, 'employee');
    const before = (await read(employee, 'sales')).at(-1);
    for (const attachmentIds of [[theirs], [randomUUID()], [mine, theirs]]) {
      const { status, body } = await attempt({ attachmentIds });
      expect([status, body]).toMatchObject([
        400,
        { fields: { attachmentIds: expect.any(String) } },
      ]);
    }
    expect((await read(employee, 'sales')).at(-1)).toEqual(before);
  });

  test('with more than ten files, or an invalid id', async () => {
    const many = await Promise.all(
      Array.from({ length: 11 }, () => addUpload(forecourt, 'employee')),
    );
    expect((await attempt({ attachmentIds: many })).status).toBe(400);
    expect((await attempt({ attachmentIds: ['../etc/passwd'] })).status).toBe(400);
    expect((await attempt({ attachmentIds: [], content: '' })).status).toBe(400);
  });
});

test('a hundred thousand characters are refused, with files or in a thread or without', async () => {
  const content = 'x'.repeat(100_000);
  const attachmentIds = [await addUpload(forecourt, 'employee')];
  const root = await post(manager, 'sales', { content: 'Short' });
  for (const fields of [{}, { attachmentIds }, { threadId: root.id }]) {
    const { status, body } = await attempt({ content, ...fields });
    expect([status, body]).toMatchObject([400, { fields: { content: expect.any(String) } }]);
  }
});

describe('a quote', () => {
  test('must be of a message in the same channel', async () => {
    const first = await post(manager, 'sales', { content: 'Who has the keys?' });
    const reply = await post(employee, 'sales', { content: 'I do', replyToId: first.id });
    expect(reply.replyToId).toBe(first.id);
    expect((await read(manager, 'sales')).at(-1)).toEqual(reply);
    const elsewhere = await post(manager, 'service', { content: 'Elsewhere' });
    for (const replyToId of [elsewhere.id, randomUUID()]) {
      const { status, body } = await attempt({ replyToId });
      expect([status, body]).toMatchObject([400, { fields: { replyToId: expect.any(String) } }]);
    }
  });
});
