import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import {
  closePoll,
  createPoll,
  deleteMessage,
  editMessage,
  forwardMessage,
  pinMessage,
  reactToMessage,
  votePoll,
} from '../contract/changes.ts';
import { starMessage } from '../contract/personal.ts';
import { listChanges, postMessage } from '../contract.ts';
import { addUpload, endMembership, insertChannel } from './channelRows.ts';
import { idOf, newId, post } from './chatCalls.ts';
import { followChannel } from './expectSync.ts';

let forecourt: TestForecourt;
let employee: Client;
let manager: Client;

beforeAll(async () => {
  forecourt = await startForecourt();
  employee = await forecourt.signIn('employee');
  manager = await forecourt.signIn('manager');
});
afterAll(() => forecourt.stop());

test('after every kind of change, frames alone lead to the server’s state', async () => {
  const channel = await insertChannel(forecourt, 'private', ['employee', 'manager']);
  const [mine, theirs] = [
    await followChannel(employee, channel),
    await followChannel(manager, channel),
  ];
  const root = await post(employee, channel, { content: 'The beginning' });
  const at = (messageId: string) => ({ channelId: channel, messageId });
  const thread = { threadId: root.id };
  const reply = await post(manager, channel, { content: 'A reply', ...thread });
  const poll = await employee.call(createPoll, {
    params: { channelId: channel },
    body: { clientMsgId: newId(), question: 'Which?', options: ['A', 'B'], multiple: true },
  });
  const attachmentIds = [await addUpload(forecourt, 'employee')];
  const steps: (() => Promise<unknown>)[] = [
    () => post(manager, channel, { content: 'Words' }),
    () => post(employee, channel, { content: '', attachmentIds }),
    () => post(employee, channel, { content: 'Quote', replyToId: reply.id }),
    () => post(employee, channel, { content: 'Reply', ...thread }),
    () => post(manager, channel, { content: 'Both', ...thread, alsoToChannel: true }),
    () => employee.call(editMessage, { params: at(root.id), body: { content: 'Otherwise' } }),
    () => manager.call(editMessage, { params: at(reply.id), body: { content: 'Also' } }),
    ...(['add', 'add', 'remove', 'remove'] as const).map((action) => () => {
      return manager.call(reactToMessage, { params: at(root.id), body: { emoji: '👍', action } });
    }),
    () =>
      employee.call(reactToMessage, { params: at(reply.id), body: { emoji: '🚗', action: 'add' } }),
    () => employee.call(pinMessage, { params: at(root.id), body: { pinned: true } }),
    () => manager.call(pinMessage, { params: at(root.id), body: { pinned: false } }),
    () => manager.call(votePoll, { params: at(poll.body.id), body: { options: [1, 2] } }),
    () => manager.call(votePoll, { params: at(poll.body.id), body: { options: [] } }),
    () => employee.call(closePoll, { params: at(poll.body.id) }),
    () =>
      manager.call(forwardMessage, {
        params: at(root.id),
        body: { toChannelId: channel, clientMsgId: newId() },
      }),
    () => manager.call(starMessage, { params: at(reply.id), body: { starred: true } }),
    () => manager.call(starMessage, { params: at(root.id), body: { starred: true } }),
    () => manager.call(editMessage, { params: at(reply.id), body: { content: 'Starred' } }),
    () => manager.call(starMessage, { params: at(root.id), body: { starred: false } }),
    () => manager.call(deleteMessage, { params: at(reply.id) }),
    () => employee.call(deleteMessage, { params: at(poll.body.id) }),
    () => employee.call(deleteMessage, { params: at(root.id) }),
  ];
  for (const step of steps) {
    await step();
    await mine.expectSync();
    await theirs.expectSync();
  }
  for (const follower of [mine, theirs]) follower.close();
});

test('of many changes at once, no revision is lost or repeated', async () => {
  const channel = await insertChannel(forecourt, 'private', ['employee', 'manager']);
  const root = await post(employee, channel, { content: 'Storm' });
  const reader = await followChannel(manager, channel);
  const at = { channelId: channel, messageId: root.id };
  await Promise.all(
    Array.from({ length: 40 }, async (_, turn) => {
      const client = turn % 2 === 0 ? employee : manager;
      if (turn % 4 === 0) await post(client, channel, { content: `Words ${turn}` });
      if (turn % 4 === 1) await post(client, channel, { content: 'Reply', threadId: root.id });
      const action = turn % 3 === 0 ? 'remove' : 'add';
      const emoji = ['👍', '🚗', '🔥'][turn % 3] ?? '👍';
      await client.call(reactToMessage, { params: at, body: { emoji, action } });
      await employee.call(editMessage, { params: at, body: { content: `Version ${turn}` } });
    }),
  );
  await reader.expectSync();
  reader.close();
});

