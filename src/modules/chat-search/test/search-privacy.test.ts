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
import { openCarChannel, seesCars } from '../../chat/test/carChannel.ts';
import { endMembership } from '../../chat/test/channelRows.ts';
import { change, dm, idOf, post, postText } from '../../chat/test/chatCalls.ts';
import { privateChannel } from '../../chat/test/personalCalls.ts';
import { addUser } from '../../notifications/test/stage.ts';
import { carSource, fillCars } from '../../records/test/cars.ts';
import { searchMessages } from '../contract.ts';
import { findTexts, waitUntilFound } from './searchCalls.ts';

let forecourt: TestForecourt;
let manager: Client;
let employee: Client;
let admin: Client;
let ids: Record<'manager' | 'employee' | 'admin' | 'gm', number>;

beforeAll(async () => {
  forecourt = await startForecourt({ records: carSource });
  fillCars();
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
async function postFindable(client: Client, channelId: string): Promise<string> {
  const word = newWord();
  await postText(client, channelId, `The word is ${word}`);
  await waitUntilFound(client, word);
  return word;
}

describe('users find only what they can read', () => {
  test('in a private channel: its members', async () => {
    const channel = await privateChannel(manager, [ids.employee]);
    const word = await postFindable(manager, channel);
    expect(await findTexts(employee, word)).toHaveLength(1);
    expect(await findTexts(admin, word)).toEqual([]);
  });

  test('in a record’s channel: members who may see the record', async () => {
    const { id, client } = await addUser(forecourt, seesCars);
    const word = await postFindable(client, await openCarChannel(client));
    expect(await findTexts(client, word)).toHaveLength(1);
    for (const [column, other] of [
      ['store_access', 'hyundai'],
      ['page_permissions', 'dashboard'],
      ['feature_permissions', 'create_records'],
    ] as const) {
      const user = forecourt.platform.db.selectFrom('users').select(column).where('id', '=', id);
      const before = await user.executeTakeFirstOrThrow();
      await change(forecourt, id, { [column]: [other] });
      expect([column, await findTexts(client, word)]).toEqual([column, []]);
      await change(forecourt, id, before);
    }
  });

  test('in a direct channel: its two people, no administrator', async () => {
    const word = await postFindable(manager, dm(ids.manager, ids.employee));
    expect(await findTexts(employee, word)).toHaveLength(1);
    expect(await findTexts(admin, word)).toEqual([]);
  });

  test('in a group: its people', async () => {
    const { body: group } = await manager.call(openGroup, {
      body: { userIds: [ids.employee, ids.gm] },
    });
    const word = await postFindable(manager, group.id);
    expect(await findTexts(employee, word)).toHaveLength(1);
    expect(await findTexts(admin, word)).toEqual([]);
  });

  test('in the managers’ channel: managers', async () => {
    const word = await postFindable(manager, 'management');
    expect(await findTexts(admin, word)).toHaveLength(1);
    expect(await findTexts(employee, word)).toEqual([]);
  });

  test('in a team’s channel: its current members by their records', async () => {
    const body = { name: 'Parts only', type: 'team' as const, department: 'parts' as const };
    const { body: team } = await admin.call(createChannel, { body });
    const departmentBefore = await forecourt.platform.db
      .selectFrom('users')
      .select('department')
      .where('id', '=', ids.employee)
      .executeTakeFirstOrThrow();
    const word = newWord();
    await change(forecourt, ids.employee, { department: 'parts' });
    await postText(employee, team.id, word);
    await waitUntilFound(employee, word);
    expect(await findTexts(manager, word)).toEqual([]);
    await change(forecourt, ids.employee, departmentBefore);
    expect(await findTexts(employee, word)).toEqual([]);
  });

  test('in a public channel: who has joined, until they leave', async () => {
    const body = { name: 'Open house', type: 'public' as const };
    const { body: open } = await manager.call(createChannel, { body });
    const word = await postFindable(manager, open.id);
    expect(await findTexts(employee, word)).toEqual([]);
    const params = { channelId: open.id };
    await employee.call(addMembers, { params, body: { userIds: [ids.employee] } });
    expect(await findTexts(employee, word)).toHaveLength(1);
    await employee.call(removeMember, { params: { ...params, userId: ids.employee } });
    expect(await findTexts(employee, word)).toEqual([]);
  });

  test('in a channel they left or were removed from: nothing', async () => {
    const channel = await privateChannel(manager, [ids.employee]);
    const word = await postFindable(manager, channel);
    expect(await findTexts(employee, word)).toHaveLength(1);
    await endMembership(forecourt, channel, 'employee');
    expect(await findTexts(employee, word)).toEqual([]);
    expect(await findTexts(manager, word)).toHaveLength(1);
  });

  test('the same for replies in threads of such channels', async () => {
    const channel = await privateChannel(manager, [ids.employee]);
    const root = await post(manager, channel, { content: 'A question' });
    const word = newWord();
    await post(employee, channel, { content: word, threadId: root.id });
    const [result] = await waitUntilFound(manager, word);
    expect(result?.thread).toEqual({
      rootId: root.id,
      senderName: root.senderName,
      content: 'A question',
    });
    expect(await findTexts(admin, word)).toEqual([]);
  });
});

describe('inaccessible channels are indistinguishable from missing ones', () => {
  test.each(['in', 'from'])('%s:', async (operator) => {
    const channel = await privateChannel(manager, []);
    const errorFor = (value: string) =>
      admin.call(searchMessages, { query: { q: `${operator}:${value} word` } });
    const [hidden, missing] = [await errorFor(channel), await errorFor(channel.replace(/.$/, 'x'))];
    expect([hidden.status, missing.status]).toEqual([400, 400]);
    const blank = (response: typeof hidden) =>
      JSON.stringify(response.body)
        .replace(/“.*?”/g, '')
        .replace(/"requestId":".*?"/, '');
    expect(blank(hidden)).toBe(blank(missing));
  });

  test('a page of someone else’s search shows only the user’s own results', async () => {
    const channel = await privateChannel(manager, []);
    const word = newWord();
    for (const turn of [1, 2, 3]) await postText(manager, channel, `${word} ${turn}`);
    await waitUntilFound(manager, `${word} 3`);
    const { body } = await manager.call(searchMessages, { query: { q: word, limit: 1 } });
    const before = body.next ?? '';
    expect(await findTexts(manager, word, { before })).toHaveLength(2);
    expect(await findTexts(admin, word, { before })).toEqual([]);
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
