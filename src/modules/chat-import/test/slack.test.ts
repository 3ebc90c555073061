import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AdminStage, openAdminStage, type StageUser } from '../../admin/test/stage.ts';
import { listChannels } from '../../chat/contract/channels.ts';
import { getUnread } from '../../chat/contract/personal.ts';
import { getThread } from '../../chat/contract/threads.ts';
import { read } from '../../chat/test/chatCalls.ts';
import { waitUntilFound } from '../../chat-search/test/searchCalls.ts';
import type { ChatImport } from '../contract.ts';
import { type SlackParts, slackZip, ts } from './exports.ts';
import { countRows, createImporter } from './importer.ts';

let stage: AdminStage;
let amy: StageUser;
let ben: StageUser;
let parts: SlackParts;
beforeAll(async () => {
  stage = await openAdminStage();
  amy = await stage.addUser({ firstName: 'Amy', lastName: 'Ames', email: 'amy@bay.example' });
  ben = await stage.addUser({ firstName: 'Ben', lastName: 'Bell', email: 'ben@bay.example' });
  parts = {
    users: [
      { id: 'U1', name: 'Amy Ames', email: 'AMY@Bay.example' },
      { id: 'U2', name: 'Ben Bell', email: 'ben@bay.example' },
      { id: 'U3', name: 'Cy Gone', email: 'cy@bay.example' },
    ],
    channels: [
      { id: 'C1', name: 'detailing', members: ['U1', 'U2', 'U3'], purpose: { value: 'Wash bay' } },
      { id: 'C2', name: 'General', members: ['U1'] },
    ],
    groups: [{ id: 'G1', name: 'numbers', members: ['U1', 'U3'] }],
    mpims: [{ id: 'G2', name: 'mpdm-amy--ben--cy-1', members: ['U1', 'U2', 'U3'] }],
    dms: [
      { id: 'D1', members: ['U1', 'U2'] },
      { id: 'D2', members: ['U1', 'U3'] },
    ],
    days: {
      'detailing/2024-03-04': [
        { ts: ts(0), user: 'U1', subtype: 'channel_join', text: '<@U1> has joined' },
        {
          ts: ts(10),
          user: 'U1',
          text: 'Ask <@U2> or <@U3>, *now* _please_ ~later~ :tada: &lt;b&gt; <https://bay.example/a_b|the list> quokkatown',
          reactions: [
            { name: '+1::skin-tone-3', users: ['U2', 'U3'], count: 2 },
            { name: 'partyparrot', users: ['U2'], count: 1 },
          ],
          edited: { user: 'U1', ts: ts(15) },
        },
        { ts: ts(20), user: 'U3', text: 'On it' },
        { ts: ts(30), user: 'U2', text: 'Done', thread_ts: ts(10) },
        { ts: ts(40), subtype: 'bot_message', username: 'Feed', text: '<!here> 3 cars' },
      ],
      'detailing/2024-03-05': [
        {
          ts: ts(90_000),
          user: 'U3',
          text: 'For all',
          thread_ts: ts(10),
          subtype: 'thread_broadcast',
        },
        { ts: ts(90_010), user: 'U1', text: 'Last' },
        { ts: ts(90_020), user: 'U2', text: 'lost its thread', thread_ts: ts(-50) },
      ],
      'General/2024-03-04': [{ ts: ts(5), user: 'U1', text: 'Hello all' }],
      'numbers/2024-03-04': [{ ts: ts(6), user: 'U1', text: 'secretfigure' }],
      'mpdm-amy--ben--cy-1/2024-03-04': [{ ts: ts(7), user: 'U2', text: 'the three of us' }],
      'D1/2024-03-04': [{ ts: ts(8), user: 'U2', text: 'between us' }],
      'D2/2024-03-04': [{ ts: ts(9), user: 'U1', text: 'to somebody gone' }],
    },
  };
});
afterAll(() => stage.stop());

const channelOf = (done: ChatImport, sourceId: string) =>
  done.channels.find((one) => one.sourceId === sourceId)?.channelId ?? '';
