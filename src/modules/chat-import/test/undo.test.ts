import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../../../test/support/eventually.ts';
import { type Employed, type Office, openOffice } from '../../admin/test/office.ts';
import { reactToMessage } from '../../chat/contract/changes.ts';
import { starMessage } from '../../chat/contract/personal.ts';
import { read, say } from '../../chat/test/chatCalls.ts';
import { untilFound, untilGone } from '../../chat-search/test/searching.ts';
import { listChatImports, planChatImport, runChatImport, undoChatImport } from '../contract.ts';
import { slackZip, ts } from './exports.ts';
import { countRows, importing } from './importing.ts';

let office: Office;
let amy: Employed;
beforeAll(async () => {
  office = await openOffice();
  amy = await office.hire({ email: 'amy@bay.example' });
  await office.hire({ email: 'ben@bay.example' });
});
afterAll(() => office.stop());

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
  const { read: upload, run, undo } = importing(office.admin);
  const socket = await amy.client.socket();
  const before = await countRows(office);
  const found = await upload(zip('T1'));
  const done = await run(found.id);
  const [channel] = done.channels;
  const params = { channelId: channel?.channelId ?? '' };
  await untilFound(amy.client, 'wombatT1');
  const [first] = await read(amy.client, params.channelId);
  const star = { params: { ...params, messageId: first?.id ?? '' }, body: { starred: true } };
  expect((await amy.client.call(starMessage, star)).status).toBe(200);
  await countRows(office);
  socket.frames.length = 0;
  const undone = await undo(found.id);
  expect(undone).toMatchObject({ state: 'undone', kept: 0, failure: '' });
  expect(undone.channels.map(({ channelId }) => channelId)).toEqual([null, null, null]);
  await eventually(() => socket.frames.some(({ type }) => type === 'channel_changed'));
  socket.close();
  await untilGone(amy.client, 'wombatT1');
  expect((await amy.client.raw('GET', `/api/chat/messages/${params.channelId}`)).status).toBe(404);
  expect(await countRows(office)).toEqual(before);
  expect((await office.log(found.id)).map(({ action }) => action)).toEqual([
    'chat_import.started',
    'chat_import.ended',
    'chat_import.undone',
  ]);
  expect(JSON.stringify(await office.log(found.id))).not.toContain('wombat');
});

test('conversations used since stay', async () => {
  const { read: upload, run, undo } = importing(office.admin);
  const found = await upload(zip('T2'));
  const done = await run(found.id);
  const [one = '', two = ''] = done.channels.map(({ channelId }) => channelId ?? '');
  await say(amy.client, one, 'And now here');
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
  const { client } = office.admin;
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
  const unplanned = await client.call(planChatImport, { params, body });
  expect([unplanned.status, unplanned.body]).toEqual([
    409,
    expect.objectContaining({
      error: 'This import can’t be changed anymore: it has been undone.',
    }),
  ]);
});
