import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../../../test/support/eventually.ts';
import { type AdminStage, openAdminStage, type StageUser } from '../../admin/test/stage.ts';
import { reactToMessage } from '../../chat/contract/changes.ts';
import { starMessage } from '../../chat/contract/personal.ts';
import { postText, read } from '../../chat/test/chatCalls.ts';
import {
  getChatSettings,
  muteChannel,
  saveChatSettings,
} from '../../chat-notifications/contract.ts';
import { waitUntilFound, waitUntilGone } from '../../chat-search/test/searchCalls.ts';
import { listOf, notice, notifyUsers } from '../../notifications/test/stage.ts';
import { listScheduled, scheduleMessage } from '../../scheduled-messages/contract.ts';
import { listChatImports, planChatImport, runChatImport, undoChatImport } from '../contract.ts';
import { slackZip, ts } from './exports.ts';
import { countRows, createImporter } from './importer.ts';

let stage: AdminStage;
let amy: StageUser;
beforeAll(async () => {
  stage = await openAdminStage();
  amy = await stage.addUser({ email: 'amy@bay.example' });
  await stage.addUser({ email: 'ben@bay.example' });
});
afterAll(() => stage.stop());

const zip = (team: string) =>
  slackZip({
    team,
    users: [
      { id: 'U1', name: 'Amy Ames', email: 'amy@bay.example' },
      { id: 'U2', name: 'Ben Bell', email: 'ben@bay.example' },
    ],
    channels: [
      { id: 'C1', name: `one ${team}`, members: ['U1', 'U2'] },
      { id: 'C2', name: `two ${team}`, members: ['U1'] },
    ],
    dms: [{ id: 'D1', members: ['U1', 'U2'] }],
    days: {
      [`one ${team}/2024-03-04`]: [
        { ts: ts(1), user: 'U1', text: `wombat${team}` },
        { ts: ts(2), user: 'U2', text: 'Stock 12345 is here', thread_ts: ts(1) },
      ],
      [`two ${team}/2024-03-04`]: [{ ts: ts(3), user: 'U1', text: 'Two' }],
      'D1/2024-03-04': [{ ts: ts(4), user: 'U2', text: 'Just us' }],
    },
  });

test('an import is undone, and nothing of it stays in the chat', async () => {
  const { read: upload, run, undo } = createImporter(stage.admin);
  const socket = await amy.client.socket();
  const before = await countRows(stage);
  const found = await upload(zip('T1'));
  const done = await run(found.id);
  const [channel] = done.channels;
  const params = { channelId: channel?.channelId ?? '' };
  await waitUntilFound(amy.client, 'wombatT1');
  const [first] = await read(amy.client, params.channelId);
  const star = { params: { ...params, messageId: first?.id ?? '' }, body: { starred: true } };
  expect((await amy.client.call(starMessage, star)).status).toBe(200);
  await notifyUsers(stage, notice([amy.id], { actionUrl: `/?channel=${params.channelId}` }));
  const [notification] = (await listOf(amy.client)).notifications;
  await countRows(stage);
  socket.frames.length = 0;
  const undone = await undo(found.id);
  expect(undone).toMatchObject({ state: 'undone', kept: 0, failure: '' });
  expect(undone.channels.map(({ channelId }) => channelId)).toEqual([null, null, null]);
  await eventually(() => socket.frames.some(({ type }) => type === 'channel_changed'));
  const removed = () => socket.frames.flatMap(({ data }) => data.removed ?? []);
  await eventually(() => removed().includes(notification?.id));
  socket.close();
  await waitUntilGone(amy.client, 'wombatT1');
  expect((await amy.client.raw('GET', `/api/chat/messages/${params.channelId}`)).status).toBe(404);
  expect(await countRows(stage)).toEqual(before);
  expect((await stage.log(found.id)).map(({ action }) => action)).toEqual([
    'chat_import.started',
    'chat_import.ended',
    'chat_import.undone',
  ]);
  expect(JSON.stringify(await stage.log(found.id))).not.toContain('wombat');
});

