import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AdminStage, openAdminStage, type StageUser } from '../../admin/test/stage.ts';
import { getThread } from '../../chat/contract/threads.ts';
import { read } from '../../chat/test/chatCalls.ts';
import { atMs, mattermostZip } from './exports.ts';
import { createImporter } from './importer.ts';

let stage: AdminStage;
let amy: StageUser;
let ben: StageUser;
beforeAll(async () => {
  stage = await openAdminStage();
  amy = await stage.addUser({ email: 'amy@bay.example', firstName: 'Amy' });
  ben = await stage.addUser({ email: 'ben@bay.example', firstName: 'Ben' });
});
afterAll(() => stage.stop());

const member = (username: string, email: string, ...channels: string[]) => ({
  type: 'user',
  user: {
    username,
    email,
    first_name: username,
    last_name: 'Bay',
    teams: [{ name: 'bay', channels: channels.map((name) => ({ name })) }],
  },
});
const post = (channel: string, user: string, seconds: number, message: string, more = {}) => ({
  type: 'post',
  post: { team: 'bay', channel, user, message, create_at: atMs(seconds), ...more },
});

const lines = [
  { type: 'team', team: { name: 'bay', display_name: 'Bay Autos' } },
  { type: 'channel', channel: { team: 'bay', name: 'lot', display_name: 'The Lot', type: 'O' } },
  { type: 'channel', channel: { team: 'bay', name: 'desk', display_name: 'Desk', type: 'P' } },
  member('amy.a', 'amy@bay.example', 'lot', 'desk'),
  member('ben', 'BEN@bay.example', 'lot'),
  member('dora', 'dora@bay.example', 'lot'),
  {
    type: 'direct_channel',
    direct_channel: { participants: ['ben', 'amy.a'].map((username) => ({ username })) },
  },
  // Not in order of time, as in Mattermost's exports.
  post('lot', 'ben', 50, 'Fifth'),
  post('lot', 'amy.a', 10, 'First for @ben', {
    reactions: [
      { user: 'ben', emoji_name: 'thumbsup', create_at: atMs(11) },
      { user: 'dora', emoji_name: 'thumbsup', create_at: atMs(12) },
    ],
    replies: [
      { user: 'dora', message: 'A reply', create_at: atMs(20) },
      { user: 'ben', message: 'Another', create_at: atMs(30), edit_at: atMs(31) },
    ],
    attachments: [{ path: '20240304/lot/car.png' }, { path: '20240304/lot/gone.pdf' }],
  }),
  post('lot', 'dora', 40, 'Same moment'),
  post('lot', 'dora', 40, 'Same moment, twice'),
  post('lot', 'amy.a', 5, '', { type: 'system_join_channel' }),
  post('desk', 'amy.a', 60, 'Quietly'),
  {
    type: 'direct_post',
    direct_post: {
      channel_members: ['amy.a', 'ben'],
      user: 'ben',
      message: 'Psst',
      create_at: atMs(70),
    },
  },
];

test('a bulk export is imported with threads, reactions, files and direct messages', async () => {
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const { read: upload, run } = createImporter(stage.admin);
  const found = await upload(mattermostZip(lines, { 'data/20240304/lot/car.png': picture }));
  expect(found).toMatchObject({
    state: 'read',
    kind: 'mattermost',
    workspace: 'Bay Autos',
    messages: 8,
    files: 2,
    fileBytes: picture.length,
  });
  expect(found.channels.map(({ kind, name, messages }) => [kind, name, messages])).toEqual([
    ['public', 'The Lot', 6],
    ['private', 'Desk', 1],
    ['direct', expect.stringContaining('Ben'), 1],
  ]);
  const done = await run(found.id);
  expect(done).toMatchObject({
    state: 'imported',
    failure: '',
    brought: { channels: 3, messages: 8, reactions: 1, files: 1 },
  });
  const [lot = ''] = done.channels.map(({ channelId }) => channelId ?? '');
  const stored = await read(amy.client, lot);
  expect(stored.map(({ content }) => content)).toEqual([
    `First for @${ben.username}\n📎 gone.pdf`,
    '**dora Bay:** Same moment',
    '**dora Bay:** Same moment, twice',
    'Fifth',
  ]);
  const [root] = stored;
  expect(root?.reactions).toEqual([{ emoji: '👍', users: [ben.id] }]);
  expect(root?.attachments).toMatchObject([
    { name: 'car.png', type: 'image', mimeType: 'image/png', width: 40, height: 30 },
  ]);
  const { body: thread } = await amy.client.call(getThread, {
    params: { messageId: root?.id ?? '' },
  });
  expect(thread.replies.map(({ content }: { content: string }) => content)).toEqual([
    '**dora Bay:** A reply',
    'Another',
  ]);
  const url = root?.attachments[0]?.url ?? '';
  expect((await ben.client.raw('GET', url)).status).toBe(200);
  const dm = `dm-${Math.min(amy.id, ben.id)}-${Math.max(amy.id, ben.id)}`;
  expect((await read(ben.client, dm)).map(({ content }) => content)).toEqual(['Psst']);
  expect(done.problems).toContainEqual({
    where: 'The Lot, 2024-03-04',
    error: '“gone.pdf” is not in the export.',
  });
  const privateId = done.channels[1]?.channelId;
  expect((await ben.client.raw('GET', `/api/chat/messages/${privateId}`)).status).toBe(404);
});

test('the same export again imports nothing, and an existing conversation is left alone', async () => {
  const { read: upload, run } = createImporter(stage.admin);
  const again = await upload(mattermostZip(lines));
  expect((await run(again.id)).brought).toMatchObject({ channels: 0, messages: 0, files: 0 });
  const other = await upload(
    mattermostZip(
      lines.map((line) => ('team' in line ? { ...line, team: { name: 'other' } } : line)),
    ),
  );
  expect(other.channels[2]?.obstacle).toBe('They already have a conversation here.');
  expect(other.channels[0]?.name).toBe('The Lot (Mattermost)');
});

test('messages and files larger than one read arrive unchanged', async () => {
  const big = randomBytes(3_000_000);
  const contents = Array.from(
    { length: 2_500 },
    (_, n) => `${n} 🚗 ${randomBytes(500).toString('base64')}`,
  );
  const { read: upload, run } = createImporter(stage.admin);
  const found = await upload(
    mattermostZip(
      [
        { type: 'team', team: { name: 'big', display_name: 'Big' } },
        {
          type: 'channel',
          channel: { team: 'big', name: 'long', display_name: 'Long', type: 'O' },
        },
        ...contents.map((message, n) => ({
          type: 'post',
          post: {
            team: 'big',
            channel: 'long',
            user: 'dora',
            message,
            create_at: atMs(n),
            ...(n === 2_499 && { attachments: [{ path: 'big.bin' }] }),
          },
        })),
      ],
      { 'data/big.bin': big },
    ),
  );
  const done = await run(found.id);
  expect(done.brought).toMatchObject({ messages: 2_500, files: 1 });
  const stored = await read(amy.client, done.channels[0]?.channelId ?? '');
  expect(stored.map(({ content }) => content)).toEqual(
    contents.slice(-50).map((message) => `**dora:** ${message}`),
  );
  const response = await fetch(`${stage.url}${stored.at(-1)?.attachments[0]?.url}`, {
    headers: { cookie: amy.client.cookie ?? '' },
  });
  expect(Buffer.from(await response.arrayBuffer()).equals(big)).toBe(true);
});
