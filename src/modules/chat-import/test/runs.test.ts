import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../../../test/support/eventually.ts';
import { type AdminStage, openAdminStage, type StageUser } from '../../admin/test/stage.ts';
import { read } from '../../chat/test/chatCalls.ts';
import * as calls from '../contract.ts';
import { slackZip, ts } from './exports.ts';
import { createImporter } from './importer.ts';

let stage: AdminStage;
let amy: StageUser;
beforeAll(async () => {
  stage = await openAdminStage();
  amy = await stage.addUser({ email: 'amy@bay.example', firstName: 'Amy' });
});
afterAll(() => stage.stop());

const zip = (team: string, count = 2) =>
  slackZip({
    team,
    users: [
      { id: 'U1', name: 'Amy Ames', email: 'amy@bay.example' },
      { id: 'U2', name: 'Zed', email: 'zed@elsewhere.example' },
    ],
    channels: [
      { id: 'C1', name: `acts ${team}`, members: ['U1'] },
      { id: 'C2', name: `left ${team}`, members: ['U1'] },
    ],
    days: {
      [`acts ${team}/2024-03-04`]: Array.from({ length: count }, (_, n) => ({
        ts: ts(n),
        user: n % 2 ? 'U2' : 'U1',
        text: `Number ${n}`,
        // Across batches: its thread was imported earlier.
        ...(n === count - 1 && n > 1 && { thread_ts: ts(0) }),
      })),
      [`left ${team}/2024-03-04`]: [{ ts: ts(1), user: 'U1', text: 'Not this one' }],
    },
  });

test('only users with system management can access an import', async () => {
  const { read: upload } = createImporter(stage.admin);
  const { id: importId } = await upload(zip('T1'));
  const manager = await stage.addUser({ role: 'manager', storeAccess: ['all'] });
  const params = { importId };
  const body = { people: [], channels: [], withFiles: true };
  for (const { client } of [manager, amy]) {
    expect((await createImporter({ client }).send(zip('T1'))).status).toBe(403);
    expect((await client.call(calls.listChatImports)).status).toBe(403);
    expect((await client.call(calls.getChatImport, { params })).status).toBe(403);
    expect((await client.call(calls.planChatImport, { params, body })).status).toBe(403);
    for (const endpoint of [calls.runChatImport, calls.stopChatImport, calls.undoChatImport])
      expect((await client.call(endpoint, { params })).status).toBe(403);
  }
  const none = { params: { importId: 999_999 } };
  const { client } = stage.admin;
  expect((await client.call(calls.getChatImport, none)).status).toBe(404);
  expect((await client.call(calls.planChatImport, { ...none, body })).status).toBe(404);
  for (const endpoint of [calls.runChatImport, calls.stopChatImport, calls.undoChatImport])
    expect((await client.call(endpoint, none)).status).toBe(404);
  expect((await client.call(calls.stopChatImport, { params })).status).toBe(409);
  expect((await client.call(calls.undoChatImport, { params })).status).toBe(409);
});

test('a repeated upload is the same import', async () => {
  const { send, waitUntilDone } = createImporter(stage.admin);
  const clientId = randomUUID();
  const first = await send(zip('T2'), clientId);
  const again = await send(zip('T2'), clientId);
  expect([again.status, again.body.id]).toEqual([202, first.body.id]);
  await waitUntilDone(first.body.id);
  const { body } = await stage.admin.client.call(calls.listChatImports);
  expect(body.filter(({ id }) => id === first.body.id)).toHaveLength(1);
});

test('the plan determines what is imported', async () => {
  const { read: upload, plan, run } = createImporter(stage.admin);
  const zed = await stage.addUser({ firstName: 'Zelda' });
  const { id } = await upload(zip('T3'));
  const people = [
    { sourceId: 'U1', userId: null },
    { sourceId: 'U2', userId: zed.id },
  ];
  const planned = await plan(id, { people, channels: [{ sourceId: 'C2', chosen: false }] });
  expect(planned.body.people.map((one) => [one.userId, one.matchedBy])).toEqual([
    [null, null],
    [zed.id, 'hand'],
  ]);
  const done = await run(id);
  expect(done.brought).toMatchObject({ channels: 1, messages: 2 });
  expect(done.channels[1]).toMatchObject({ chosen: false, channelId: null });
  const stored = await read(zed.client, done.channels[0]?.channelId ?? '');
  expect(stored.map((one) => [one.content, one.senderId === zed.id])).toEqual([
    ['**Amy Ames:** Number 0', false],
    ['Number 1', true],
  ]);
});

