import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import {
  addMembers,
  createChannel,
  openGroup,
  removeMember,
} from '../../chat/contract/channels.ts';
import { endMembership } from '../../chat/test/channels.ts';
import { change, dm, idOf, post, say } from '../../chat/test/chatCalls.ts';
import { privateChannel } from '../../chat/test/personalCalls.ts';
import { searchMessages } from '../contract.ts';
import { found, untilFound } from './searching.ts';

let forecourt: TestForecourt;
let manager: Client;
let employee: Client;
let admin: Client;
let ids: Record<'manager' | 'employee' | 'admin' | 'gm', number>;

beforeAll(async () => {
  forecourt = await startForecourt();
  [manager, employee, admin] = await Promise.all([
    forecourt.signIn('manager'),
    forecourt.signIn('employee'),
    forecourt.signIn('admin'),
  ]);
  const [m, e, a, g] = await Promise.all(
    ['manager', 'employee', 'admin', 'gm'].map((name) => idOf(forecourt, name)),
  );
  ids = { manager: m ?? 0, employee: e ?? 0, admin: a ?? 0, gm: g ?? 0 };
});
afterAll(() => forecourt.stop());

let wordCount = 0;
const newWord = () => `secret${++wordCount}zq`;

/** Posts a new word there, and returns it once it is found. */
async function sayFindable(client: Client, channelId: string): Promise<string> {
  const word = newWord();
  await say(client, channelId, `The word is ${word}`);
  await untilFound(client, word);
  return word;
}

describe('users find only what they can read', () => {
  test('in a private channel: its members', async () => {
    const channel = await privateChannel(manager, [ids.employee]);
    const word = await sayFindable(manager, channel);
    expect(await found(employee, word)).toHaveLength(1);
    expect(await found(admin, word)).toEqual([]);
  });

  test('in a direct channel: its two people, no administrator', async () => {
    const word = await sayFindable(manager, dm(ids.manager, ids.employee));
    expect(await found(employee, word)).toHaveLength(1);
    expect(await found(admin, word)).toEqual([]);
  });

  test('in a group: its people', async () => {
    const { body: group } = await manager.call(openGroup, {
      body: { userIds: [ids.employee, ids.gm] },
    });
    const word = await sayFindable(manager, group.id);
    expect(await found(employee, word)).toHaveLength(1);
    expect(await found(admin, word)).toEqual([]);
  });

  test('in the managers’ channel: managers', async () => {
    const word = await sayFindable(manager, 'management');
    expect(await found(admin, word)).toHaveLength(1);
    expect(await found(employee, word)).toEqual([]);
  });

  test('in a team’s channel: its current members by their records', async () => {
    const body = { name: 'Parts only', type: 'team' as const, department: 'parts' as const };
    const { body: team } = await admin.call(createChannel, { body });
    const was = await forecourt.platform.db
      .selectFrom('users')
      .select('department')
      .where('id', '=', ids.employee)
      .executeTakeFirstOrThrow();
    const word = newWord();
    await change(forecourt, ids.employee, { department: 'parts' });
    await say(employee, team.id, word);
    await untilFound(employee, word);
    expect(await found(manager, word)).toEqual([]);
    await change(forecourt, ids.employee, was);
    expect(await found(employee, word)).toEqual([]);
  });

  test('in a public channel: who has joined, until they leave', async () => {
    const body = { name: 'Open house', type: 'public' as const };
    const { body: open } = await manager.call(createChannel, { body });
    const word = await sayFindable(manager, open.id);
    expect(await found(employee, word)).toEqual([]);
    const params = { channelId: open.id };
    await employee.call(addMembers, { params, body: { userIds: [ids.employee] } });
    expect(await found(employee, word)).toHaveLength(1);
    await employee.call(removeMember, { params: { ...params, userId: ids.employee } });
    expect(await found(employee, word)).toEqual([]);
  });

  test('in a channel they left or were removed from: nothing', async () => {
    const channel = await privateChannel(manager, [ids.employee]);
    const word = await sayFindable(manager, channel);
    expect(await found(employee, word)).toHaveLength(1);
    await endMembership(forecourt, channel, 'employee');
    expect(await found(employee, word)).toEqual([]);
    expect(await found(manager, word)).toHaveLength(1);
  });

  test('the same for replies in threads of such channels', async () => {
    const channel = await privateChannel(manager, [ids.employee]);
    const root = await post(manager, channel, { content: 'A question' });
    const word = newWord();
    await post(employee, channel, { content: word, threadId: root.id });
    const [result] = await untilFound(manager, word);
    expect(result?.thread).toEqual({
      rootId: root.id,
      senderName: root.senderName,
      content: 'A question',
    });
    expect(await found(admin, word)).toEqual([]);
  });
});

describe('inaccessible channels are indistinguishable from missing ones', () => {
  test.each(['in', 'from'])('%s:', async (operator) => {
    const channel = await privateChannel(manager, []);
    const errorFor = (value: string) =>
      admin.call(searchMessages, { query: { q: `${operator}:${value} word` } });
    const [hidden, missing] = [await errorFor(channel), await errorFor(channel.replace(/.$/, 'x'))];
    expect([hidden.status, missing.status]).toEqual([400, 400]);
    const blank = (answer: typeof hidden) =>
      JSON.stringify(answer.body)
        .replace(/“.*?”/g, '')
        .replace(/"requestId":".*?"/, '');
    expect(blank(hidden)).toBe(blank(missing));
  });

  test('a page of someone else’s search shows only the user’s own results', async () => {
    const channel = await privateChannel(manager, []);
    const word = newWord();
    for (const turn of [1, 2, 3]) await say(manager, channel, `${word} ${turn}`);
    await untilFound(manager, `${word} 3`);
    const { body } = await manager.call(searchMessages, { query: { q: word, limit: 1 } });
    const before = body.next ?? '';
    expect(await found(manager, word, { before })).toHaveLength(2);
    expect(await found(admin, word, { before })).toEqual([]);
  });

  test('searching needs a signed-in, approved account', async () => {
    const query = { q: 'word' };
    expect((await forecourt.client().call(searchMessages, { query })).status).toBe(401);
    const other = await forecourt.signIn('gm');
    await change(forecourt, ids.gm, { pending: true });
    await sleep(20);
    expect((await other.call(searchMessages, { query })).status).toBe(403);
    await change(forecourt, ids.gm, { pending: false });
  });
});
