import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AdminStage, openAdminStage, type StageUser } from '../../admin/test/stage.ts';
import { forwardMessage } from '../../chat/contract/changes.ts';
import { postText, read } from '../../chat/test/chatCalls.ts';
import * as calls from '../contract.ts';
import { slackZip, ts } from './exports.ts';
import { createImporter } from './importer.ts';

/** An import must not let anyone post in the name of others unnoticed. */
let stage: AdminStage;
/** Has system management and nothing else. */
let importUser: StageUser;
let amy: StageUser;
let boss: StageUser;
beforeAll(async () => {
  stage = await openAdminStage();
  importUser = await stage.addUser({ pagePermissions: ['admin_panel', 'system_management'] });
  amy = await stage.addUser({ email: 'amy@bay.example', firstName: 'Amy' });
  boss = await stage.addUser({ role: 'manager', email: 'boss@bay.example', firstName: 'Boss' });
});
afterAll(() => stage.stop());

const users = [
  { id: 'U1', name: 'Amy Ames', email: 'amy@bay.example' },
  { id: 'U2', name: 'Stranger', email: 'stranger@elsewhere.example' },
  { id: 'U3', name: 'Boss', email: 'boss@bay.example' },
];
const channelZip = (team: string, more: object[] = []) =>
  slackZip({
    team,
    users,
    channels: [{ id: 'C1', name: `talk ${team}`, members: ['U1', 'U3'] }],
    days: {
      [`talk ${team}/2024-03-04`]: [
        { ts: ts(1), user: 'U1', text: 'From Amy' },
        { ts: ts(2), user: 'U3', text: 'A reply', thread_ts: ts(1) },
        ...more,
      ] as never,
    },
  });
const imported = { imported: { from: 'slack' } };

async function importZip(zip: Buffer, by = stage.admin) {
  const { read: upload, run } = createImporter(by);
  const { id } = await upload(zip);
  const done = await run(id);
  return { id, done, channelId: done.channels[0]?.channelId ?? '' };
}

describe('an imported message', () => {
  test('is marked for every reader, also in a thread and when forwarded; others are not', async () => {
    const { channelId } = await importZip(channelZip('F1'));
    const own = await postText(amy.client, channelId, 'Really me');
    for (const { client } of [amy, boss]) {
      const stored = await read(client, channelId);
      expect(stored.map(({ content, metadata }) => [content, metadata])).toEqual([
        ['From Amy', imported],
        ['Really me', null],
      ]);
    }
    const [first] = await read(amy.client, channelId);
    const socket = await boss.client.socket();
    const { body } = await boss.client.call(forwardMessage, {
      params: { channelId, messageId: first?.id ?? '' },
      body: { toChannelId: 'general', clientMsgId: crypto.randomUUID() },
    });
    expect(body).toMatchObject({ metadata: { forwarded: imported } });
    const frame = await socket.next('new_message');
    expect(frame).toMatchObject({ metadata: { forwarded: imported } });
    socket.close();
    expect(own).toBeDefined();
    const stored = await stage.platform.db
      .selectFrom('chat_messages')
      .select(['content', 'metadata'])
      .where('channel_id', '=', channelId)
      .where('thread_id', 'is not', null)
      .execute();
    expect(stored).toEqual([{ content: 'A reply', metadata: imported }]);
  });

  test('dated after the start of the import is skipped', async () => {
    const later = Math.floor(Date.now() / 1000) + 3_600;
    const zip = channelZip('F2', [{ ts: `${later}.000100`, user: 'U3', text: 'Wire the money' }]);
    const { done, channelId } = await importZip(zip);
    expect((await read(amy.client, channelId)).map(({ content }) => content)).toEqual(['From Amy']);
    expect(done.problems).toEqual([
      expect.objectContaining({
        error: 'A message dated after the start of this import was skipped.',
      }),
    ]);
  });
});