test('a conversation of two people never becomes that of a third', async () => {
  const { read: upload, plan, run } = createImporter(stage.admin);
  const [bea, cal] = [await stage.addUser({ email: 'bea@bay.example' }), await stage.addUser()];
  const direct = slackZip({
    team: 'T9',
    users: [
      { id: 'U1', name: 'Amy', email: 'amy@bay.example' },
      { id: 'U2', name: 'Bea', email: 'bea@bay.example' },
    ],
    dms: [{ id: 'D1', members: ['U1', 'U2'] }],
    days: { 'D1/2024-03-04': [{ ts: ts(1), user: 'U2', text: 'between us' }] },
  });
  const first = await upload(direct);
  expect((await run(first.id)).brought.messages).toBe(1);
  const { id } = await upload(direct);
  const planned = await plan(id, { people: [{ sourceId: 'U2', userId: cal.id }] });
  expect(planned.body.channels[0]?.obstacle).toBe(
    'One of its members was matched manually: direct and group messages are only imported for people matched by email.',
  );
  expect((await run(id)).brought.messages).toBe(0);
  const dm = `dm-${amy.id}-${bea.id}`;
  expect((await read(bea.client, dm)).map(({ content }) => content)).toEqual(['between us']);
  expect((await cal.client.raw('GET', `/api/chat/messages/${dm}`)).status).toBe(404);
});

test('a plan with unknown items is refused and changes nothing', async () => {
  const { read: upload, plan, get } = createImporter(stage.admin);
  const deletedUser = await stage.addUser();
  await stage.platform.db
    .updateTable('users')
    .set({ is_active: false })
    .where('id', '=', deletedUser.id)
    .execute();
  const { id } = await upload(zip('T4'));
  const before = await get(id);
  const refused = [
    { people: [{ sourceId: 'U9', userId: null }] },
    { people: [{ sourceId: 'U2', userId: deletedUser.id }] },
    { people: [{ sourceId: 'U2', userId: 2_000_000_000 }] },
    { channels: [{ sourceId: 'C9', chosen: false }] },
    { channels: [{ sourceId: 'C1\u0000', chosen: false }] },
    { people: [{ sourceId: '\ud800', userId: null }] },
  ];
  for (const wrong of refused)
    expect((await plan(id, { ...wrong, withFiles: false })).status).toBe(400);
  expect(await get(id)).toEqual(before);
});

test('an interrupted run continues where it was, without duplicates', async () => {
  const { db } = stage.platform;
  const { read: upload, get, waitUntilDone } = createImporter(stage.admin);
  const { id } = await upload(zip('T5', 4_300));
  const { status } = await stage.admin.client.call(calls.runChatImport, {
    params: { importId: id },
  });
  expect(status).toBe(202);
  const killConnections = () =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(db);
  await eventually(async () => (await get(id)).brought.messages > 0);
  await killConnections().catch(() => undefined);
  const { rows: left } = await sql<{ brought: number }>`select messages_brought as brought
    from chat_imports where id = ${id}`.execute(db);
  expect(left[0]?.brought).toBeLessThan(4_301);
  const done = await waitUntilDone(id);
  expect(done).toMatchObject({
    state: 'imported',
    done: 4_301,
    total: 4_301,
    brought: { channels: 2, messages: 4_301 },
  });
  const channelId = done.channels[0]?.channelId ?? '';
  const { rows } = await sql<{ count: number; places: number; last: number }>`
    select count(*)::int as count, count(distinct seq)::int as places, max(seq)::int as last
    from chat_messages where channel_id = ${channelId}`.execute(db);
  expect(rows).toEqual([{ count: 4_300, places: 4_299, last: 4_299 }]);
  const { rows: unordered } = await sql`select from (select seq, created_at,
      lag(created_at) over (order by seq) as before from chat_messages
      where channel_id = ${channelId} and seq is not null) m where created_at < before`.execute(db);
  expect(unordered).toEqual([]);
  const root = (await read(amy.client, channelId, { before: 2 }))[0];
  expect(root?.thread?.replyCount).toBe(1);
});

test('a stopped run waits, can be planned again, and continues', async () => {
  const { read: upload, run, stop, waitUntilDone, get } = createImporter(stage.admin);
  const { id } = await upload(zip('T6', 4_000));
  const { client } = stage.admin;
  expect((await client.call(calls.runChatImport, { params: { importId: id } })).status).toBe(202);
  const busy = await createImporter(stage.admin).send(zip('T7'));
  expect([busy.status, busy.body.error]).toEqual([
    409,
    'Another import is in progress. Wait until it has finished.',
  ]);
  await eventually(async () => (await get(id)).brought.messages > 0);
  expect((await stop(id)).status).toBe(200);
  const stopped = await waitUntilDone(id);
  expect(stopped.state).toBe('read');
  expect(stopped.done).toBeLessThan(4_001);
  expect(stopped.brought.messages).toBe(stopped.done);
  const done = await run(id);
  expect(done).toMatchObject({ state: 'imported', done: 4_001, total: 4_001 });
  expect(done.brought).toMatchObject({ channels: 2, messages: 4_001 });
});

test('a user who has lost access runs nothing any more', async () => {
  const other = await stage.addUser({ role: 'admin' });
  const { read: upload, run } = createImporter(other);
  const { id } = await upload(zip('T8'));
  await stage.platform.db
    .updateTable('chat_imports')
    .set({ run_by: amy.id, state: 'importing' })
    .where('id', '=', id)
    .execute();
  await stage.platform.jobs.add(stage.platform.db, 'chat-import.step', { importId: id });
  const refused = await createImporter(stage.admin).waitUntilDone(id);
  expect(refused).toMatchObject({
    state: 'failed',
    failure: 'The person who started this may no longer do so.',
    brought: { messages: 0 },
  });
  expect((await run(id)).state).toBe('imported');
});
