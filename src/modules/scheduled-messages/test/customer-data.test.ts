import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { newId, read } from '../../chat/test/chatCalls.ts';
import {
  type CustomerDataRules,
  changeCustomerDataRules,
  usualRules,
} from '../../data-guard/contract.ts';
import { changeScheduled, listScheduled, scheduleMessage } from '../contract.ts';
import { makeDue } from './makeDue.ts';

const text = 'Her SSN is 536-22-8126, call her at 410-555-0134';

let forecourt: TestForecourt;
let admin: Client;
let employee: Client;
beforeAll(async () => {
  forecourt = await startForecourt();
  admin = await forecourt.signIn('admin');
  employee = await forecourt.signIn('employee');
});
afterAll(() => forecourt.stop());

const setRules = (change: Partial<CustomerDataRules>) =>
  admin.call(changeCustomerDataRules, { body: { ...usualRules, ...change } });
const last = async (channelId: string) => (await read(employee, channelId)).at(-1);
const schedule = (content: string, more = {}) =>
  employee.call(scheduleMessage, {
    body: {
      id: newId(),
      channelId: 'sales',
      content,
      sendAt: new Date(Date.now() + 3_600_000).toISOString(),
      ...more,
    },
  });
const find = async (id: string) =>
  (await employee.call(listScheduled)).body.find((one) => one.id === id);

test('a message with customer data is checked when scheduled, and sent on time', async () => {
  expect((await schedule(text)).status).toBe(409);
  const { status, body } = await schedule(text, { acceptsSensitive: true });
  expect(status).toBe(201);
  await makeDue(forecourt, body.id);
  await eventually(async () => (await last('sales'))?.clientMsgId === body.id);
});

test('changed text is checked again', async () => {
  const { body } = await schedule('Nothing yet');
  const change = (more: object) =>
    employee.call(changeScheduled, { params: { scheduledId: body.id }, body: more });
  expect((await change({ content: text })).status).toBe(409);
  expect((await change({ content: text, acceptsSensitive: true })).status).toBe(200);
  const sendAt = new Date(Date.now() + 7_200_000).toISOString();
  expect((await change({ sendAt })).status).toBe(200);
  expect((await change({ content: `${text}!` })).status).toBe(409);
});

test('the rule in force when it is sent applies', async () => {
  const { body } = await schedule(text, { acceptsSensitive: true });
  await setRules({ ssn: 'refuse' });
  await makeDue(forecourt, body.id);
  await eventually(async () => (await find(body.id))?.failure !== null);
  expect((await find(body.id))?.failure).toMatch(/^This looks like a social security number\. It/);
  await setRules({});
});
