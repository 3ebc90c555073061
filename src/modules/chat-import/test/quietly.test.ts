import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Employed, type Office, openOffice } from '../../admin/test/office.ts';
import { listChannels, openGroup } from '../../chat/contract/channels.ts';
import { getUnread } from '../../chat/contract/personal.ts';
import { read, say } from '../../chat/test/talk.ts';
import { bringing, countRows } from './bringing.ts';
import { slackZip, ts } from './exports.ts';

let office: Office;
let amy: Employed;
let ben: Employed;
let eve: Employed;
beforeAll(async () => {
  office = await openOffice();
  amy = await office.hire({ email: 'amy@bay.example' });
  ben = await office.hire({ email: 'ben@bay.example' });
  eve = await office.hire({ email: 'eve@bay.example' });
});
afterAll(() => office.stop());

const users = ['amy', 'ben', 'eve'].map((name, n) => ({
  ...{ id: `U${n + 1}`, name },
  email: `${name}@bay.example`,
}));

async function unreadOf({ client }: Employed, channelId: string) {
  const { body } = await client.call(getUnread);
  const { unread, mentions } = body.channels.find((one) => one.channelId === channelId) ?? {};
  return [unread, mentions];
}

test('nobody is told of what was said a minute ago, and somebody who has not read keeps that', async () => {
  const { read: bringIn, run } = bringing(office.admin);
  const now = Math.floor(Date.now() / 1000) - 60;
  const said = (n: number) => ({
    ...{ ts: `${now + n}.000100`, user: 'U2', text: '<@U1> <!channel> keys' },
  });
  const zip = (...days: object[]) =>
    slackZip({
      users,
      channels: [{ id: 'C1', name: 'lately', members: ['U1', 'U2'] }],
      dms: [{ id: 'D1', members: ['U1', 'U2'] }],
      days: { 'lately/2024-03-04': days, 'D1/2024-03-04': [said(9)] },
    });
  const first = await run((await bringIn(zip(said(1), { ...said(2), thread_ts: said(1).ts }))).id);
  expect(first.brought).toMatchObject({ channels: 2, messages: 3 });
  const [room = '', dm = ''] = first.channels.map(({ channelId }) => channelId ?? '');
  await countRows(office);
  expect(await unreadOf(amy, room)).toEqual([0, 0]);
  expect(await unreadOf(amy, dm)).toEqual([0, 0]);
  const { db } = office.platform;
  const told = () =>
    db.selectFrom('notifications').select('message').where('user_id', '=', amy.id).execute();
  expect(await told()).toEqual([]);

  await say(ben.client, room, 'This is news');
  const later = await run((await bringIn(zip(said(1), said(5)))).id);
  expect(later.brought).toMatchObject({ channels: 0, messages: 1 });
  await countRows(office);
  expect((await unreadOf(amy, room))[0]).toBeGreaterThan(0);
  expect(await told()).toEqual([{ message: 'This is news' }]);
});

