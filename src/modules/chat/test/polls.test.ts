import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { closePoll, createPoll, votePoll } from '../contract/changes.ts';
import type { ChatMessage } from '../contract.ts';
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

const params = { channelId: 'sales' };
const question = 'When is the lot meeting, @manager?';
const options = ['Monday', 'Tuesday', 'Friday'];
const newPoll = (client: Client, fields: object = {}, clientMsgId = newId()) =>
  client.call(createPoll, { params, body: { clientMsgId, question, options, ...fields } });
const vote = (client: Client, messageId: string, chosen: number[]) =>
  client.call(votePoll, { params: { ...params, messageId }, body: { options: chosen } });
const close = (client: Client, messageId: string) =>
  client.call(closePoll, { params: { ...params, messageId } });
const votersOf = ({ metadata }: ChatMessage) => metadata?.poll?.options.map(({ voters }) => voters);

describe('a poll', () => {
  test('is created once, voted on and closed, and published to everyone', async () => {
    const reader = await followChannel(manager, 'sales');
    const clientMsgId = newId();
    const { status, body } = await newPoll(employee, {}, clientMsgId);
    expect([status, body]).toMatchObject([
      201,
      { messageType: 'poll', content: question, mentionedUserIds: [managerId] },
    ]);
    expect(body.metadata?.poll).toEqual({
      options: options.map((text, index) => ({ id: index + 1, text, voters: [] })),
      multiple: false,
      closedAt: null,
    });
    expect((await newPoll(employee, {}, clientMsgId)).body).toEqual(body);
    await vote(employee, body.id, [2]);
    await vote(manager, body.id, [2]);
    expect(votersOf((await vote(employee, body.id, [1])).body)).toEqual([
      [employeeId],
      [managerId],
      [],
    ]);
    await reader.expectSync();
    const before = reader.message(body.id);
    expect((await vote(employee, body.id, [1])).body).toEqual(before);
    expect(votersOf((await vote(employee, body.id, [])).body)).toEqual([[], [managerId], []]);
    const closed = (await close(employee, body.id)).body;
    expect(closed.metadata?.poll?.closedAt).toEqual(expect.any(String));
    expect((await close(employee, body.id)).body).toEqual(closed);
    expect((await vote(manager, body.id, [1])).status).toBe(409);
    await reader.expectSync();
    reader.close();
  });

  test('may allow several votes per person', async () => {
    const { body } = await newPoll(employee, { multiple: true });
    expect(votersOf((await vote(manager, body.id, [3, 1, 3])).body)).toEqual([
      [managerId],
      [],
      [managerId],
    ]);
  });

  test('keeps all concurrent votes', async () => {
    const { body } = await newPoll(employee);
    const names = ['tyler.boone', 'priya.raman', 'omar.benali', 'hannah.schultz', 'maria.lopez'];
    const people = await Promise.all(names.map((name) => forecourt.signIn(name)));
    await Promise.all(people.map((one, index) => vote(one, body.id, [(index % 3) + 1])));
    const { body: last } = await vote(manager, body.id, [1]);
    expect(votersOf(last)?.flat()).toHaveLength(6);
  });
});

describe('a poll is refused', () => {
  test.each([
    ['with one option', { options: ['Yes'] }],
    ['with eleven', { options: Array.from({ length: 11 }, (_, index) => `Option ${index}`) }],
    ['with a blank option', { options: ['Yes', ' '] }],
    ['with the same option twice', { options: ['Yes', 'yes'] }],
    ['without a question', { question: ' ' }],
    ['with too long a question', { question: 'x'.repeat(1_001) }],
  ])('%s', async (_, fields) => {
    expect((await newPoll(employee, fields)).status).toBe(400);
  });

  test('a vote with unknown options, or more than one', async () => {
    const { body } = await newPoll(employee);
    for (const chosen of [[4], [0], [1.5], [1, 2]]) {
      const response = await vote(manager, body.id, chosen);
      expect([chosen, response.status]).toEqual([chosen, 400]);
    }
    expect((await vote(manager, newId(), [1])).status).toBe(404);
  });

  test('a vote without a poll, and closing by others', async () => {
    const message = await post(employee, 'sales', { content: 'No poll' });
    expect((await vote(manager, message.id, [1])).status).toBe(409);
    expect((await close(employee, message.id)).status).toBe(409);
    const { body } = await newPoll(employee);
    expect((await close(manager, body.id)).status).toBe(403);
    const outside = { channelId: 'management' };
    const created = await employee.call(createPoll, {
      params: outside,
      body: { clientMsgId: newId(), question, options },
    });
    expect(created.status).toBe(404);
  });
});
