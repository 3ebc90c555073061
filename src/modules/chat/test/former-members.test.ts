import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { createPoll, deleteMessage, reactToMessage, votePoll } from '../contract/changes.ts';
import { createChannel, listMembers, removeMember } from '../contract/channels.ts';
import { caughtUp, idOf, newId, newMessagesOn, post, postText, read } from './chatCalls.ts';
import { privateChannel } from './personalCalls.ts';

let forecourt: TestForecourt;
let employee: Client;
let manager: Client;
let employeeId: number;

beforeAll(async () => {
  forecourt = await startForecourt();
  employee = await forecourt.signIn('employee');
  manager = await forecourt.signIn('manager');
  employeeId = await idOf(forecourt, 'employee');
});
afterAll(() => forecourt.stop());

const leaveChannel = (channelId: string) =>
  employee.call(removeMember, { params: { channelId, userId: employeeId } });
const peopleOf = async (channelId: string) =>
  (await manager.call(listMembers, { params: { channelId } })).body.map(({ userId }) => userId);

describe('someone who has left a private channel', () => {
  test('gets no replies to what they wrote or were mentioned in', async () => {
    const channel = await privateChannel(manager, [employeeId]);
    const mine = await post(employee, channel, { content: 'My message' });
    const named = await post(manager, channel, { content: 'Ask @employee' });
    const followed = await post(employee, channel, { content: 'What I follow' });
    await post(manager, channel, { content: 'Still for you', threadId: followed.id });
    await leaveChannel(channel);
    const socket = await employee.socket();
    for (const threadId of [mine.id, named.id, followed.id]) {
      await post(manager, channel, { content: 'Between us', threadId });
    }
    await caughtUp(socket);
    expect(socket.frames.filter(({ type }) => type.startsWith('thread_'))).toEqual([]);
    socket.close();
  });

  test('learns nothing new from repeating their own send', async () => {
    const channel = await privateChannel(manager, [employeeId]);
    const clientMsgId = newId();
    const { body: mine } = await postText(employee, channel, 'What I said', clientMsgId);
    const pollId = newId();
    const pollAnswer = await employee.call(createPoll, {
      params: { channelId: channel },
      body: { clientMsgId: pollId, question: 'Who?', options: ['I', 'You'], multiple: false },
    });
    await leaveChannel(channel);
    const emoji = { emoji: '👎', action: 'add' as const };
    const params = { channelId: channel, messageId: mine.id };
    await manager.call(reactToMessage, { params, body: emoji });
    await post(manager, channel, { content: 'Good riddance', threadId: mine.id });
    const poll = { channelId: channel, messageId: pollAnswer.body.id };
    await manager.call(votePoll, { params: poll, body: { options: [2] } });
    const socket = await employee.socket();
    // In its own channel, and under the id of another one.
    for (const channelId of [channel, 'sales']) {
      const { status, body } = await postText(employee, channelId, 'What I said', clientMsgId);
      expect([status, body]).toMatchObject([
        201,
        { id: mine.id, content: 'What I said', reactions: [], thread: null },
      ]);
      const again = (await postText(employee, channelId, 'Who?', pollId)).body;
      expect(again.metadata?.poll?.options.map(({ voters }) => voters)).toEqual([[], []]);
    }
    await caughtUp(socket);
    expect(newMessagesOn(socket).map(({ reactions, thread }) => [reactions, thread])).toEqual(
      newMessagesOn(socket).map(() => [[], null]),
    );
    socket.close();
    const kept = (await read(manager, channel)).find(({ id }) => id === mine.id);
    expect([kept?.reactions.length, kept?.thread?.replyCount]).toEqual([1, 1]);
  });
});

test('a message that waits while its sender leaves or the channel is archived is refused', async () => {
  const { db } = forecourt.platform;
  const changes = {
    404: sql`update chat_members set left_at = now() where user_id = ${employeeId} and channel_id =`,
    409: sql`update chat_channels set archived_at = now(), archived_by = ${employeeId} where id =`,
  };
  for (const [status, change] of Object.entries(changes)) {
    const channel = await privateChannel(manager, [employeeId]);
    const { sent } = await db.transaction().execute(async (tx) => {
      // As leaving and archiving do.
      await sql`select from chat_channels where id = ${channel} for no key update`.execute(tx);
      const sent = postText(employee, channel, 'Too late');
      await eventually(async () => {
        const { rows } = await sql`select from pg_stat_activity where datname = current_database()
          and wait_event_type = 'Lock' and query like '%store-messages%'`.execute(db);
        return rows.length === 1;
      }, 'The message was not held up');
      await sql`${change} ${channel}`.execute(tx);
      return { sent };
    });
    expect((await sent).status).toBe(Number(status));
    expect((await read(manager, channel)).map(({ content }) => content)).not.toContain('Too late');
  }
});

test('a repeated send does not rejoin a public channel left since', async () => {
  const body = { name: `Channel ${newId()}`, type: 'public' as const };
  const { id } = (await manager.call(createChannel, { body })).body;
  const clientMsgId = newId();
  const { body: sent } = await postText(employee, id, 'Bye', clientMsgId);
  expect(await peopleOf(id)).toContain(employeeId);
  await leaveChannel(id);
  expect((await postText(employee, id, 'Bye', clientMsgId)).body).toEqual(sent);
  expect(await peopleOf(id)).not.toContain(employeeId);
  await postText(employee, id, 'Back again');
  expect(await peopleOf(id)).toContain(employeeId);
});

test('the activity log reveals neither the name nor the people of a private channel', async () => {
  const body = { name: 'Layoffs in May', type: 'private' as const, userIds: [employeeId] };
  const { id: channelId } = (await manager.call(createChannel, { body })).body;
  const { id } = await post(employee, channelId, { content: 'Who is on the list?' });
  await manager.call(deleteMessage, { params: { channelId, messageId: id } });
  const logEntries = () =>
    forecourt.platform.db
      .selectFrom('activity_log')
      .selectAll()
      .where('subject_id', 'in', [id, channelId])
      .execute();
  await eventually(async () => (await logEntries()).length >= 2);
  const entries = await logEntries();
  expect(entries.map(({ action }) => action)).toContain('chat.message_deleted');
  expect(JSON.stringify(entries)).not.toMatch(/Layoffs|Whitaker|Who is on/);
  const { first_name, last_name } = await forecourt.platform.db
    .selectFrom('users')
    .select(['first_name', 'last_name'])
    .where('id', '=', employeeId)
    .executeTakeFirstOrThrow();
  expect(JSON.stringify(entries)).not.toContain(`${first_name} ${last_name}`);
});
