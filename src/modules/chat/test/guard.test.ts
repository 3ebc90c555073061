import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { listActivity } from '../../activity/contract.ts';
import {
  type CustomerDataRules,
  changeCustomerDataRules,
  usualRules,
} from '../../data-guard/contract.ts';
import { createPoll, editMessage, forwardMessage } from '../contract/changes.ts';
import * as personal from '../contract/personal.ts';
import { postMessage } from '../contract.ts';
import { dm, idOf, newId, post, read } from './chatCalls.ts';

const number = '536-22-8126';
const text = `Her SSN is ${number}, call her at 410-555-0134`;

let forecourt: TestForecourt;
let admin: Client;
let employee: Client;
let manager: Client;

beforeAll(async () => {
  forecourt = await startForecourt();
  admin = await forecourt.signIn('admin');
  employee = await forecourt.signIn('employee');
  manager = await forecourt.signIn('manager');
});
afterAll(() => forecourt.stop());

const setRules = (change: Partial<CustomerDataRules>) =>
  admin.call(changeCustomerDataRules, { body: { ...usualRules, ...change } });
const postText = (client: Client, channelId: string, content: string, more = {}) =>
  client.call(postMessage, {
    params: { channelId },
    body: { content, clientMsgId: newId(), ...more },
  });
const logEntries = async (action: string) =>
  (await admin.call(listActivity, { query: { action, limit: 200 } })).body;
const last = async (channelId: string) => (await read(employee, channelId)).at(-1);

describe('a message with customer data', () => {
  test('needs the sender’s confirmation, and is sent with it', async () => {
    const clientMsgId = newId();
    const response = await postText(employee, 'sales', text, { clientMsgId });
    expect(response.status).toBe(409);
    expect(response.body).toMatchObject({
      code: 'confirmation_required',
      fields: { content: 'This looks like a social security number.' },
    });
    expect(JSON.stringify(response.body)).not.toContain(number);
    expect((await last('sales'))?.content).not.toBe(text);

    const sent = await postText(employee, 'sales', text, { clientMsgId, acceptsSensitive: true });
    expect([sent.status, sent.body.content]).toEqual([201, text]);
    // A repeated send is the same message, with or without confirmation.
    const again = await postText(employee, 'sales', text, { clientMsgId });
    expect([again.status, again.body.id]).toEqual([201, sent.body.id]);

    const [entry, ...others] = await logEntries('chat.customer_data_sent');
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      actorName: sent.body.senderName,
      subjectId: sent.body.id,
      subjectName: 'Sales',
      after: { kinds: ['ssn'] },
    });
    expect(JSON.stringify(entry)).not.toContain('8126');
  });

  test('is refused over the socket the same way, under its own id', async () => {
    const socket = await employee.socket();
    const clientMsgId = newId();
    const data = { channelId: 'sales', content: text, messageType: 'text', clientMsgId };
    socket.send('chat_message', data);
    expect(await socket.next('error')).toMatchObject({
      code: 'confirmation_required',
      ref: clientMsgId,
      retryable: false,
    });
    socket.send('chat_message', { ...data, acceptsSensitive: true });
    expect(await socket.next('new_message')).toMatchObject({ clientMsgId, content: text });
    socket.close();
  });

  test('is also refused in a thread, poll, edit or forward without confirmation', async () => {
    const root = await post(employee, 'service', { content: 'Who has the file?' });
    const reply = await postText(employee, 'service', text, { threadId: root.id });
    expect(reply.status).toBe(409);
    const params = { channelId: 'service', messageId: root.id };
    const edit = (more: object) =>
      employee.call(editMessage, { params, body: { content: text, ...more } });
    expect((await edit({})).status).toBe(409);
    // Without permission to edit, that error comes first.
    expect((await manager.call(editMessage, { params, body: { content: text } })).status).toBe(403);
    expect((await edit({ acceptsSensitive: true })).status).toBe(200);

    const newPoll = (more: object) =>
      employee.call(createPoll, {
        params: { channelId: 'service' },
        body: { clientMsgId: newId(), question: 'Which?', options: ['One', text], ...more },
      });
    expect((await newPoll({})).status).toBe(409);
    expect((await newPoll({ acceptsSensitive: true })).status).toBe(201);

    const forward = (more: object) =>
      employee.call(forwardMessage, {
        params,
        body: { toChannelId: 'sales', clientMsgId: newId(), ...more },
      });
    expect((await forward({})).status).toBe(409);
    expect((await forward({ acceptsSensitive: true })).status).toBe(201);
  });

  test('of a private conversation is not revealed in the log', async () => {
    const channelId = dm(await idOf(forecourt, 'employee'), await idOf(forecourt, 'manager'));
    const { body } = await postText(employee, channelId, text, { acceptsSensitive: true });
    const entry = (await logEntries('chat.customer_data_sent')).find(
      (one) => one.subjectId === body.id,
    );
    expect(entry).toMatchObject({ subjectName: '', after: { kinds: ['ssn'] } });
  });
});

test('a draft with customer data is stored only in the browser', async () => {
  const saveDraft = (content: string) =>
    employee.call(personal.saveDraft, { body: { channelId: 'service', content } });
  const storedDraft = async () =>
    (await employee.call(personal.listDrafts)).body.find((one) => one.channelId === 'service');
  await saveDraft('Her SSN is 536-22');
  expect((await storedDraft())?.content).toBe('Her SSN is 536-22');
  expect((await saveDraft(text)).status).toBe(200);
  expect(await storedDraft()).toBeUndefined();
});

describe('the rules', () => {
  test('refuse despite confirmation, or allow without one', async () => {
    await setRules({ card: 'refuse', ssn: 'off' });
    const card = 'Card 4111 1111 1111 1111';
    const refused = await postText(employee, 'sales', card, { acceptsSensitive: true });
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { code: 'invalid', fields: { content: 'This looks like a payment card number.' } },
    ]);
    expect((await postText(employee, 'sales', text)).status).toBe(201);
    // The stricter rule of the two applies.
    expect((await postText(employee, 'sales', `${text} ${card}`)).status).toBe(400);
    await setRules({});
  });
});
