import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { deleteMessage, editMessage } from '../../chat/contract/changes.ts';
import { createChannel, openGroup, removeMember } from '../../chat/contract/channels.ts';
import { readThread } from '../../chat/contract/threads.ts';
import type { ChatMessage } from '../../chat/contract.ts';
import { change, dm, post, postText } from '../../chat/test/chatCalls.ts';
import { allUnread, readTo, unreadFrom } from '../../chat/test/personalCalls.ts';
import { addUser, age, listOf, runJob, type TestUser } from '../../notifications/test/stage.ts';
import { type SettingsChange, saveChatSettings, viewing } from '../contract.ts';

let forecourt: TestForecourt;
let ann: TestUser;
let bob: TestUser;
let eve: TestUser;
beforeAll(async () => {
  forecourt = await startForecourt();
  ann = await addUser(forecourt, { firstName: 'Ann', lastName: 'Sales' });
  bob = await addUser(forecourt);
  eve = await addUser(forecourt);
  await waitUntilNotified();
});
afterAll(() => forecourt.stop());

/** Resolves when all messages so far have been notified. */
async function waitUntilNotified(): Promise<void> {
  await eventually(async () => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from chat_channels c
      left join chat_notify_cursors k on k.channel_id = c.id
      where c.last_rev > coalesce(k.rev, 0)`.execute(forecourt.platform.db);
    return rows[0]?.n === 0;
  });
}

async function channelWith(...people: TestUser[]): Promise<string> {
  const body = {
    name: `Channel ${Math.random()}`,
    type: 'private' as const,
    userIds: people.map(({ id }) => id),
  };
  return (await ann.client.call(createChannel, { body })).body.id;
}

const notificationsIn = async (client: Client, channelId: string) =>
  (await listOf(client)).notifications.filter(({ actionUrl }) =>
    actionUrl?.startsWith(`/?channel=${channelId}&`),
  );
const messagesOf = async (client: Client, channelId: string) =>
  (await notificationsIn(client, channelId)).map(({ message }) => message);
const saveSettings = (client: Client, body: SettingsChange) =>
  client.call(saveChatSettings, { body });
const waitUntilWithdrawn = (client: Client, channelId: string) =>
  eventually(async () => (await notificationsIn(client, channelId)).length === 0);
const edit = (client: Client, { channelId, id }: ChatMessage, content: string) =>
  client.call(editMessage, { params: { channelId, messageId: id }, body: { content } });
async function latestNotification(userId: number, title: string) {
  return forecourt.platform.db
    .selectFrom('notifications')
    .selectAll()
    .where('user_id', '=', userId)
    .where('title', '=', title)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
}
const wasEmailed = async (userId: number, title: string) =>
  (await latestNotification(userId, title)).mailed_at !== null;
async function deliveryOf(userId: number, title: string) {
  const row = await latestNotification(userId, title);
  const { silent, toast, digest, digest_from } = row;
  return { silent, toast, digest, digestFrom: digest_from, push: row.push_at !== null };
}

describe('a message', () => {
  test('notifies the others in the channel, with sender, channel and excerpt', async () => {
    const channel = await channelWith(bob);
    const socket = await bob.client.socket();
    const text = 'The blue one in the second row is sold, the papers follow tomorrow';
    const { body: message } = await postText(ann.client, channel, text);
    const frame = await socket.next('notification');
    expect(frame).toMatchObject({
      title: expect.stringMatching(/^Ann Sales in Channel /),
      message: `${text.slice(0, 50)}…`,
      type: 'default',
      actionUrl: `/?channel=${channel}&message=${message.id}`,
    });
    expect(frame.silent).toBeUndefined();
    expect(await messagesOf(ann.client, channel)).toEqual([]);
    expect(await messagesOf(eve.client, channel)).toEqual([]);
    socket.close();
  });

  test('that cannot be processed does not stop those of other channels', async () => {
    const [bad, good] = [await channelWith(bob), await channelWith(bob)];
    const [id, clientMsgId] = [uuidv7(), uuidv7()];
    const { db } = forecourt.platform;
    await sql`
      with c as (update chat_channels set last_seq = last_seq + 1, last_rev = last_rev + 1
        where id = ${bad} returning last_seq, last_rev)
      insert into chat_messages (id, channel_id, seq, rev, sender_id, client_msg_id, content,
        attachments, created_at)
      select ${id}, ${bad}, last_seq, last_rev, ${ann.id}, ${clientMsgId}, '', '{}', now()
      from c`.execute(db);
    for (const text of ['First', 'Second']) {
      await postText(ann.client, good, text);
      await eventually(async () => (await messagesOf(bob.client, good))[0] === text);
    }
    expect(await notificationsIn(bob.client, bad)).toEqual([]);
    const socket = await bob.client.socket();
    await sql`update chat_messages set attachments = '[]', content = 'Edited' where id = ${id}`.execute(
      db,
    );
    await eventually(async () => (await notificationsIn(bob.client, bad)).length === 1);
    // Sent after it is stored: a later test could take it for its own.
    await eventually(() => socket.frames.some(({ data }) => data?.message === 'Edited'));
    socket.close();
  });

  test('in a direct conversation notifies the other person, as a toast too', async () => {
    const channelId = dm(ann.id, bob.id);
    const socket = await bob.client.socket();
    await postText(ann.client, channelId, 'Hello Bob');
    expect(await socket.next('notification')).toMatchObject({ title: 'Ann Sales', toast: true });
    await waitUntilNotified();
    expect(await messagesOf(bob.client, channelId)).toEqual(['Hello Bob']);
    expect(await deliveryOf(bob.id, 'Ann Sales')).toMatchObject({ push: true, digest: true });
    socket.close();
  });

  test('in a group notifies all others in it', async () => {
    const body = { userIds: [bob.id, eve.id] };
    const { id } = (await ann.client.call(openGroup, { body })).body;
    await post(ann.client, id, { content: 'Lunch?' });
    await waitUntilNotified();
    for (const { client } of [bob, eve]) {
      expect(await notificationsIn(client, id)).toMatchObject([{ title: 'Ann Sales in a group' }]);
    }
  });

  test('sent twice, edited and reacted to notifies once', async () => {
    const channel = await channelWith(bob);
    const id = crypto.randomUUID();
    const { body: message } = await postText(ann.client, channel, 'Once', id);
    await postText(ann.client, channel, 'Once', id);
    await waitUntilNotified();
    await edit(ann.client, message, 'Once, and well');
    await waitUntilNotified();
    expect(await messagesOf(bob.client, channel)).toEqual(['Once']);
  });

  test('notifies no one whose settings exclude it, and is held back in quiet hours', async () => {
    const channel = await channelWith(bob, eve);
    await saveSettings(bob.client, { all: false });
    const pausedUntil = new Date(Date.now() + 3_600_000);
    await saveSettings(eve.client, { pausedUntil: pausedUntil.toISOString() });
    const socket = await eve.client.socket();
    await postText(ann.client, channel, 'Whom does it concern');
    const frame = await socket.next('notification');
    expect(frame).toMatchObject({ silent: true, message: 'Whom does it concern' });
    expect(frame.toast).toBeUndefined();
    await postText(ann.client, channel, `@${bob.username} @${eve.username} you`);
    await waitUntilNotified();
    expect(await messagesOf(bob.client, channel)).toEqual([
      `@${bob.username} @${eve.username} you`,
    ]);
    const [{ title = '' } = {}] = await notificationsIn(eve.client, channel);
    const heldBack = { silent: true, toast: false, push: false, digest: true };
    expect(await deliveryOf(eve.id, title)).toEqual({ ...heldBack, digestFrom: pausedUntil });
    await age(forecourt, eve.id, 1_000);
    await runJob(forecourt, 'notifications.digest');
    expect(await wasEmailed(eve.id, title)).toBe(false);
    const db = forecourt.platform.db.updateTable('notifications').where('user_id', '=', eve.id);
    await db.set({ digest_from: new Date(Date.now() - 1_000) }).execute();
    await runJob(forecourt, 'notifications.digest');
    expect(await wasEmailed(eve.id, title)).toBe(true);
    await saveSettings(bob.client, { all: true });
    await saveSettings(eve.client, { pausedUntil: null });
    socket.close();
  });

  test('does not notify people who are viewing the channel, or have read it already', async () => {
    const channel = await channelWith(bob, eve);
    const socket = await bob.client.socket();
    socket.send(viewing.type, { channelId: channel, threadId: null });
    await eventually(async () => {
      const rows = await forecourt.platform.db.selectFrom('chat_viewing').selectAll().execute();
      return rows.some(({ user_id, channel_id }) => user_id === bob.id && channel_id === channel);
    });
    await postText(ann.client, channel, 'Seen at once');
    await waitUntilNotified();
    expect(await messagesOf(bob.client, channel)).toEqual([]);
    expect(await messagesOf(eve.client, channel)).toEqual(['Seen at once']);
    socket.close();
    await eventually(async () => {
      const rows = await forecourt.platform.db.selectFrom('chat_viewing').selectAll().execute();
      return rows.every(({ user_id }) => user_id !== bob.id);
    });
  });
});

describe('special cases', () => {
  test('a keyword notifies where other messages do not', async () => {
    const channel = await channelWith(bob);
    await saveSettings(bob.client, { all: false, keywords: true, keywordList: ['recall'] });
    await postText(ann.client, channel, 'Nothing new');
    await postText(ann.client, channel, 'There is a Recall on the F-150');
    await waitUntilNotified();
    expect(await messagesOf(bob.client, channel)).toEqual(['There is a Recall on the F-150']);
    await saveSettings(bob.client, { all: true, keywords: false });
  });

  test('a reply notifies its thread’s followers only', async () => {
    const channel = await channelWith(bob, eve);
    const { body: root } = await postText(bob.client, channel, 'Who has the key?');
    await post(ann.client, channel, { content: 'I do', threadId: root.id });
    await waitUntilNotified();
    expect(await notificationsIn(bob.client, channel)).toMatchObject([
      { message: 'I do', title: expect.stringMatching(/^Ann Sales in a thread in Channel/) },
    ]);
    expect(await messagesOf(eve.client, channel)).toEqual(['Who has the key?']);
  });

  test('an edit that mentions someone new notifies only them, even if they had read it', async () => {
    const channel = await channelWith(bob, eve);
    const { body: message } = await postText(ann.client, channel, 'Somebody should call them');
    await waitUntilNotified();
    await allUnread(bob.client);
    await readTo(bob.client, channel, message.seq ?? 0);
    await waitUntilWithdrawn(bob.client, channel);
    await edit(ann.client, message, `@${bob.username} should call them`);
    await waitUntilNotified();
    expect(await messagesOf(bob.client, channel)).toEqual([`@${bob.username} should call them`]);
    await edit(ann.client, message, `@${bob.username} should call them now`);
    await waitUntilNotified();
    expect(await notificationsIn(bob.client, channel)).toHaveLength(1);
    expect(await messagesOf(eve.client, channel)).toEqual(['Somebody should call them']);
  });
});

describe('a notification is withdrawn', () => {
  test('when the message is deleted', async () => {
    const channel = await channelWith(bob);
    const { body: message } = await postText(ann.client, channel, 'Wrong channel');
    await waitUntilNotified();
    expect(await messagesOf(bob.client, channel)).toEqual(['Wrong channel']);
    const params = { channelId: channel, messageId: message.id };
    await ann.client.call(deleteMessage, { params });
    await waitUntilWithdrawn(bob.client, channel);
    const kept = await forecourt.platform.db
      .selectFrom('notifications')
      .select(['message', 'push_at'])
      .where('user_id', '=', bob.id)
      .where('removed_at', 'is not', null)
      .execute();
    expect(kept.every(({ message: text, push_at }) => text === '' && !push_at)).toBe(true);
  });

  test('when the person has read that far, on any device; later ones stay', async () => {
    const channel = await channelWith(bob);
    for (const text of ['One', 'Two', 'Three']) await postText(ann.client, channel, text);
    await waitUntilNotified();
    await readTo(bob.client, channel, 2);
    await eventually(async () => (await notificationsIn(bob.client, channel)).length === 1);
    expect(await messagesOf(bob.client, channel)).toEqual(['Three']);
    await unreadFrom(bob.client, channel, 1);
    await readTo(bob.client, channel, 3, 1);
    await waitUntilWithdrawn(bob.client, channel);
  });

  test('when they have read the thread', async () => {
    const channel = await channelWith(bob);
    const { body: root } = await postText(bob.client, channel, 'Question');
    await post(ann.client, channel, { content: 'Answer', threadId: root.id });
    await post(ann.client, channel, { content: 'For all', threadId: root.id, alsoToChannel: true });
    await waitUntilNotified();
    expect((await messagesOf(bob.client, channel)).sort()).toEqual(['Answer', 'For all']);
    const body = { seq: 2, version: 0 };
    await bob.client.call(readThread, { params: { messageId: root.id }, body });
    await waitUntilWithdrawn(bob.client, channel);
  });

  test('when they leave the channel, and nothing is notified from then on', async () => {
    const channel = await channelWith(bob, eve);
    await postText(ann.client, channel, 'Still here');
    await waitUntilNotified();
    await bob.client.call(removeMember, { params: { channelId: channel, userId: bob.id } });
    await waitUntilWithdrawn(bob.client, channel);
    await postText(ann.client, channel, 'He left');
    await waitUntilNotified();
    expect(await messagesOf(bob.client, channel)).toEqual([]);
    expect(await messagesOf(eve.client, channel)).toEqual(['He left', 'Still here']);
  });

  test('when their record removes them from the channel', async () => {
    const lead = await addUser(forecourt, { role: 'manager' });
    const boss = await forecourt.signIn('gm');
    (await lead.client.socket()).close();
    await postText(boss, 'management', 'For managers only');
    await waitUntilNotified();
    expect(await messagesOf(lead.client, 'management')).toEqual(['For managers only']);
    await change(forecourt, lead.id, { role: 'employee' });
    await waitUntilWithdrawn(lead.client, 'management');
  });
});
