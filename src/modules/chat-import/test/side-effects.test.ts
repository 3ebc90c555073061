import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type AdminStage, openAdminStage, type StageUser } from '../../admin/test/stage.ts';
import { listChannels, openGroup } from '../../chat/contract/channels.ts';
import { getUnread } from '../../chat/contract/personal.ts';
import { postText, read } from '../../chat/test/chatCalls.ts';
import { slackZip, ts } from './exports.ts';
import { countRows, createImporter } from './importer.ts';

let stage: AdminStage;
let amy: StageUser;
let ben: StageUser;
let eve: StageUser;
beforeAll(async () => {
  stage = await openAdminStage();
  amy = await stage.addUser({ email: 'amy@bay.example' });
  ben = await stage.addUser({ email: 'ben@bay.example' });
  eve = await stage.addUser({ email: 'eve@bay.example' });
});
afterAll(() => stage.stop());

const users = ['amy', 'ben', 'eve'].map((name, n) => ({
  id: `U${n + 1}`,
  name,
  email: `${name}@bay.example`,
}));

async function unreadOf({ client }: StageUser, channelId: string) {
  const { body } = await client.call(getUnread);
  const { unread, mentions } = body.channels.find((one) => one.channelId === channelId) ?? {};
  return [unread, mentions];
}

test('no one is notified of recent messages, and an unread state is kept', async () => {
  const { read: upload, run } = createImporter(stage.admin);
  const now = Math.floor(Date.now() / 1000) - 60;
  const post = (n: number) => ({
    ts: `${now + n}.000100`,
    user: 'U2',
    text: '<@U1> <!channel> keys',
  });
  const zip = (...days: object[]) =>
    slackZip({
      users,
      channels: [{ id: 'C1', name: 'lately', members: ['U1', 'U2'] }],
      dms: [{ id: 'D1', members: ['U1', 'U2'] }],
      days: { 'lately/2024-03-04': days, 'D1/2024-03-04': [post(9)] },
    });
  const first = await run((await upload(zip(post(1), { ...post(2), thread_ts: post(1).ts }))).id);
  expect(first.brought).toMatchObject({ channels: 2, messages: 3 });
  const [channelId = '', dm = ''] = first.channels.map(({ channelId }) => channelId ?? '');
  await countRows(stage);
  expect(await unreadOf(amy, channelId)).toEqual([0, 0]);
  expect(await unreadOf(amy, dm)).toEqual([0, 0]);
  const { db } = stage.platform;
  const notifications = () =>
    db.selectFrom('notifications').select('message').where('user_id', '=', amy.id).execute();
  expect(await notifications()).toEqual([]);

  await postText(ben.client, channelId, 'This is news');
  const later = await run((await upload(zip(post(1), post(5)))).id);
  expect(later.brought).toMatchObject({ channels: 0, messages: 1 });
  await countRows(stage);
  expect((await unreadOf(amy, channelId))[0]).toBeGreaterThan(0);
  expect(await notifications()).toEqual([{ message: 'This is news' }]);
});

test('no one is notified even if an earlier message of the channel still waits for its notifications', async () => {
  const { read: upload, run } = createImporter(stage.admin);
  const now = Math.floor(Date.now() / 1000) - 60;
  const post = (n: number) => ({
    ts: `${now + n}.000100`,
    user: 'U2',
    text: '<@U1> <!channel> keys',
  });
  const zip = (...days: object[]) =>
    slackZip({
      team: 'T3',
      users,
      channels: [{ id: 'C7', name: 'waiting', members: ['U1', 'U2'] }],
      days: { 'waiting/2024-03-04': days },
    });
  const first = await run((await upload(zip(post(1)))).id);
  const [channelId = ''] = first.channels.map(({ channelId }) => channelId ?? '');
  await postText(ben.client, channelId, 'First');
  await countRows(stage);
  const { db } = stage.platform;
  await db
    .updateTable('chat_notify_cursors')
    .set({ rev: 0 })
    .where('channel_id', '=', channelId)
    .execute();
  await run((await upload(zip(post(1), post(5)))).id);
  await postText(ben.client, channelId, 'Second');
  await countRows(stage);
  const rows = await db
    .selectFrom('notifications')
    .select('message')
    .where('user_id', '=', amy.id)
    .where('action_url', 'like', `%${channelId}%`)
    .orderBy('message')
    .execute();
  expect(rows.map(({ message }) => message)).toEqual(['First', 'Second']);
});

