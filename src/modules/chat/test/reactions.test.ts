import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { getMessage, reactToMessage } from '../contract/changes.ts';
import { idOf, newId, post } from './chatCalls.ts';
import { followChannel } from './expectSync.ts';

let forecourt: TestForecourt;
let employee: Client;
let manager: Client;
let employeeId: number;
let managerId: number;

beforeAll(async () => {
  forecourt = await startForecourt();
  employee = await forecourt.signIn('employee');
  manager = await forecourt.signIn('manager');
  employeeId = await idOf(forecourt, 'employee');
  managerId = await idOf(forecourt, 'manager');
});
afterAll(() => forecourt.stop());

type Action = 'add' | 'remove';
const react = (client: Client, messageId: string, emoji: string, action: Action = 'add') =>
  client.call(reactToMessage, {
    params: { channelId: 'sales', messageId },
    body: { emoji, action },
  });
const reactionsOf = async (messageId: string) =>
  (await employee.call(getMessage, { params: { channelId: 'sales', messageId } })).body.reactions;
const newMessageId = async () => (await post(employee, 'sales', { content: 'React to me' })).id;

describe('a reaction', () => {
  test('is added and removed, and published to everyone', async () => {
    const id = await newMessageId();
    const reader = await followChannel(manager, 'sales');
    await react(employee, id, '🎉');
    const { body } = await react(manager, id, '🎉');
    expect(body.reactions).toEqual([{ emoji: '🎉', users: [employeeId, managerId] }]);
    expect(await reader.socket.next('message_reaction')).toMatchObject({
      messageId: id,
      channelId: 'sales',
      userId: employeeId,
      emoji: '🎉',
      action: 'add',
    });
    await reader.expectSync();
    await react(employee, id, '🎉', 'remove');
    expect((await react(manager, id, '🎉', 'remove')).body.reactions).toEqual([]);
    await reader.expectSync();
    reader.close();
  });

  test('repeated changes nothing, a thousand times over', async () => {
    const id = await newMessageId();
    const { body } = await react(employee, id, '👍');
    const responses = await Promise.all(
      Array.from({ length: 1_000 }, () => react(employee, id, '👍')),
    );
    for (const response of responses) expect(response.body).toEqual(body);
    expect((await react(manager, id, '👍', 'remove')).body).toEqual(body);
  });

  test('of many people at once is complete', async () => {
    const id = await newMessageId();
    const names = ['tyler.boone', 'priya.raman', 'omar.benali', 'hannah.schultz', 'maria.lopez'];
    const people = await Promise.all(names.map((name) => forecourt.signIn(name)));
    const emojis = ['👍', '🚗', '🔥'];
    await Promise.all(people.flatMap((one) => emojis.map((emoji) => react(one, id, emoji))));
    const reactions = await reactionsOf(id);
    expect(reactions.map(({ emoji }) => emoji).toSorted()).toEqual(emojis.toSorted());
    for (const { users } of reactions) expect(new Set(users).size).toBe(names.length);
  });

  test('has one form per emoji, whatever the keyboard sends', async () => {
    const id = await newMessageId();
    await react(employee, id, '❤');
    const { body } = await react(manager, id, '❤️');
    expect(body.reactions).toEqual([{ emoji: '❤️', users: [employeeId, managerId] }]);
    expect((await react(employee, id, '👍🏽')).status).toBe(200);
    expect((await react(employee, id, '👨‍👩‍👧‍👦')).status).toBe(200);
  });
});

describe('a reaction is refused', () => {
  test.each(['<script>', 'ok', '1', '👍👍', ' 👍', '', ':+1:', 'a'.repeat(33)])(
    'if it is not an emoji: %j',
    async (emoji) => {
      const id = await newMessageId();
      const response = await react(employee, id, emoji);
      expect([response.status, response.body]).toMatchObject([400, { fields: {} }]);
      expect(await reactionsOf(id)).toEqual([]);
    },
  );

  test('if the message has thirty others, except on those', async () => {
    const id = await newMessageId();
    const flags = Array.from({ length: 31 }, (_, index) => String.fromCodePoint(0x1f600 + index));
    for (const emoji of flags.slice(0, 30))
      expect((await react(employee, id, emoji)).status).toBe(200);
    const response = await react(employee, id, flags[30] ?? '');
    expect([response.status, response.body]).toMatchObject([
      409,
      { error: 'A message can have at most 30 different reactions.' },
    ]);
    expect((await react(manager, id, flags[0] ?? '')).status).toBe(200);
  });

  test('on a missing or hidden message', async () => {
    expect((await react(employee, newId(), '👍')).status).toBe(404);
    const hidden = await post(manager, 'management', { content: 'Ours' });
    const call = (channelId: string) =>
      employee.call(reactToMessage, {
        params: { channelId, messageId: hidden.id },
        body: { emoji: '👍', action: 'add' },
      });
    expect((await call('management')).status).toBe(404);
    expect((await call('sales')).status).toBe(404);
  });
});

describe('the frame of older clients', () => {
  test('toggles without an action, and follows one', async () => {
    const id = await newMessageId();
    const socket = await employee.socket();
    const frame = { messageId: id, channelId: 'sales', emoji: '👍', userId: employeeId };
    const send = async (extra = {}) => {
      socket.send('message_reaction', { ...frame, ...extra });
      return (await socket.next('message_reaction')).action;
    };
    expect(await send()).toBe('add');
    expect(await send()).toBe('remove');
    expect(await send({ action: 'add' })).toBe('add');
    socket.send('message_reaction', { ...frame, action: 'add' });
    expect(await send({ action: 'remove' })).toBe('remove');
    socket.close();
  });

  test('is refused in someone else’s name, and if invalid', async () => {
    const id = await newMessageId();
    const socket = await employee.socket();
    const frame = { messageId: id, channelId: 'sales', emoji: '👍' };
    for (const [extra, code] of [
      [{ userId: managerId }, 'forbidden'],
      [{ emoji: '<script>' }, 'invalid'],
      [{ emoji: 7 }, 'invalid'],
      [{ action: 'twice' }, 'invalid'],
      [{ messageId: 'x' }, 'invalid'],
      [{ messageId: newId() }, 'not_found'],
      [{ channelId: 'management' }, 'not_found'],
    ] as const) {
      socket.send('message_reaction', { ...frame, ...extra });
      expect((await socket.next('error')).code).toBe(code);
    }
    expect(await reactionsOf(id)).toEqual([]);
    socket.close();
  });
});