describe('changes', () => {
  test('include replies, and a fresh start only the timeline', async () => {
    const channel = await insertChannel(forecourt, 'private', ['employee', 'manager']);
    const root = await post(employee, channel, { content: 'Root' });
    const reply = await post(manager, channel, { content: 'Reply', threadId: root.id });
    await manager.call(starMessage, {
      params: { channelId: channel, messageId: reply.id },
      body: { starred: true },
    });
    const since = async (rev: number) =>
      (await manager.call(listChanges, { params: { channelId: channel }, query: { since: rev } }))
        .body;
    const all = await since(0);
    expect(all.messages.map(({ id, isStarred }) => [id, isStarred])).toEqual([
      [reply.id, true],
      [root.id, false],
    ]);
    const fresh = await since(99);
    expect([fresh.reset, fresh.lastRev]).toEqual([true, 3]);
    expect(fresh.messages.map(({ id }) => id)).toEqual([root.id]);
  });
});

describe('posting to a closed channel', () => {
  const attempt = (channel: string, fields = {}) =>
    employee.call(postMessage, {
      params: { channelId: channel },
      body: { content: 'Late', clientMsgId: newId(), ...fields },
    });

  /**
   * The channel's row is locked while the sends are in progress, and changed before they
   * continue.
   */
  async function sendDuring(
    channel: string,
    write: (tx: typeof forecourt.platform.db) => Promise<void>,
  ) {
    const { db } = forecourt.platform;
    const { id: threadId } = await post(employee, channel, { content: 'Root' });
    let sends: ReturnType<typeof attempt>[] = [];
    await db.transaction().execute(async (tx) => {
      await sql`select from chat_channels where id = ${channel} for update`.execute(tx);
      sends = [attempt(channel), attempt(channel, { threadId }), attempt(channel)];
      await eventually(async () => {
        const { rows } = await sql`select from pg_stat_activity
          where wait_event_type = 'Lock' and datname = current_database()`.execute(db);
        return rows.length > 0;
      });
      await write(tx);
    });
    return (await Promise.all(sends)).map(({ status }) => status);
  }

  test('is refused after the membership ended', async () => {
    const channel = await insertChannel(forecourt, 'private', ['employee', 'manager']);
    const reader = await followChannel(manager, channel);
    const userId = await idOf(forecourt, 'employee');
    const statuses = await sendDuring(channel, async (tx) => {
      await sql`update chat_members set left_at = now()
        where channel_id = ${channel} and user_id = ${userId}`.execute(tx);
    });
    expect(statuses).toEqual([404, 404, 404]);
    expect((await attempt(channel)).status).toBe(404);
    await reader.expectSync();
    reader.close();
  });

  test.each(['sales', 'private'] as const)(
    'is refused after a %s channel was archived',
    async (type) => {
      const channel = await insertChannel(forecourt, type, ['employee', 'manager']);
      const statuses = await sendDuring(channel, async (tx) => {
        await sql`update chat_channels set archived_at = now(), archived_by = 1
        where id = ${channel}`.execute(tx);
      });
      expect(statuses).toEqual([409, 409, 409]);
      expect((await attempt(channel)).status).toBe(409);
    },
  );

  test('still acknowledges a repeated send', async () => {
    const channel = await insertChannel(forecourt, 'private', ['employee', 'manager']);
    const clientMsgId = newId();
    const { body } = await attempt(channel, { clientMsgId });
    await endMembership(forecourt, channel, 'employee');
    const again = await attempt(channel, { clientMsgId });
    expect([again.status, again.body]).toEqual([201, body]);
  });
});

describe('a user’s own messages', () => {
  test('are read if all before them was, and hide no others', async () => {
    const channel = await insertChannel(forecourt, 'private', ['employee', 'manager', 'gm']);
    const pointerOf = async (username: string) => {
      const { rows } = await sql<{ seq: number }>`select last_read_seq as seq from chat_reads
        where channel_id = ${channel} and user_id = ${await idOf(forecourt, username)}`.execute(
        forecourt.platform.db,
      );
      return rows[0]?.seq;
    };
    const gm = await forecourt.signIn('gm');
    for (const username of ['employee', 'gm']) {
      const row = {
        user_id: await idOf(forecourt, username),
        channel_id: channel,
        last_read_seq: 0,
      };
      await forecourt.platform.db.insertInto('chat_reads').values(row).execute();
    }
    await post(employee, channel, { content: 'One' });
    await post(gm, channel, { content: 'Two' });
    await post(employee, channel, { content: 'Three' });
    await eventually(async () => (await pointerOf('employee')) === 1);
    expect(await pointerOf('gm')).toBe(0);
  });
});