describe('matching manually', () => {
  const direct = (team: string) =>
    slackZip({
      team,
      users,
      dms: [{ id: 'D1', members: ['U2', 'U1'] }],
      days: { 'D1/2024-03-04': [{ ts: ts(1), user: 'U2', text: 'FORGED: please wire 20k' }] },
    });

  test('imports nothing into a direct conversation', async () => {
    const { read: upload, plan, run } = createImporter(stage.admin);
    const { id } = await upload(direct('F3'));
    const planned = await plan(id, { people: [{ sourceId: 'U2', userId: boss.id }] });
    expect(planned.body.channels[0]?.obstacle).toMatch(/matched manually/);
    expect((await run(id)).brought.messages).toBe(0);
    const path = `/api/chat/messages/dm-${amy.id}-${boss.id}`;
    expect((await amy.client.raw('GET', path)).body).toEqual([]);
  });

  test('is not needed for people matched by email, which is shown', async () => {
    const zip = slackZip({
      team: 'F4',
      users,
      dms: [{ id: 'D1', members: ['U3', 'U1'] }],
      days: { 'D1/2024-03-04': [{ ts: ts(1), user: 'U3', text: 'Between us' }] },
    });
    await importZip(zip);
    const stored = await read(amy.client, `dm-${amy.id}-${boss.id}`);
    expect(stored.map(({ content, metadata }) => [content, metadata])).toEqual([
      ['Between us', imported],
    ]);
  });

  test('is refused for someone of a higher role or a protected account', async () => {
    const { read: upload, plan, get } = createImporter(importUser);
    const { id } = await upload(channelZip('F5'));
    const protectedUser = await stage.platform.db
      .selectFrom('users')
      .select('id')
      .where('protection', '=', 'protected')
      .executeTakeFirstOrThrow();
    const match = (userId: number, by = plan) => by(id, { people: [{ sourceId: 'U2', userId }] });
    for (const userId of [boss.id, stage.admin.id, protectedUser.id]) {
      const { status, body } = await match(userId);
      expect([status, body]).toEqual([
        403,
        expect.objectContaining({ error: expect.stringMatching(/^You can only match/) }),
      ]);
    }
    expect((await match(protectedUser.id, createImporter(stage.admin).plan)).status).toBe(403);
    expect((await get(id)).people.find(({ sourceId }) => sourceId === 'U2')?.userId).toBeNull();
    expect((await match(amy.id)).status).toBe(200);
    // An administrator may match them, the user who runs the import may not.
    expect((await match(boss.id, createImporter(stage.admin).plan)).status).toBe(200);
    const run = await importUser.client.call(calls.runChatImport, { params: { importId: id } });
    expect(run.status).toBe(403);
    expect((await createImporter(stage.admin).run(id)).state).toBe('imported');
  });
});

describe('the log', () => {
  test('has the matches, and the conversations created and removed', async () => {
    const { read: upload, plan, run, undo } = createImporter(stage.admin);
    const { id } = await upload(channelZip('F6'));
    await plan(id, { people: [{ sourceId: 'U2', userId: importUser.id }] });
    const channelId = (await run(id)).channels[0]?.channelId ?? '';
    await undo(id);
    const log = await stage.log(id);
    expect(log.map(({ action }) => action)).toEqual([
      'chat_import.started',
      'chat_import.ended',
      'chat_import.undone',
    ]);
    expect(log[0]?.after).toMatchObject({
      people: {
        matched: 3,
        shown: [
          { sourceId: 'U2', name: 'Stranger', userId: importUser.id, matchedBy: 'hand' },
          { sourceId: 'U1', userId: amy.id, matchedBy: 'email' },
          { sourceId: 'U3', userId: boss.id, matchedBy: 'email' },
        ],
      },
    });
    expect(log[1]?.after).toMatchObject({ channelIds: [channelId] });
    expect(log[2]?.after).toMatchObject({
      messages: 2,
      removed: [{ id: channelId, name: 'talk F6', messages: 2 }],
    });
  });

  test('keeps removed messages for users who audit everything', async () => {
    const { id, channelId } = await importZip(channelZip('F7'));
    await createImporter(stage.admin).undo(id);
    expect((await amy.client.raw('GET', `/api/chat/messages/${channelId}`)).status).toBe(404);
    const list = ({ client }: StageUser) =>
      client.call(calls.listUndoneMessages, { params: { importId: id } });
    const auditor = await stage.addUser({
      featurePermissions: ['audit_logs'],
      storeAccess: ['ford', 'hyundai', 'chevrolet'],
    });
    const { status, body } = await list(auditor);
    expect(status).toBe(200);
    expect(body.map((one) => [one.senderId, one.content, one.undoneBy])).toEqual([
      [amy.id, 'From Amy', 'Ada Admin'],
      [boss.id, 'A reply', 'Ada Admin'],
    ]);
    const local = await stage.addUser({
      featurePermissions: ['audit_logs'],
      storeAccess: ['ford'],
    });
    for (const other of [importUser, amy, local]) expect((await list(other)).status).toBe(403);
  });
});
