import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { addUser } from '../../notifications/test/stage.ts';
import { deleteMessage, editMessage } from '../contract/changes.ts';
import { createChannel } from '../contract/channels.ts';
import { change, newId, post, postText } from './chatCalls.ts';
import { readTo, unreadIn } from './personalCalls.ts';

let forecourt: TestForecourt;
let admin: Client;
beforeAll(async () => {
  forecourt = await startForecourt();
  admin = await forecourt.signIn('admin');
});
afterAll(() => forecourt.stop());

const channelsWithPointer = async (userId: number) =>
  (
    await forecourt.platform.db
      .selectFrom('chat_reads')
      .select('channel_id')
      .where('user_id', '=', userId)
      .execute()
  ).map(({ channel_id }) => channel_id);

async function teamOf(department: 'parts' | 'finance'): Promise<string> {
  const body = { name: `Team ${newId()}`, type: 'team' as const, department };
  return (await admin.call(createChannel, { body })).body.id;
}

const connect = async (client: Client) => (await client.socket()).close();

describe('a new user', () => {
  test('has read existing messages, but not later ones', async () => {
    const eve = await addUser(forecourt);
    const before = await unreadIn(eve.client, 'sales');
    expect(before).toMatchObject({ unread: 0, lastReadSeq: before.lastSeq });
    expect(before.lastSeq).toBeGreaterThan(0);
    expect(await channelsWithPointer(eve.id)).toEqual([]);
    await connect(eve.client);
    await postText(admin, 'sales', 'While she is away');
    expect(await unreadIn(eve.client, 'sales')).toMatchObject({ unread: 1, mentions: 0 });
  });

  test('gets a read pointer in the channels they have access to, and in no others', async () => {
    const [eve, lead] = [await addUser(forecourt), await addUser(forecourt, { role: 'manager' })];
    const team = await teamOf('parts');
    await connect(eve.client);
    await connect(lead.client);
    const sharedChannels = ['general', 'integrations', 'sales', 'service'];
    expect((await channelsWithPointer(eve.id)).sort()).toEqual(sharedChannels);
    expect((await channelsWithPointer(lead.id)).sort()).toEqual(
      [...sharedChannels, 'management'].sort(),
    );
    expect(await channelsWithPointer(eve.id)).not.toContain(team);
  });

  test('keeps their read pointer when they reconnect', async () => {
    const eve = await addUser(forecourt);
    await connect(eve.client);
    await postText(admin, 'service', 'Twice away');
    await connect(eve.client);
    expect(await unreadIn(eve.client, 'service')).toMatchObject({ unread: 1 });
  });

  test('starts at their own message if it comes first', async () => {
    const eve = await addUser(forecourt);
    const own = await post(eve.client, 'service', { content: 'Hello, I am new' });
    await eventually(async () => (await channelsWithPointer(eve.id)).includes('service'));
    await postText(admin, 'service', 'Welcome');
    expect(await unreadIn(eve.client, 'service')).toMatchObject({
      lastReadSeq: own.seq,
      unread: 1,
    });
  });
});

describe('a team’s channel', () => {
  test('is unread from its first message on for all its members, including offline ones', async () => {
    const [partsUser, other] = [
      await addUser(forecourt, { department: 'parts' }),
      await addUser(forecourt, { department: 'finance' }),
    ];
    const team = await teamOf('parts');
    const parts = await addUser(forecourt, { department: 'parts', role: 'manager' });
    await postText(parts.client, team, 'Morning');
    expect(await unreadIn(partsUser.client, team)).toMatchObject({ lastReadSeq: 0, unread: 1 });
    expect(await channelsWithPointer(other.id)).not.toContain(team);
  });

  test('is fully read for a new team member, before they first connect', async () => {
    const team = await teamOf('finance');
    const clerk = await addUser(forecourt, { department: 'finance' });
    await postText(clerk.client, team, 'Long ago');
    const eve = await addUser(forecourt, { department: 'parts' });
    expect(await channelsWithPointer(eve.id)).toEqual([]);
    await change(forecourt, eve.id, { department: 'finance' });
    await eventually(async () => (await channelsWithPointer(eve.id)).includes(team));
    await postText(clerk.client, team, 'For the new one too');
    expect(await unreadIn(eve.client, team)).toMatchObject({ lastReadSeq: 1, unread: 1 });
  });
});

describe('the mention index', () => {
  test('follows edits and deletion of its message', async () => {
    const eve = await addUser(forecourt);
    await connect(eve.client);
    const start = await unreadIn(eve.client, 'sales');
    const message = await post(admin, 'sales', { content: `@${eve.username} a word` });
    const all = await post(admin, 'sales', { content: `@channel and @${eve.username}` });
    const later = await post(admin, 'sales', { content: 'Nobody yet' });
    const counts = async () => (await unreadIn(eve.client, 'sales')).mentions;
    expect(await counts()).toBe(2);
    const at = (messageId: string) => ({ channelId: 'sales', messageId });
    const edit = (messageId: string, content: string) =>
      admin.call(editMessage, { params: at(messageId), body: { content } });
    await edit(later.id, `@${eve.username} now`);
    expect(await counts()).toBe(3);
    await edit(message.id, 'Never mind');
    expect(await counts()).toBe(2);
    await admin.call(deleteMessage, { params: at(all.id) });
    expect(await counts()).toBe(1);
    await readTo(eve.client, 'sales', start.lastSeq + 3);
    expect(await counts()).toBe(0);
  });

  test('is the same for all users as in the messages', async () => {
    const { rows } = await sql<{ wrong: number; all: number }>`
      with expected as (
        select distinct named as user_id, m.channel_id, m.seq from chat_messages m,
          unnest(m.mentioned_user_ids) as named
        where m.seq is not null and named <> m.sender_id)
      select (select count(*)::int from expected full join chat_mentioned n using (user_id, channel_id, seq)
          where expected is null or n is null) as wrong,
        (select count(*)::int from chat_mentioned) as all`.execute(forecourt.platform.db);
    expect(rows[0]).toMatchObject({ wrong: 0 });
    expect(rows[0]?.all).toBeGreaterThan(0);
  });
});
