import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { removeMember } from '../contract/channels.ts';
import { listDrafts, saveDraft } from '../contract/personal.ts';
import { caughtUp, dm, idOf, newId, postText } from './chatCalls.ts';
import { privateChannel } from './personalCalls.ts';

let forecourt: TestForecourt;
let employee: Client;
let manager: Client;
let employeeId: number;

beforeAll(async () => {
  forecourt = await startForecourt();
  employee = await forecourt.signIn('employee');
  manager = await forecourt.signIn('manager');
  employeeId = await idOf(forecourt, 'employee');
});
afterAll(() => forecourt.stop());

interface DraftFields {
  threadId?: string;
  attachmentIds?: string[];
  origin?: string;
}
const save = (client: Client, channelId: string, content: string, fields: DraftFields = {}) =>
  client.call(saveDraft, { body: { channelId, content, ...fields } });
const drafts = async (client: Client) => (await client.call(listDrafts)).body;
const draftIn = async (client: Client, channelId: string) =>
  (await drafts(client)).find((draft) => draft.channelId === channelId)?.content;

/** One of the person's uploads. */
async function upload(uploaderId: number): Promise<string> {
  const id = newId();
  await forecourt.platform.db
    .insertInto('chat_uploads')
    .values({
      id,
      storage_key: newId(),
      uploader_id: uploaderId,
      name: 'a.pdf',
      mime_type: 'application/pdf',
      size_bytes: 9,
    })
    .execute();
  return id;
}

test('a draft is on every device of its author, and hidden from others', async () => {
  const phone = await forecourt.signIn('employee');
  const [tab, theirs] = [await phone.socket(), await manager.socket()];
  await save(employee, 'sales', 'About that Explo', { origin: 'tab-1' });
  await save(employee, 'sales', 'About that Explorer', { origin: 'tab-1' });
  expect(await tab.next('draft_changed')).toMatchObject({ content: 'About that Explo' });
  const frame = await tab.next('draft_changed');
  const [draft] = await drafts(phone);
  expect(frame).toEqual({ ...draft, origin: 'tab-1' });
  expect(draft).toEqual({
    channelId: 'sales',
    threadId: null,
    content: 'About that Explorer',
    attachments: [],
    updatedAt: expect.any(String),
  });
  await caughtUp(theirs);
  expect(theirs.frames.some(({ type }) => type === 'draft_changed')).toBe(false);
  expect(await draftIn(manager, 'sales')).toBeUndefined();
  for (const socket of [tab, theirs]) socket.close();
});

test('saving the same again publishes nothing; a blank one is deleted, once', async () => {
  const socket = await employee.socket();
  await save(employee, 'general', 'Half a thought');
  await save(employee, 'general', 'Half a thought');
  await save(employee, 'general', ' \n ');
  await save(employee, 'general', '');
  await caughtUp(socket);
  const events = socket.frames.filter(({ type }) => type === 'draft_changed');
  expect(events.map(({ data }) => data.content)).toEqual(['Half a thought', '']);
  expect(await draftIn(employee, 'general')).toBeUndefined();
  socket.close();
});

test('a thread has its own draft, and must be in the channel', async () => {
  const { body: root } = await postText(manager, 'sales', 'Who has the demo?');
  await save(employee, 'sales', 'In the channel');
  expect((await save(employee, 'sales', 'In it', { threadId: root.id })).status).toBe(200);
  const found = (await drafts(employee)).filter(({ channelId }) => channelId === 'sales');
  expect(found.map(({ threadId, content }) => [threadId, content])).toEqual([
    [root.id, 'In it'],
    [null, 'In the channel'],
  ]);
  for (const [channelId, threadId] of [
    ['general', root.id],
    ['sales', newId()],
  ] as const) {
    expect((await save(employee, channelId, 'Nowhere', { threadId })).status).toBe(404);
  }
});

test('files stay with a draft, only the user’s own, even without text', async () => {
  const [mine, theirs] = [await upload(employeeId), await upload(await idOf(forecourt, 'manager'))];
  expect((await save(employee, 'service', '', { attachmentIds: [mine] })).status).toBe(200);
  const draft = (await drafts(employee)).find(({ channelId }) => channelId === 'service');
  expect(draft?.attachments).toMatchObject([{ id: mine, name: 'a.pdf', type: 'file' }]);
  for (const attachmentIds of [[theirs], [newId()], [mine, theirs]]) {
    expect((await save(employee, 'service', 'With it', { attachmentIds })).status).toBe(400);
  }
});

test('a draft can be saved in a direct channel before it begins', async () => {
  const channelId = dm(employeeId, await idOf(forecourt, 'ben.hollis'));
  expect((await save(employee, channelId, 'Hello Ben')).status).toBe(200);
  expect(await draftIn(employee, channelId)).toBe('Hello Ben');
});

test('drafts of unreadable channels are neither saved nor returned', async () => {
  const theirs = dm(await idOf(forecourt, 'manager'), await idOf(forecourt, 'gm'));
  for (const channelId of ['management', theirs, 'no-such']) {
    expect((await save(employee, channelId, 'Psst')).status).toBe(404);
  }
  expect((await save(manager, 'management', 'To all of you')).status).toBe(200);
  const channel = await privateChannel(manager, [employeeId]);
  await save(employee, channel, 'Before I go');
  await employee.call(removeMember, { params: { channelId: channel, userId: employeeId } });
  expect(await draftIn(employee, channel)).toBeUndefined();
});

test('a user can have at most five hundred', async () => {
  const tyler = await forecourt.signIn('tyler.boone');
  const id = await idOf(forecourt, 'tyler.boone');
  await forecourt.platform.db
    .insertInto('chat_drafts')
    .values(
      Array.from({ length: 500 }, (_, index) => ({
        user_id: id,
        channel_id: index === 0 ? 'sales' : `gone-${index}`,
        content: 'Old',
        thread_id: null,
      })),
    )
    .execute();
  expect((await save(tyler, 'general', 'One more')).status).toBe(409);
  expect((await save(tyler, 'sales', 'Newer words')).status).toBe(200);
});