const contents = async (who: StageUser, channelId: string) =>
  (await read(who.client, channelId)).map(({ content }) => content);

let first: ChatImport;

test('the contents of an export are shown before anything is created', async () => {
  const before = await countRows(stage);
  const { read } = createImporter(stage.admin);
  first = await read(slackZip(parts), 'Bay Slack export Mar 1 2024 - Mar 9 2024.zip');
  expect(first).toMatchObject({
    state: 'read',
    kind: 'slack',
    workspace: 'Bay',
    failure: '',
    messages: 12,
    files: 0,
    from: '2024-03-04T12:00:05.000Z',
    until: '2024-03-05T13:00:20.000Z',
    createdBy: 'Ada Admin',
  });
  expect(first.people.map((one) => [one.name, one.userId, one.matchedBy, one.messages])).toEqual([
    ['Amy Ames', amy.id, 'email', 5],
    ['Ben Bell', ben.id, 'email', 4],
    ['Cy Gone', null, null, 2],
  ]);
  expect(first.channels.map((one) => [one.sourceId, one.kind, one.name, one.obstacle])).toEqual([
    ['C1', 'public', 'detailing', null],
    ['C2', 'public', 'General (Slack)', null],
    ['G1', 'private', 'numbers', null],
    ['G2', 'group', 'Amy Ames, Ben Bell, Cy Gone', null],
    ['D1', 'direct', 'Amy Ames, Ben Bell', null],
    ['D2', 'direct', 'Amy Ames, Cy Gone', 'Not both of its members have an account here.'],
  ]);
  expect(await countRows(stage)).toEqual({ ...before, chat_import_messages: 12 });
});

test('a run imports conversations with their threads, reactions and people', async () => {
  const socket = await amy.client.socket();
  const done = await createImporter(stage.admin).run(first.id);
  expect(done).toMatchObject({
    state: 'imported',
    done: 11,
    total: 11,
    brought: { channels: 5, messages: 11, reactions: 1, files: 0 },
  });
  first = done;
  const channelId = channelOf(done, 'C1');
  const messages = await read(amy.client, channelId);
  expect(messages.map(({ content }) => content)).toEqual([
    `Ask @${ben.username} or Cy Gone, **now** *please* ~~later~~ 🎉 <b> [the list](https://bay.example/a_b) quokkatown`,
    '**Cy Gone:** On it',
    '**Feed:** @here 3 cars',
    '**Cy Gone:** For all',
    'Last',
    'lost its thread',
  ]);
  const [root] = messages;
  expect(root).toMatchObject({
    senderId: amy.id,
    createdAt: '2024-03-04T12:00:10.000Z',
    editedAt: '2024-03-04T12:00:15.000Z',
    mentionedUserIds: [ben.id],
    reactions: [{ emoji: '👍🏼', users: [ben.id] }],
    thread: { replyCount: 2 },
  });
  const thread = await ben.client.call(getThread, { params: { messageId: root?.id ?? '' } });
  expect(thread.body.replies.map(({ content }: { content: string }) => content)).toEqual([
    'Done',
    '**Cy Gone:** For all',
  ]);
  await socket.next('channel_changed');
  socket.close();
});

test('everyone can read what they could read before, and no one else can', async () => {
  const own = async ({ client }: StageUser) =>
    (await client.call(listChannels)).body.map(({ id }) => id);
  const [c1, c2, g1, g2] = ['C1', 'C2', 'G1', 'G2'].map((id) => channelOf(first, id));
  const dm = `dm-${Math.min(amy.id, ben.id)}-${Math.max(amy.id, ben.id)}`;
  expect(await own(amy)).toEqual(expect.arrayContaining([c1, c2, g1, g2, dm]));
  expect(await own(ben)).toEqual(expect.arrayContaining([c1, g2, dm]));
  expect(await own(ben)).not.toContain(g1);
  expect(await contents(ben, dm)).toEqual(['between us']);
  expect(await contents(amy, g2 ?? '')).toEqual(['the three of us']);
  const { client } = stage.admin;
  for (const id of [g1, g2, dm])
    expect((await client.raw('GET', `/api/chat/messages/${id}`)).status).toBe(404);
});