test('what stands in the way is said, and the rest comes in', async () => {
  const { client } = amy;
  const group = await client.call(openGroup, { body: { userIds: [ben.id, eve.id] } });
  expect(group.status).toBeLessThan(300);
  await say(client, `dm-${Math.min(amy.id, eve.id)}-${Math.max(amy.id, eve.id)}`, 'Hi');
  const text = `${'long words '.repeat(3_000)}end`;
  const { read: bringIn, run } = bringing(office.admin);
  const found = await bringIn(
    slackZip({
      team: 'T2',
      users: [...users, { id: 'U9', name: 'Left' }],
      channels: [{ id: 'C1', name: 'closed', members: ['U1'], is_archived: true }],
      groups: [{ id: 'G1', name: 'theirs', members: ['U9'] }],
      mpims: [
        { id: 'G2', name: 'm1', members: ['U1', 'U2', 'U3'] },
        { id: 'G3', name: 'm2', members: ['U1', 'U9'] },
        { id: 'G4', name: 'm3', members: ['U2', 'U3'] },
      ],
      dms: [{ id: 'D1', members: ['U1', 'U3'] }],
      days: {
        'closed/2024-03-04': [
          { ts: ts(1), user: 'U1', text, reactions: [{ name: 'tada', users: ['U1'] }] },
          { ts: ts(2), user: 'U1', text: 'A reply', thread_ts: ts(1) },
        ],
        'm3/2024-03-04': [{ ts: ts(1), user: 'U2', text: 'Two of us' }],
      },
    }),
  );
  const obstacles = found.channels.map(({ sourceId, obstacle }) => [sourceId, obstacle]);
  expect(obstacles.toSorted()).toEqual([
    ['C1', null],
    ['D1', 'They have begun to talk here already.'],
    ['G1', 'Nobody who is in it has an account here.'],
    ['G2', 'These people have a group message here already.'],
    ['G3', 'Fewer than two of its people have an account here.'],
    ['G4', null],
  ]);
  const done = await run(found.id);
  expect(done.brought).toMatchObject({ channels: 2, messages: 3, reactions: 1 });
  const [closed = ''] = done.channels.map(({ channelId }) => channelId ?? '');
  const pieces = await read(client, closed);
  expect(pieces.map(({ content }) => content).join(' ')).toBe(text);
  expect(pieces.map(({ thread, reactions }) => [thread?.replyCount, reactions.length])).toEqual([
    [1, 1],
    [undefined, 0],
    [undefined, 0],
  ]);
  expect((await say(client, closed, 'More')).status).toBe(409);
  const mine = (await client.call(listChannels)).body.find(({ id }) => id === closed);
  expect(mine?.archivedAt).not.toBeNull();
});

test('what nobody went on with for a week is not kept', async () => {
  const { read: bringIn, get } = bringing(office.admin);
  const { db, jobs, storage } = office.platform;
  const found = await bringIn(
    slackZip({
      users,
      channels: [{ id: 'C5', name: 'idle', members: ['U1'] }],
      days: { 'idle/2024-03-04': [{ ts: ts(1), user: 'U1', text: 'forgotten' }] },
    }),
  );
  const { storage_key: key } = await db
    .selectFrom('chat_imports')
    .select('storage_key')
    .where('id', '=', found.id)
    .executeTakeFirstOrThrow();
  expect(await storage.stat(key)).not.toBeNull();
  await sql`update chat_imports set created_at = created_at - interval '8 days'
    where id = ${found.id}`.execute(db);
  await jobs.add(db, 'chat-import.sweep', {});
  await expect.poll(async () => (await get(found.id)).state).toBe('failed');
  await sql`update chat_import_loose_files set since = since - interval '2 days'`.execute(db);
  await jobs.add(db, 'chat-import.sweep', {});
  await expect.poll(() => storage.stat(key)).toBeNull();
  expect((await countRows(office)).chat_import_messages).toBe(0);
});

test('where the house has no account of its own, whoever runs it stands in', async () => {
  const { db } = office.platform;
  await db
    .updateTable('users')
    .set({ is_active: false })
    .where('protection', '=', 'system_bot')
    .execute();
  const runner = await office.hire({ role: 'admin' });
  const { read: bringIn, run } = bringing(runner);
  const found = await bringIn(
    slackZip({
      users: [{ id: 'U8', name: 'Old *Hand* @amy' }],
      channels: [{ id: 'C8', name: 'old days', members: ['U8'] }],
      days: { 'old days/2024-03-04': [{ ts: ts(1), user: 'U8', text: 'Long ago' }] },
    }),
  );
  const done = await run(found.id);
  const [said] = await read(runner.client, done.channels[0]?.channelId ?? '');
  expect(said).toMatchObject({
    ...{ senderId: runner.id, content: '**Old Hand amy:** Long ago' },
    mentionedUserIds: [],
  });
});