test('conversations used since stay', async () => {
  const { read: upload, run, undo } = createImporter(stage.admin);
  const found = await upload(zip('T2'));
  const done = await run(found.id);
  const [one = '', two = ''] = done.channels.map(({ channelId }) => channelId ?? '');
  await postText(amy.client, one, 'And now here');
  const [stored] = await read(amy.client, two);
  const reaction = {
    params: { messageId: stored?.id ?? '', channelId: two },
    body: { emoji: '👍', action: 'add' as const },
  };
  expect((await amy.client.call(reactToMessage, reaction)).status).toBe(200);
  const undone = await undo(found.id);
  expect(undone).toMatchObject({ state: 'undone', kept: 2 });
  expect(await read(amy.client, one)).toHaveLength(2);
  expect(await read(amy.client, two)).toHaveLength(1);
  expect(undone.channels[2]?.channelId).toBeNull();
  const again = await upload(zip('T2'));
  expect((await run(again.id)).brought).toMatchObject({ channels: 1, messages: 1 });
  expect(await read(amy.client, one)).toHaveLength(2);
  // It created one conversation, and undoes only that.
  expect((await undo(again.id)).kept).toBe(0);
  expect(await read(amy.client, two)).toHaveLength(1);
});

test('an undone import cannot be run again, and one that depends on it is refused', async () => {
  const { client } = stage.admin;
  const [last] = (await client.call(listChatImports)).body;
  const params = { importId: last?.id ?? 0 };
  const nothing = await client.call(undoChatImport, { params });
  expect([nothing.status, nothing.body]).toEqual([
    409,
    expect.objectContaining({
      error: 'This import only added to conversations created by an earlier one.',
    }),
  ]);
  const refused = await client.call(runChatImport, { params });
  expect([refused.status, refused.body]).toEqual([
    409,
    expect.objectContaining({ error: 'This import can’t be run: it has been undone.' }),
  ]);
  const body = { people: [], channels: [], withFiles: true };
  const planned = await client.call(planChatImport, { params, body });
  expect([planned.status, planned.body]).toEqual([
    409,
    expect.objectContaining({
      error: 'This import can’t be changed anymore: it has been undone.',
    }),
  ]);
});

test('a conversation in which a scheduled message waits stays', async () => {
  const { read: upload, run, undo } = createImporter(stage.admin);
  const found = await upload(zip('T3'));
  const [one] = (await run(found.id)).channels;
  const channelId = one?.channelId ?? '';
  const sendAt = new Date(Date.now() + 3_600_000).toISOString();
  const body = { id: crypto.randomUUID(), channelId, content: 'Good morning', sendAt };
  expect((await amy.client.call(scheduleMessage, { body })).status).toBe(201);
  expect(await undo(found.id)).toMatchObject({ state: 'undone', kept: 1 });
  expect(await read(amy.client, channelId)).toHaveLength(1);
  expect((await amy.client.call(listScheduled)).body).toMatchObject([{ id: body.id, channelId }]);
});

test('a scheduled message that failed does not keep the conversation it quotes', async () => {
  const { read: upload, run, undo } = createImporter(stage.admin);
  const found = await upload(zip('T5'));
  const [one] = (await run(found.id)).channels;
  const channelId = one?.channelId ?? '';
  const [quoted] = await read(amy.client, channelId);
  const sendAt = new Date(Date.now() + 3_600_000).toISOString();
  const body = { id: crypto.randomUUID(), channelId, content: 'Hi', sendAt, replyToId: quoted?.id };
  expect((await amy.client.call(scheduleMessage, { body })).status).toBe(201);
  await stage.platform.db
    .updateTable('chat_scheduled')
    .set({ state: 'failed', failure: 'It could not be sent.' })
    .where('id', '=', body.id)
    .execute();
  expect(await undo(found.id)).toMatchObject({ state: 'undone', kept: 0 });
  const { body: scheduled } = await amy.client.call(listScheduled);
  expect(scheduled.map(({ id }) => id)).not.toContain(body.id);
});

test('muted channels and levels of removed conversations are removed from the settings', async () => {
  const { read: upload, run, undo } = createImporter(stage.admin);
  const found = await upload(zip('T4'));
  const { channels } = await run(found.id);
  const [one = '', two = ''] = channels.map(({ channelId }) => channelId ?? '');
  const level = { channelLevels: { sales: 'mentions' as const, [two]: 'nothing' as const } };
  const saved = await amy.client.call(saveChatSettings, { body: level });
  expect(saved.body.channelLevels).toEqual(level.channelLevels);
  await amy.client.call(muteChannel, { params: { channelId: 'sales' }, body: { muted: true } });
  const muted = { params: { channelId: one }, body: { muted: true } };
  const before = (await amy.client.call(muteChannel, muted)).body;
  expect(before.mutedChannels).toEqual(['sales', one]);
  expect((await undo(found.id)).kept).toBe(0);
  const { body: after } = await amy.client.call(getChatSettings);
  expect(after).toEqual({
    ...before,
    mutedChannels: ['sales'],
    channelLevels: { sales: 'mentions' },
    // One for each conversation that had a setting.
    version: before.version + 2,
  });
});