test('no one is notified, nothing is unread, and messages are searchable', async () => {
  await waitUntilFound(ben.client, 'quokkatown');
  await waitUntilFound(amy.client, 'secretfigure');
  for (const { client } of [amy, ben]) {
    const { body } = await client.call(getUnread);
    const unread = body.channels.filter((one) => one.unread > 0 || one.mentions > 0);
    expect(unread.filter(({ channelId }) => /^(c|dm)-/.test(channelId))).toEqual([]);
    expect(body.threads).toBe(0);
  }
  const { db } = stage.platform;
  const ids = [amy.id, ben.id];
  expect(
    await db.selectFrom('notifications').selectAll().where('user_id', 'in', ids).execute(),
  ).toEqual([]);
});

test('skipped items are reported', async () => {
  expect(first.problems).toEqual(
    expect.arrayContaining([
      { where: 'detailing', error: 'A reaction of people without an account here was skipped.' },
      {
        where: 'detailing',
        error: 'The reaction “partyparrot” is not an emoji here and was skipped.',
      },
      {
        where: 'A direct or group message',
        error: 'Not both of its members have an account here.',
      },
    ]),
  );
  expect(first.problemCount).toBe(3);
});

test('a later export adds only what is new, also for people who have an account by then', async () => {
  const cy = await stage.addUser({ firstName: 'Cy', lastName: 'Gone', email: 'cy@bay.example' });
  const { days = {} } = parts;
  const more = {
    ...parts,
    days: {
      ...days,
      'detailing/2024-03-06': [
        { ts: ts(200_000), user: 'U3', text: 'Back again' },
        { ts: ts(200_010), user: 'U1', text: 'Good', thread_ts: ts(20) },
      ],
    },
  };
  const { read: upload, run } = createImporter(stage.admin);
  const found = await upload(slackZip(more));
  expect(channelOf(found, 'C1')).toBe(channelOf(first, 'C1'));
  const done = await run(found.id);
  expect(done).toMatchObject({
    state: 'imported',
    brought: { channels: 1, messages: 3, reactions: 0, files: 0 },
  });
  const messages = await contents(cy, channelOf(first, 'C1'));
  expect(messages).toHaveLength(7);
  expect(messages.at(-1)).toBe('Back again');
  const thread = (await read(cy.client, channelOf(first, 'C1'))).find(({ content }) =>
    content.endsWith('On it'),
  );
  expect(thread?.thread).toMatchObject({ replyCount: 1 });
  const again = await upload(slackZip(more));
  expect((await run(again.id)).brought).toEqual({
    channels: 0,
    messages: 0,
    reactions: 0,
    files: 0,
  });
});

test('threads without a root, or rooted in a reply, are imported as far as possible', async () => {
  const { read: upload, run } = createImporter(stage.admin);
  const found = await upload(
    slackZip({
      team: 'T7',
      users: [{ id: 'U1', name: 'Amy Ames', email: 'amy@bay.example' }],
      channels: [{ id: 'C1', name: 'odd threads', members: ['U1'] }],
      days: {
        'odd threads/2024-03-04': [
          { ts: ts(1), user: 'U1', text: '<!subteam^S1>' },
          { ts: ts(2), user: 'U1', text: 'To nothing', thread_ts: ts(1) },
          { ts: ts(3), user: 'U1', text: 'Root' },
          { ts: ts(4), user: 'U1', text: 'Reply', thread_ts: ts(3) },
          { ts: ts(5), user: 'U1', text: 'To a reply', thread_ts: ts(4) },
          { ts: ts(3), user: 'U1', text: 'Root, once more' },
        ],
      },
    }),
  );
  const done = await run(found.id);
  expect(done).toMatchObject({ state: 'imported', brought: { messages: 4 } });
  expect(await contents(amy, channelOf(done, 'C1'))).toEqual(['To nothing', 'Root', 'To a reply']);
});