test('problems are reported, and the rest is imported', async () => {
  const { client } = amy;
  const group = await client.call(openGroup, { body: { userIds: [ben.id, eve.id] } });
  expect(group.status).toBeLessThan(300);
  await postText(client, `dm-${Math.min(amy.id, eve.id)}-${Math.max(amy.id, eve.id)}`, 'Hi');
  const text = `${'long words '.repeat(3_000)}end`;
  const { read: upload, run } = createImporter(stage.admin);
  const found = await upload(
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
    ['D1', 'They already have a conversation here.'],
    ['G1', 'None of its members has an account here.'],
    ['G2', 'These people already have a group message here.'],
    ['G3', 'Fewer than two of its members have an account here.'],
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
  expect((await postText(client, closed, 'More')).status).toBe(409);
  const mine = (await client.call(listChannels)).body.find(({ id }) => id === closed);
  expect(mine?.archivedAt).not.toBeNull();
});

test('an export unused for a week is deleted', async () => {
  const { read: upload, get } = createImporter(stage.admin);
  const { db, jobs, storage } = stage.platform;
  const found = await upload(
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
  expect((await countRows(stage)).chat_import_messages).toBe(0);
});

test('an upload whose bytes were deleted meanwhile is refused and leaves nothing', async () => {
  const { db, jobs, storage } = stage.platform;
  const { send, waitUntilDone } = createImporter(stage.admin);
  const file = slackZip({
    users,
    channels: [{ id: 'C6', name: 'slow', members: ['U1'] }],
    days: { 'slow/2024-03-04': [{ ts: ts(1), user: 'U1', text: 'slowly' }] },
  });
  const before = await countRows(stage);
  let key = '';
  const { put } = storage;
  vi.spyOn(storage, 'put').mockImplementationOnce(async (...stored) => {
    const result = await put.apply(storage, stored);
    [key] = stored;
    await sql`update chat_import_loose_files set since = since - interval '2 days'
      where storage_key = ${key}`.execute(db);
    await jobs.add(db, 'chat-import.sweep', {});
    await expect.poll(() => storage.stat(key)).toBeNull();
    return result;
  });
  const clientId = crypto.randomUUID();
  const refused = await send(file, clientId);
  expect([refused.status, refused.body.error]).toEqual([
    409,
    'The upload took too long. Try again.',
  ]);
  expect(await storage.stat(key)).toBeNull();
  expect(await countRows(stage)).toEqual(before);
  const again = await send(file, clientId);
  expect(again.status).toBe(202);
  expect((await waitUntilDone(again.body.id)).state).toBe('read');
});

test('without a system user, the user who runs the import posts instead', async () => {
  const { db } = stage.platform;
  await db
    .updateTable('users')
    .set({ is_active: false })
    .where('protection', '=', 'system_bot')
    .execute();
  const runner = await stage.addUser({ role: 'admin' });
  const { read: upload, run } = createImporter(runner);
  const found = await upload(
    slackZip({
      users: [{ id: 'U8', name: 'Old *Hand* @amy' }],
      channels: [{ id: 'C8', name: 'old days', members: ['U8'] }],
      days: { 'old days/2024-03-04': [{ ts: ts(1), user: 'U8', text: 'Long ago' }] },
    }),
  );
  const done = await run(found.id);
  const [post] = await read(runner.client, done.channels[0]?.channelId ?? '');
  expect(post).toMatchObject({
    senderId: runner.id,
    content: '**Old Hand amy:** Long ago',
    mentionedUserIds: [],
  });
});
